import type { Json } from './extraction.ts';
import type { NetworkCall } from './page.ts';

/** Where records of a page may stand (api.md section 7, inspect). */
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

/** What values of records can be. */
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

/** One of {@link valueTypes}: what the values of one place in records are, judged by what stands there. */
export type ValueType = (typeof valueTypes)[number];

/**
 * What has to be done to a value of a source before it is what the page shows: minor units of money divided, seconds or
 * milliseconds since 1970 as a date, text put around a part of an address.
 */
export type Transform =
  | { kind: 'divide'; by: number }
  | { kind: 'epoch'; unit: 's' | 'ms' }
  | { kind: 'template'; before: string; after: string };

/** How a field is read from a record. A document: recipes keep it. */
export interface FieldRule {
  /** JSON pointers (RFC 6901) into a record of the source; the first that holds a value counts. */
  paths: string[];
  transform: Transform | null;
  type: ValueType;
}

/** How the records of a source are read. */
export interface RecordReading {
  kind: SourceKind;
  /**
   * JSON pointer of the list in the source's data, `*` for every entry of a list on the way; of tables and listings the
   * place in the page, which only tells several apart.
   */
  path: string;
  /** By the field as it was asked for. Fields that nothing was found for are absent. */
  rules: Record<string, FieldRule>;
}

/** A call of a page's scripts, with what it takes to send it again. Its headers may hold secrets: it never leaves the process. */
export interface CapturedCall extends NetworkCall {
  /** Headers of the request, names in lower case, the cookies among them. */
  requestHeaders: Record<string, string>;
  /** The request's body as text, or null. */
  body: string | null;
}

/** An answer of the page's own calls, as far as records are looked for in it. */
export interface CapturedAnswer {
  /** Place of the call among those handed in. */
  call: number;
  kind: 'api' | 'graphql';
  json: unknown;
}

/** A response, and what records are wanted of it. Crosses a thread boundary: plain data only. */
export interface RecordsJob {
  /** The body before its character set. Nobody writes to it once it is handed over. */
  bytes: Uint8Array;
  url: string;
  /** Response headers in lower case. */
  headers: Record<string, string>;
  /** JSON that the page's scripts fetched; empty where no browser read it. */
  answers: CapturedAnswer[];
  /** What to return per record, in words; null to tell what there is. */
  fields: string[] | null;
  /** The source to be read, where it is known; else it is looked for. */
  reading: RecordReading | null;
  /** JSON pointers into records that somebody said fields stand at; nothing else is then tried for these. */
  pinned?: Record<string, string>;
}

/** A place in the records of a source, with one value of it. */
export interface FoundKey {
  /** JSON pointer into a record. */
  name: string;
  type: ValueType;
  example: Json;
}

/** A field of the order, as a source has it. */
export interface MappedField {
  rule: FieldRule;
  /** 0 to 1: how surely this is what was meant. */
  confidence: number;
  /** Part of the records that hold a value. */
  filled: number;
  /** Part of the values that the page shows in the record's own place; null when nothing could be compared. */
  verified: number | null;
}

/** Records as they were asked for. */
export interface ReadRecords {
  /** Every record holds exactly the fields asked for. */
  records: Record<string, Json>[];
  /** One a record: the same for the same thing on another page. */
  ids: string[];
  /** JSON pointers into `records` of values that the page was looked at for and does not show. */
  unverified: string[];
  /** Records that could be compared with what the page shows. */
  checked: number;
}

/** What an answer says of the pages beside it. */
export interface PagingSigns {
  /** JSON pointers and what stood there. */
  next: { path: string; value: string } | null;
  cursor: { path: string; value: string } | null;
  more: { path: string; value: boolean } | null;
  total: { path: string; value: number } | null;
  pages: { path: string; value: number } | null;
}

/** A list of records that a page has. */
export interface FoundSource {
  kind: SourceKind;
  path: string;
  /** The call whose answer it stands in, or null for the page itself. */
  call: number | null;
  count: number;
  keys: FoundKey[];
  /** Part of the page's own records that it accounts for in their order; null where the page shows none. */
  shown: number | null;
  /** How much it looks like what the page is about; comparable within one page. */
  score: number;
  /** One a row, to be compared with those of another answer. */
  ids: string[];
  /** Short signature of the records' keys, in hexadecimal. */
  layout: string;
  paging: PagingSigns | null;
  /** Present where fields were asked for: by field, those that were found. */
  fields?: Record<string, MappedField>;
  read?: ReadRecords;
}

/** A way to the next page that a page itself shows. */
export interface PageLinks {
  next: string | null;
  /** How it was told: `rel`, `label` or `number`. */
  by: 'rel' | 'label' | 'number' | null;
  /** The highest page number that is linked, or null. */
  last: number | null;
}

/** What was found on a response. Plain data: crosses threads. */
export interface PageFindings {
  /** Best first. */
  sources: FoundSource[];
  links: PageLinks;
  feeds: string[];
  sitemaps: string[];
  /** Whether the response is data rather than a page: nothing is shown that values could be compared with. */
  isData: boolean;
  /** Of data: what stands beside and above its lists, by JSON pointer. */
  scalars: Record<string, string | number | boolean | null>;
  /** Addresses of the page's own scripts, for tokens that stand in them. */
  scripts: string[];
}
