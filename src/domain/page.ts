import type { Json } from './extraction.ts';
import type { PageError, PageStatus, Warning } from './outcome.ts';
import type { Receipt } from './receipt.ts';

/** What a page can be asked for as (spec.md section 2). */
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

/** Formats that only a browser can give. */
export const browserFormats: readonly Format[] = ['screenshot', 'network'];

/** A link of a page, absolute, in page order, one per address. */
export interface PageLink {
  url: string;
  text: string;
}

/** An image of a page, absolute, in page order, one per address. */
export interface PageImage {
  url: string;
  alt: string;
}

/** Typed data that a page carries for machines; each list holds what was found, in page order. */
export interface StructuredData {
  json_ld: unknown[];
  microdata: unknown[];
  rdfa: unknown[];
  open_graph: Record<string, string | string[]>;
  twitter: Record<string, string | string[]>;
  /** Embedded state of frameworks, by the name of its variable or script id. */
  embedded: Record<string, unknown>;
}

/** A call that a page's scripts made. A document: wire names. */
export interface NetworkCall {
  url: string;
  method: string;
  /** Null when no answer came. */
  status: number | null;
  content_type: string | null;
  /** Bytes of the answer's body as it travelled. */
  bytes: number;
  /** Milliseconds from the start of the call to the end of its answer. */
  ms: number;
  /** The answer, where it is JSON and not too large. */
  json?: unknown;
}

/** What a page says about itself. Absent means that the page does not say. */
export interface PageMetadata {
  title?: string;
  description?: string;
  language?: string;
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

/** A heading and what stands under it; offsets and lengths are Unicode code points of the whole Markdown. */
export interface Section {
  id: string;
  title: string;
  /** 1 to 6; 0 for the text before the first heading. */
  level: number;
  offset: number;
  length: number;
}

/** A passage that answers `focus`, best first; offsets and lengths are Unicode code points. */
export interface Passage {
  offset: number;
  length: number;
  /** Relevance, higher is better; comparable within one answer only. */
  score: number;
  /** Id of the section that holds the passage, or null before the first heading. */
  section: string | null;
  text: string;
}

/** What steps gave, each kind in the order of its steps; pictures and prints by address. */
export interface StepResults {
  screenshots: string[];
  scrapes: Array<{ url: string; html: string }>;
  javascript_returns: Array<{ type: string; value: unknown }>;
  pdfs: string[];
}

/** The values of an attribute that was asked for, in page order. */
export interface CollectedAttribute {
  selector: string;
  attribute: string;
  values: string[];
}

/**
 * One page as every door gives it (spec.md section 2). A document: what is answered, stored and signed carries its wire
 * names in the code as well, so that there is one shape and no mapping between twins.
 */
export interface PageResult {
  status: PageStatus;
  /** The address as it was asked for. */
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
  /** Address of the picture, for whoever holds a key of the account. */
  screenshot?: string;
  network?: NetworkCall[];
  /** What was found of the values asked for, in the shape of their schema; null where nothing was. */
  json?: Json;
  /** JSON pointers into `json`: values that the page does not show. */
  json_unverified?: string[];
  attributes?: CollectedAttribute[];
  /** Present where steps were asked for that give something. */
  actions?: StepResults;
  /** Where the whole Markdown of a long page can be read with `GET /v1/read`. */
  ref?: string;
  /** When `ref` stops working. */
  expires_at?: string;
  /** Code points of the whole Markdown. */
  length: number;
  /** True when `markdown` holds less than the whole. */
  truncated: boolean;
  /** Present when `focus` was asked. */
  passages?: Passage[];
  warnings: Warning[];
  error?: PageError;
  receipt: Receipt;
}
