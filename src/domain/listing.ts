import type { PageStatus } from './outcome.ts';
import type { FieldRule, SourceKind } from './records.ts';

/** Where the value of a header or cookie comes from. Secrets are never kept: what a site hands out is fetched anew. */
export type ValueOrigin =
  | { kind: 'fixed'; value: string }
  /** A cookie that the page's answer sets. */
  | { kind: 'cookie'; name: string }
  /** Text of the page, or of the script at `url`, between two pieces of text. */
  | { kind: 'text'; url: string | null; before: string; after: string };

/** A request of a page's scripts that can be sent again without the page. A document: recipes keep it. */
export interface CallTemplate {
  method: 'GET' | 'POST';
  url: string;
  /** JSON text, or null. */
  body: string | null;
  headers: Record<string, ValueOrigin>;
  cookies: Record<string, ValueOrigin>;
}

/** How the records of a listing are got again. A document: recipes keep it. */
export interface ListingSource {
  kind: SourceKind;
  /** The call that brings them, or null where the page itself does. */
  call: CallTemplate | null;
  /** Whether the page has to be read in a browser. */
  isRendered: boolean;
  recordPath: string;
  rules: Record<string, FieldRule>;
  /** Part of the records that held each field when this was found. */
  filled: Record<string, number>;
  /** Short signature of the records' keys. */
  layout: string;
}

/** Where in a request the number or cursor of a page stands: a parameter of the query, a segment of the path, or JSON. */
export type PagingPlace =
  | { in: 'query'; name: string }
  | { in: 'path'; index: number }
  | { in: 'body'; path: string };

/** How one gets from a page of records to the next. A document: recipes keep it. */
export type PagingWay =
  /** There is one page. */
  | { kind: 'none' }
  /** By the link that the page itself shows. */
  | { kind: 'link' }
  /** By a number that grows: of the page, or of the first record. */
  | { kind: 'number'; place: PagingPlace; from: number; step: number }
  /** By a token of the answer before. */
  | { kind: 'cursor'; place: PagingPlace; path: string }
  /** By an address in the answer before. */
  | { kind: 'address'; path: string }
  /** By the answer's `Link` header (RFC 8288). */
  | { kind: 'header' };

/** A way, and where an answer says whether there is more. Pointers into the answer, or null. */
export interface Paging {
  way: PagingWay;
  more: string | null;
  total: string | null;
  pages: string | null;
  /** Records of a full page, as far as is known. */
  size: number;
}

/** How a recipe's last run went. A document. */
export interface RecipeRun {
  at: string;
  status: PageStatus;
  records: number;
  complete: boolean;
}
