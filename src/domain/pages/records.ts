import type { Json } from './extraction.ts';
import type { NetworkCall } from './page.ts';

/** Sources of records on a page (docs/api/values-and-records.md#inspect). */
export const sourceKinds = [
  'api',
  'graphql',
  'embedded',
  'json_ld',
  'microdata',
  'feed',
  'table',
  'listing',
] as const;

/** One of {@link sourceKinds}. */
export type SourceKind = (typeof sourceKinds)[number];

/** Types of record values. */
export const valueTypes = [
  'text',
  'number',
  'money',
  'currency',
  'boolean',
  'date',
  'url',
  'image',
  'email',
  'phone',
  'html',
  'list',
] as const;

/** One of {@link valueTypes}, inferred from the values at one place of all records. */
export type ValueType = (typeof valueTypes)[number];

/**
 * Conversion of a source value to the value that the page shows: minor currency units divided, seconds or milliseconds
 * since 1970 as a date, text around a part of a URL, or the only code of a text, such as the number of a file.
 */
export type Transform =
  | { kind: 'divide'; by: number }
  | { kind: 'epoch'; unit: 's' | 'ms' }
  | { kind: 'template'; before: string; after: string }
  | { kind: 'code' };

/** How to read a field from a record. Stored in recipes. */
export interface FieldRule {
  /** JSON Pointers (RFC 6901) into a record of the source; the first with a value counts. */
  paths: string[];
  transform: Transform | null;
  type: ValueType;
}

/** How to read the records of a source. */
export interface RecordReading {
  kind: SourceKind;
  /**
   * JSON Pointer of the list in the source's data, `*` for every entry of a list on the way; for tables and listings
   * the place in the page, used only to distinguish several.
   */
  path: string;
  /** By requested field. Fields that were not found are absent. */
  rules: Record<string, FieldRule>;
}

/**
 * A call of a page's scripts with the data needed to replay it. Its headers can contain secrets, so it never leaves the
 * process.
 */
export interface CapturedCall extends NetworkCall {
  /** Headers of the request, including cookies; names in lower case. */
  requestHeaders: Record<string, string>;
  /** Body of the request as text, or null. */
  body: string | null;
}

/** Response to one of the page's own calls, in which records are searched. */
export interface CapturedAnswer {
  /** Index of the call in the list of captured calls. */
  call: number;
  kind: 'api' | 'graphql';
  json: unknown;
}

/** A response and the records requested from it. Crosses a thread boundary: plain data only. */
export interface RecordsJob {
  /** Body before character decoding. Not modified after it is handed over. */
  bytes: Uint8Array;
  url: string;
  /** Response headers in lower case. */
  headers: Record<string, string>;
  /** JSON that the page's scripts fetched; empty if no browser read the page. */
  answers: CapturedAnswer[];
  /** Requested fields of each record, in words; null to list the sources. */
  fields: string[] | null;
  /** The source to read, if known; otherwise the sources are searched. */
  reading: RecordReading | null;
  /** JSON Pointers into records that the caller gave for fields; no other place is tried for these. */
  pinned?: Record<string, string>;
}

/** A place in the records of a source, with an example value. */
export interface FoundKey {
  /** JSON Pointer into a record. */
  name: string;
  type: ValueType;
  example: Json;
}

/** A requested field as found in a source. */
export interface MappedField {
  rule: FieldRule;
  /** 0 to 1: confidence that this is the requested field. */
  confidence: number;
  /** Share of the records with a value. */
  filled: number;
  /** Share of the values that the page shows at the record's own place; null if nothing could be compared. */
  verified: number | null;
}

/** Records with the requested fields. */
export interface ReadRecords {
  /** Every record has exactly the requested fields. */
  records: Record<string, Json>[];
  /** One id for each record: equal for the same item on another page. */
  ids: string[];
  /** JSON Pointers into `records` of values that the page does not show. */
  unverified: string[];
  /** Number of records that could be compared with the visible page. */
  checked: number;
}

/** Values of a response that describe other pages of the list: JSON Pointers and the values found there. */
export interface PagingHints {
  next: { path: string; value: string } | null;
  cursor: { path: string; value: string } | null;
  more: { path: string; value: boolean } | null;
  total: { path: string; value: number } | null;
  pages: { path: string; value: number } | null;
}

/** A list of records on a page. */
export interface FoundSource {
  kind: SourceKind;
  path: string;
  /** Index of the call whose response contains it, or null for the page itself. */
  call: number | null;
  count: number;
  keys: FoundKey[];
  /** Share of the page's visible records that it covers in their order; null if the page shows none. */
  shown: number | null;
  /** Index of the list of the page that shows its records: equal for sources of the same records; null if none does. */
  list: number | null;
  /** How likely it is the main list of the page; comparable only within one page. */
  score: number;
  /** One id for each record, to compare with those of another response. */
  ids: string[];
  /** Short signature of the record keys, in hexadecimal. */
  layout: string;
  paging: PagingHints | null;
  /** Present if fields were requested: the fields that were found. */
  fields?: Record<string, MappedField>;
  read?: ReadRecords;
}

/** Request for the next page of a list. */
export interface NextRequest {
  url: string;
  /** Form data (`application/x-www-form-urlencoded`) that is sent with POST; null for GET. */
  form: string | null;
}

/** Links to other pages of a list that the page shows. */
export interface PageLinks {
  next: string | null;
  /** How `next` was recognized: `rel`, `label` or `number`. */
  by: 'rel' | 'label' | 'number' | null;
  /** Highest linked page number, or null. */
  last: number | null;
}

/** A set of entries whose size the attributes of a page state (WAI-ARIA 1.2). */
export interface StatedSet {
  /** Null if the page states that it is unknown. */
  size: number | null;
  /** Number of its entries in the page, with headings of rows. */
  present: number;
}

/** What a page shows about the end of its listing. */
export interface ShownEnd {
  /** Number of all records that the page states, or null. */
  total: number | null;
  /** Numbers of the first and the last record on this page: "21-30 of 73"; null if it states only the total. */
  range: { from: number; to: number } | null;
  set: StatedSet | null;
  /** True if the page has a way to more records that is no link: a button, a choice of pages, a mark for scripts. */
  hasMore: boolean;
  /** True if scripts in the page react to scrolling or a timer and add content. */
  hasScripts: boolean;
  /** True if a document is longer than what was read. */
  isCut?: boolean;
}

/**
 * What a browser saw of the lists of a page while it scrolled to the end: `ended`: nothing was added any more; `growing`:
 * entries were still added; `replaced`: other entries took the place of the first ones.
 */
export type ScrolledLists = 'ended' | 'growing' | 'replaced';

/** Sources and links found in a response. Crosses threads: plain data only. */
export interface PageFindings {
  /** Best first. */
  sources: FoundSource[];
  links: PageLinks;
  /**
   * Next page of the list: the link of the page or of its `Link` header (RFC 8288), else its form, else the address
   * whose parameter continues the range that the page shows. Null if there is none of these, and for data.
   */
  next: NextRequest | null;
  feeds: string[];
  sitemaps: string[];
  /** True if the response is data instead of a page: there is no visible text to compare values with. */
  isData: boolean;
  /** For data: values beside and above its lists, by JSON Pointer. */
  scalars: Record<string, string | number | boolean | null>;
  /** URLs of the page's own scripts, to search for tokens. */
  scripts: string[];
  /** False if a browser would show no other content: the page has no script or frame that could add any. */
  canChange: boolean;
  /** Absent for data. */
  shownEnd?: ShownEnd;
}
