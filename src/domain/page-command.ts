import type { Format } from './page.ts';
import type { NetworkChoice } from './settings.ts';

/** A browser step run before a page is read (spec.md section 2, api.md section 3). */
export interface Step {
  type: 'wait' | 'click' | 'type' | 'press' | 'scroll' | 'wait_for';
  selector: string | null;
  text: string | null;
  key: string | null;
  ms: number | null;
  direction: 'up' | 'down' | null;
  amount: number | null;
  timeoutMs: number | null;
}

/** How a screenshot is taken; sizes in CSS pixels. */
export interface ScreenshotOptions {
  fullPage: boolean;
  quality: number | null;
  width: number | null;
  height: number | null;
}

/** Everything that can be asked of one page, whatever door it came through; validated once, at that door. */
export interface PageCommand {
  /** As the caller wrote it: judged when the page is fetched, so that a bad one is a page of status `invalid`. */
  url: string;
  formats: Format[];
  /** ISO 3166-1 alpha-2 in upper case. */
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  render: 'auto' | 'never' | 'always';
  steps: Step[];
  onlyMainContent: boolean;
  includeSelectors: string[];
  excludeSelectors: string[];
  waitMs: number;
  /** For the whole page, from the moment its site may be contacted. */
  timeoutMs: number;
  /** Sent to the origin of `url` only. */
  headers: Record<string, string>;
  mobile: boolean;
  screenshot: ScreenshotOptions | null;
  /** Id of a saved login. */
  login: string | null;
  /** The most this page may cost; null leaves it to the account. */
  maxCredits: number | null;
  /** Seconds; 0 means always fresh. */
  maxAge: number;
  focus: string | null;
  /** Code points of Markdown given inline. */
  maxLength: number;
  robots: 'respect' | 'ignore';
}
