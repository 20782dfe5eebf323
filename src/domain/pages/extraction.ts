import type { OfferOptions, PageOffer } from './offer.ts';
import type { Warning } from './outcome.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A JSON Schema as sent by the caller: an object that is not yet validated. */
export type JsonSchema = Record<string, unknown>;

/**
 * Extraction methods in the order in which they run (docs/api/values-and-records.md#extract). `derived` values follow from other
 * values of the page, or from a text such as "3 days ago" and the time of the fetch.
 */
export const extractMethods = ['page_data', 'selector', 'heuristic', 'derived', 'model'] as const;

/** One of {@link extractMethods}. */
export type ExtractMethod = (typeof extractMethods)[number];

/** Evidence for an extracted value. Part of the API: `evidence` of a result (docs/api/values-and-records.md#extract). */
export interface Evidence {
  method: ExtractMethod;
  /** Visible text, an attribute or meta tag, or JSON embedded in the page. */
  source: 'visible' | 'attribute' | 'json';
  /** Location of the value: a CSS-like path, `meta[property=…]`, or `json_ld[0].offers.price`. */
  locator: string;
  /** The quoted source text, unchanged, at most 300 characters. */
  quote: string;
  /** True if the page contains the value but does not show it, or if only the format of the value supports it. */
  weak?: true;
}

/** One scalar of the result, found on a page. Crosses threads: plain data only. */
export interface FoundValue {
  /** JSON Pointer (RFC 6901) into the result's data; list entries by index: `/reviews/0/author`. */
  pointer: string;
  /** Already parsed and coerced to the schema's type. */
  value: string | number | boolean;
  evidence: Evidence;
  /** True if the visible text of the page contains it, in any equivalent form. */
  isGrounded: boolean;
  /** 0 to 1; comparable between values of one method. */
  confidence: number;
  /** Index of the tree node that shows it, or -1. Valid only in the thread that found it. */
  node: number;
}

/** Rules learned for a layout. Only `extract/selectors` interprets `rules`. */
export interface StoredLayout {
  layoutId: string;
  /** Plain data of at most about 100 kB. */
  rules: unknown;
}

/**
 * Selectors learned from a page, to be written to the store by the caller. Only `extract/selectors` interprets
 * `lesson`.
 */
export interface LayoutUpdate {
  /** Id of the layout that was recognized, or null for a new one. */
  layoutId: string | null;
  /** Registrable domain and generalized URL pattern: the first part of the layout key. */
  site: string;
  /** JSON Pointers of the values that it covers. */
  pointers: string[];
  lesson: unknown;
}

/** A piece of a page as sent to a model. */
export interface PageBlock {
  /** Short and unique on the page: `b12`. */
  id: string;
  text: string;
  /** CSS-like path of the element in which it begins. */
  locator: string;
  /** Index of the first tree node; `to` is one past the last. */
  from: number;
  to: number;
}

/** Values to extract from a page besides its content. Crosses a thread boundary: plain data only. */
export interface ExtractJob {
  /**
   * Size-limited and validated by the interface; null selects the page's own typed data, or the values that `prompt`
   * names.
   */
  schema: JsonSchema | null;
  prompt: string | null;
  /** Rules stored for the page's site, best match first; empty if nothing was learned. */
  layouts: StoredLayout[];
  /** True if selectors may be learned from the page. */
  learns: boolean;
  /** Maximum tokens of blocks for a model if fields stay open; 0 if no model is configured. */
  blockTokens: number;
  /**
   * Verified values from a model, to learn selectors from when the same page is processed a second time; empty the
   * first time.
   */
  taught: FoundValue[];
  /** Time of the fetch (ISO 8601), or of the capture of an archived copy; without it, "3 days ago" is no date. */
  fetchedAt?: string;
  /** Present if the page's offer is requested: its price, availability and product. */
  offer?: OfferOptions;
}

/** Values found by a content thread. */
export interface PageExtraction {
  /** Best grounded value of each pointer, in the order of the methods. */
  values: FoundValue[];
  /**
   * Pointers of schema fields (`*` for list entries) without a value and, if blocks for a model were requested, those
   * with only a heuristic guess.
   */
  open: string[];
  /** Blocks for the model; empty if none were requested or no field is open. */
  blocks: PageBlock[];
  /** Visible text of the page, at most 200,000 characters, for grounding after the thread has finished. */
  visibleText: string;
  /** BCP 47, or null. */
  language: string | null;
  lesson: LayoutUpdate | null;
  /** True if text of the page was read with OCR: what a model finds in it is weak, too. */
  isRecognized?: true;
  /** Schema derived from `prompt` or from the page's own data; null if the caller sent one. */
  schema: JsonSchema | null;
  warnings: Warning[];
  /** Present if it was requested. */
  offer?: PageOffer;
}
