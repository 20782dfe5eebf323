import type { LoginUse } from '../resources/login.ts';
import type { NetworkChoice } from '../system/settings.ts';
import type { JsonSchema } from './extraction.ts';
import type { LinkForm } from './link-form.ts';
import type { OcrMode } from './ocr.ts';
import type { Format } from './page.ts';
import type { SentRequest, Visitor } from './visitor.ts';

/**
 * A browser step that runs before a page is read (docs/api/pages.md#scrape). `screenshot`, `read`, `run` (the script in
 * `text`) and `print` add their output to `actions` of the result.
 */
export interface Step {
  type: 'wait' | 'click' | 'type' | 'press' | 'scroll' | 'wait_for' | 'screenshot' | 'read' | 'run' | 'print';
  selector: string | null;
  /** A selector, or the name or text that the element shows; instead of `selector`. */
  target?: string;
  text: string | null;
  key: string | null;
  ms: number | null;
  direction: 'up' | 'down' | null;
  amount: number | null;
  timeoutMs: number | null;
  /** True if every element that matches `selector` is clicked, instead of only the first. */
  all?: boolean;
  /** Options of a `screenshot` step. */
  screenshot?: ScreenshotOptions;
  /** Options of a `print` step: paper format such as `A4`, orientation, and scale (1 is full size). */
  paper?: { format: string; landscape: boolean; scale: number };
}

/** Kinds of requests that a browser can leave out, besides advertisements. */
export const resourceKinds = ['images', 'media', 'fonts', 'stylesheets', 'scripts'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** Values to extract from a page besides its content: by a validated schema, by a prompt, or both. */
export interface ExtractRequest {
  schema: JsonSchema | null;
  prompt: string | null;
}

/** An attribute to collect from every element that matches a CSS selector. */
export interface AttributeRequest {
  selector: string;
  attribute: string;
}

/** Options of a screenshot; sizes in CSS pixels. */
export interface ScreenshotOptions {
  fullPage: boolean;
  quality: number | null;
  width: number | null;
  height: number | null;
}

/** All options of one page request, from any interface. Validated once, by the interface. */
export interface PageCommand {
  /** As sent by the caller. Checked when the page is fetched, so that a bad URL gives a page of status `invalid`. */
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
  /** Whether a browser makes no requests for advertisements; absent: none if only the text is asked for. */
  blocksAds?: boolean;
  /** Requests that a browser does not make; absent: images, media and fonts if only the text is asked for. */
  blocks?: readonly ResourceKind[];
  /** Answer of the browser to a page that asks for consent to cookies; absent: none. */
  consent?: 'reject';
  visitor?: Visitor;
  /** Id of a saved login; `none` if none is used, also without being named. */
  login: string | null;
  /** Operation for which a saved login of the site is used if `login` names none; absent: none is. */
  loginFor?: LoginUse;
  /** Maximum credits for this page; null leaves it to the account. */
  maxCredits: number | null;
  /** Maximum age of a cached result in seconds; 0 always fetches. */
  maxAge: number;
  focus: string | null;
  /** Maximum code points of Markdown in the result. */
  maxLength: number;
  /** Maximum estimated tokens of Markdown in the result; null for no maximum. */
  maxTokens: number | null;
  robots: 'respect' | 'ignore';
  /** Values to extract, returned as `json` of the result. */
  json?: ExtractRequest;
  /** Attributes to collect, returned as `attributes` of the result. */
  attributes?: AttributeRequest[];
  /** Maximum pages of a PDF that are read. */
  pdfPages?: number;
  /** Pages of a PDF that are read, such as `3-7`; absent for all. */
  pages?: string;
  /** True if the start of each page of a PDF is marked in the Markdown. */
  marksPages?: true;
  /** How links are written in the Markdown; absent: at their place. */
  links?: LinkForm;
  /** Which images are read with OCR; absent: those of pages without text. */
  ocr?: OcrMode;
  /** False keeps the result out of the cache. */
  isCached?: false;
  /** Request with another method than GET, which is only sent over HTTP. */
  sent?: SentRequest;
  /**
   * True if a browser that reads the page captures its calls with the data needed to replay them, and scrolls to
   * trigger more.
   */
  captures?: boolean;
}

/** Creates a command with defaults: main content as Markdown, not cached, any route, a timeout of one minute. */
export function defaultPageCommand(url: string, overrides: Partial<Omit<PageCommand, 'url'>>): PageCommand {
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
    maxTokens: null,
    robots: 'ignore',
    ...overrides,
  };
}

/** Options for pages that are read only for values or links: their text is not returned and therefore not stored. */
export const withoutStoredText: Pick<PageCommand, 'onlyMainContent' | 'maxLength'> = {
  onlyMainContent: false,
  maxLength: 10_000_000,
};
