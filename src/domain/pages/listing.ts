import type { PageStatus } from './outcome.ts';
import type { FieldRule, SourceKind } from './records.ts';

/** Origin of a header or cookie value. Secrets are not stored: values that a site issues are fetched again. */
export type ValueOrigin =
  | { kind: 'fixed'; value: string }
  /** A cookie that the response of the page sets. */
  | { kind: 'cookie'; name: string }
  /** Text of the page, or of the script at `url`, between two pieces of text. */
  | { kind: 'text'; url: string | null; before: string; after: string };

/** A request of a page's scripts that can be replayed without the page. Stored in recipes. */
export interface CallTemplate {
  method: 'GET' | 'POST';
  url: string;
  /** JSON text, or null. */
  body: string | null;
  headers: Record<string, ValueOrigin>;
  cookies: Record<string, ValueOrigin>;
}

/** How to read the records of a listing again. Stored in recipes. */
export interface ListingSource {
  kind: SourceKind;
  /** Call that returns the records, or null if the page itself contains them. */
  call: CallTemplate | null;
  /** True if the page must be read in a browser. */
  isRendered: boolean;
  recordPath: string;
  rules: Record<string, FieldRule>;
  /** Share of the records that had each field when the source was found. */
  filled: Record<string, number>;
  /** Short signature of the record keys. */
  layout: string;
}

/** Location of the page number or cursor in a request: a query parameter, a path segment, or a JSON body. */
export type PagingLocation =
  | { in: 'query'; name: string }
  | { in: 'path'; index: number }
  | { in: 'body'; path: string };

/** How to get from one page of records to the next. Stored in recipes. */
export type PagingMethod =
  /** There is only one page. */
  | { kind: 'none' }
  /** Follows the link, the form or the range that the page shows, or its `Link` header. */
  | { kind: 'link' }
  /** Increments a number: of the page, or of the first record. */
  | { kind: 'number'; place: PagingLocation; from: number; step: number }
  /** Sends a token from the previous response. */
  | { kind: 'cursor'; place: PagingLocation; path: string }
  /** Requests a URL from the previous response. */
  | { kind: 'address'; path: string }
  /** Follows the `Link` response header (RFC 8288). */
  | { kind: 'header' };

/** A paging method, and JSON Pointers (or null) to the values of a response that tell whether more pages follow. */
export interface Paging {
  way: PagingMethod;
  more: string | null;
  total: string | null;
  pages: string | null;
  /** Records of a full page, as far as known. */
  size: number;
}

/** Result of a recipe's last run. Part of the API. */
export interface RecipeRun {
  at: string;
  status: PageStatus;
  records: number;
  complete: boolean;
}
