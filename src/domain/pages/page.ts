import type { Receipt } from '../resources/receipt.ts';
import type { Json } from './extraction.ts';
import type { PageError, PageStatus, Warning } from './outcome.ts';

/** Formats of a page result (docs/api/pages.md#scrape). */
export const formats = [
  'markdown',
  'html',
  'raw_html',
  'text',
  'links',
  'images',
  'metadata',
  'structured_data',
  'screenshot',
  'network',
] as const;

/** One of {@link formats}. */
export type Format = (typeof formats)[number];

/** Formats that require a browser. */
export const browserFormats: readonly Format[] = ['screenshot', 'network'];

/** A link of a page: absolute URL, in page order, one entry for each URL. */
export interface PageLink {
  url: string;
  text: string;
  /** True if every link of the page to this URL has `rel="nofollow"`. */
  nofollow?: true;
}

/** An image of a page: absolute URL, in page order, one entry for each URL. */
export interface PageImage {
  url: string;
  alt: string;
}

/** Machine-readable data of a page; each list is in page order. */
export interface StructuredData {
  json_ld: unknown[];
  microdata: unknown[];
  rdfa: unknown[];
  open_graph: Record<string, string | string[]>;
  twitter: Record<string, string | string[]>;
  /** Embedded state of frameworks, by variable name or script id. */
  embedded: Record<string, unknown>;
}

/** A request that a page's scripts sent. Part of the API: names as on the wire. */
export interface NetworkCall {
  url: string;
  method: string;
  /** Null if no response came. */
  status: number | null;
  content_type: string | null;
  /** Bytes of the response body as transferred. */
  bytes: number;
  /** Milliseconds from the start of the request to the end of its response. */
  ms: number;
  /** The response, if it is JSON and not too large. */
  json?: unknown;
}

/** Metadata of a page. Absent fields are not stated by the page, or are facts of its text that were not asked for. */
export interface PageMetadata {
  title?: string;
  description?: string;
  /** Canonical tag (BCP 47). */
  language?: string;
  /** Declaration of the page or response, or text of the page, from which the language is known. */
  language_source?: 'declared' | 'detected';
  canonical?: string;
  author?: string;
  site_name?: string;
  published?: string;
  modified?: string;
  favicon?: string;
  image?: string;
  robots?: string;
  content_type?: string;
  charset?: string;
  [name: string]: unknown;
}

/** A heading and the text below it; offsets and lengths are Unicode code points of the complete Markdown. */
export interface Section {
  id: string;
  title: string;
  /** 1 to 6; 0 for the text before the first heading. */
  level: number;
  offset: number;
  length: number;
}

/** A passage that answers `focus`; offsets and lengths are Unicode code points. */
export interface Passage {
  offset: number;
  length: number;
  /** Relevance, higher is better; comparable only within one result. */
  score: number;
  /** Id of the section that contains the passage, or null before the first heading. */
  section: string | null;
  /** Heading of this section; absent in results of earlier releases. */
  heading?: string | null | undefined;
  text: string;
}

/** Output of the steps, each kind in the order of its steps; screenshots and PDFs as URLs. */
export interface StepResults {
  screenshots: string[];
  scrapes: Array<{ url: string; html: string }>;
  javascript_returns: Array<{ type: string; value: unknown }>;
  pdfs: string[];
}

/** Values of a requested attribute, in page order. */
export interface CollectedAttribute {
  selector: string;
  attribute: string;
  values: string[];
}

/**
 * Page result of every interface (docs/api/pages.md#page-result). It is returned, stored and signed in this shape, so the
 * code uses the names of the wire.
 */
export interface PageResult {
  status: PageStatus;
  /** URL as requested. */
  url: string;
  final_url: string | null;
  status_code: number | null;
  title: string | null;
  markdown?: string;
  html?: string;
  raw_html?: string;
  text?: string;
  links?: PageLink[];
  images?: PageImage[];
  metadata: PageMetadata;
  structured_data?: StructuredData;
  /** URL of the screenshot; readable with a key of the account. */
  screenshot?: string;
  network?: NetworkCall[];
  /** Extracted values in the shape of the requested schema; null if nothing was found. */
  json?: Json;
  /** JSON Pointers into `json`: values that the page does not show. */
  json_unverified?: string[];
  /** What looked for each value of `json` that was not found, by JSON Pointer. */
  json_searched_by?: Record<string, 'rules' | 'model'>;
  attributes?: CollectedAttribute[];
  /** Present if steps were requested that produce output. */
  actions?: StepResults;
  /** Identifier of the complete Markdown of a long page for `GET /v1/read`. */
  ref?: string;
  /** Time at which `ref` expires. */
  expires_at?: string;
  /** Code points of the complete Markdown. */
  length: number;
  /** True if `markdown` is shorter than the complete Markdown. */
  truncated: boolean;
  /** Main sections of a page whose `markdown` is cut, at most 100; `GET /v1/read` returns all of them, and each by its id or heading. */
  sections?: Section[];
  /** Present if `focus` was set. */
  passages?: Passage[];
  /** Line of the list that a job read the page for, from 1; for a list in JSON the number of the element. */
  line?: number;
  /** Name of the line, as the caller gave it. */
  name?: string;
  warnings: Warning[];
  error?: PageError;
  receipt: Receipt;
}
