import type { JsonSchema } from './extraction.ts';
import type { Format } from './page.ts';
import type { NetworkChoice } from './settings.ts';

/**
 * A browser step run before a page is read (spec.md section 2, api.md section 3). `screenshot`, `read`, `run` (the script in
 * `text`) and `print` give something, in the result's `actions`.
 */
export interface Step {
  type: 'wait' | 'click' | 'type' | 'press' | 'scroll' | 'wait_for' | 'screenshot' | 'read' | 'run' | 'print';
  selector: string | null;
  text: string | null;
  key: string | null;
  ms: number | null;
  direction: 'up' | 'down' | null;
  amount: number | null;
  timeoutMs: number | null;
  /** Whether every element that `selector` matches is clicked, not only the first. */
  all?: boolean;
  /** How a `screenshot` step takes its picture. */
  screenshot?: ScreenshotOptions;
  /** How a `print` step prints: the paper's name, as `A4`, its orientation, and 1 for full size. */
  paper?: { format: string; landscape: boolean; scale: number };
}

/** What to find on a page beside its content: by a schema that was checked at the edge, in words, or both. */
export interface ValuesWish {
  schema: JsonSchema | null;
  prompt: string | null;
}

/** An attribute that is wanted of every element that a CSS selector matches. */
export interface AttributeWish {
  selector: string;
  attribute: string;
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
  /** Values to find on the page, given as `json` of the result. */
  json?: ValuesWish;
  /** Attributes to collect, given as `attributes` of the result. */
  attributes?: AttributeWish[];
  /** Pages of a PDF that are read at most. */
  pdfPages?: number;
  /** A question that is posted instead of getting the page: JSON text. Nothing but what reads may be asked so. */
  question?: string;
  /** Whether a browser that reads the page keeps its calls with what it takes to send them again, and scrolls to see more. */
  captures?: boolean;
}

/**
 * The command for a page that is read as usual but for what is said here: its main content, fresh, by whatever way brings
 * it, within a minute.
 */
export function usualPageCommand(url: string, wishes: Partial<Omit<PageCommand, 'url'>>): PageCommand {
  return {
    url,
    formats: ['markdown'],
    country: null,
    strictCountry: false,
    network: 'auto',
    render: 'auto',
    steps: [],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    waitMs: 0,
    timeoutMs: 60_000,
    headers: {},
    mobile: false,
    screenshot: null,
    login: null,
    maxCredits: null,
    maxAge: 0,
    focus: null,
    maxLength: 20_000,
    robots: 'ignore',
    ...wishes,
  };
}

/** For a page that is read for its values or its links: nothing of the text is answered, so that none of it need be stored. */
export const nothingStored: Pick<PageCommand, 'onlyMainContent' | 'maxLength'> = {
  onlyMainContent: false,
  maxLength: 10_000_000,
};
