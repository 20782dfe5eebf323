import type { OfferWish, PageOffer } from './offer.ts';
import type { Warning } from './outcome.ts';

/** What JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A JSON Schema as a caller sent it: an object, not yet understood. */
export type JsonSchema = Record<string, unknown>;

/** How a value was found, in the order in which methods are asked (spec.md section 4.1, extract). */
export const extractMethods = ['page_data', 'selector', 'heuristic', 'model'] as const;

/** One of {@link extractMethods}. */
export type ExtractMethod = (typeof extractMethods)[number];

/** Where a value comes from. A document: this is what `evidence` of an answer holds (api.md section 7). */
export interface Evidence {
  method: ExtractMethod;
  /** Text that the page shows, an attribute or meta tag, or JSON that it carries. */
  source: 'visible' | 'attribute' | 'json';
  /** Where that is, for a person and for a program: a CSS-like path, `meta[property=…]`, or `json_ld[0].offers.price`. */
  locator: string;
  /** What stands there, as written, at most 300 characters. */
  quote: string;
  /** True when the page carries the value but shows it nowhere, or when nothing but its own shape speaks for it. */
  weak?: true;
}

/** One scalar of the answer, found on a page. Plain data: crosses threads. */
export interface FoundValue {
  /** JSON pointer (RFC 6901) into the answer's data; entries of lists by their index: `/reviews/0/author`. */
  pointer: string;
  /** Of the type that the schema asks for: parsers and coercion have run. */
  value: string | number | boolean;
  evidence: Evidence;
  /** Whether the page's visible text holds it, in any of its equivalent forms. */
  isGrounded: boolean;
  /** 0 to 1; comparable between values of one method. */
  confidence: number;
  /** Node of the tree that shows it, or -1. Means nothing outside of the thread that found it. */
  node: number;
}

/** A layout's rules and anything else that learned selectors keep. `extract/selectors` alone knows what is inside. */
export interface StoredLayout {
  layoutId: string;
  /** Plain data of at most some 100 kB. */
  rules: unknown;
}

/** What a page taught: to be written to the store by whoever asked. `extract/selectors` alone knows what is inside. */
export interface LayoutLesson {
  /** Of the layout that was seen again, or null for a new one. */
  layoutId: string | null;
  /** Registrable host and generalised address pattern: the first part of the layout key. */
  site: string;
  /** Places of the values that it teaches. */
  pointers: string[];
  lesson: unknown;
}

/** A piece of a page as a model is shown it. */
export interface PageBlock {
  /** Short and unique on the page: `b12`. */
  id: string;
  text: string;
  /** A CSS-like path of the element that it begins in. */
  locator: string;
  /** First and one past the last node of the tree. */
  from: number;
  to: number;
}

/** What a content thread is to find on a page beside its content. Crosses a thread boundary: plain data only. */
export interface ExtractJob {
  /** Bounded and checked at the edge; null asks for the page's own typed data, or for what `prompt` names. */
  schema: JsonSchema | null;
  prompt: string | null;
  /** Rules known for the page's site, best match first; empty when nothing was learned. */
  layouts: StoredLayout[];
  /** Whether the page may teach selectors. */
  learns: boolean;
  /** Tokens of blocks wanted for a model when fields stay open; 0 when no model is set up. */
  blockTokens: number;
  /**
   * Values that a model gave and that were verified, to be learned from when the same page is handed in a second time;
   * empty the first time.
   */
  taught: FoundValue[];
  /** Present where the page's offer is wanted as well: its price, availability and product. */
  offer?: OfferWish;
}

/** What a content thread found. */
export interface PageExtraction {
  /** The best grounded value of each place, by method order. */
  values: FoundValue[];
  /**
   * Pointers of schema fields (`*` for the entries of lists) that nothing was found for, and, when blocks are wanted for a
   * model, of those that rules could only guess.
   */
  open: string[];
  /** For the model; empty when none was wanted or nothing is open. */
  blocks: PageBlock[];
  /** What the page shows, at most 200,000 characters: for grounding after the thread is done. */
  visibleText: string;
  /** BCP 47, or null. */
  language: string | null;
  lesson: LayoutLesson | null;
  /** The schema that was made of `prompt`, or of the page's own data; null when one was given. */
  schema: JsonSchema | null;
  warnings: Warning[];
  /** Present where it was wanted. */
  offer?: PageOffer;
}
