import type { PageErrorCode, PageStatus } from '../pages/outcome.ts';
import type { ExitReport } from './exit.ts';
import type { ModelUse } from './model.ts';
import type { Charge, Route } from './rate-card.ts';

/** One attempt to fetch a page. */
export interface Attempt {
  route: Route;
  exit_country: string | null;
  /** `ok`, or the error code. */
  outcome: 'ok' | PageErrorCode;
  status_code: number | null;
  ms: number;
  /** Bytes transferred for this attempt. */
  bytes: number;
}

/** Verdict of robots.txt on the URL, and whether it was respected. */
export interface RobotsReport {
  policy: 'respect' | 'ignore';
  /** `unknown` if robots.txt could not be read in time. */
  verdict: 'allowed' | 'disallowed' | 'unknown';
}

/**
 * Signed statement of what was observed and charged (docs/api/pages.md#receipts). Names as on the wire. `signature` is a
 * detached JWS (RFC 7515 appendix F, EdDSA) over the RFC 8785 form of all other fields.
 */
export interface Receipt {
  version: 1;
  id: string;
  /** Id of the instance that signed. */
  issuer: string;
  request_id: string;
  /** URL as requested, with its secrets masked; null on the receipt of a request for many pages. */
  url: string | null;
  /** SHA-256 (hex) of the complete URL; present if `url` is masked. */
  url_sha256?: string;
  /** Method of the request; present if it is not GET. */
  method?: string;
  final_url: string | null;
  /** SHA-256 (hex) of the complete `final_url`; present if `final_url` is masked. */
  final_url_sha256?: string;
  status: PageStatus | null;
  status_code: number | null;
  /** Id of the receipt of the original result, for a `cache` result. */
  derived_from: string | null;
  /** Route that returned the result; null if pages of one request used different routes. */
  route: Route | null;
  exit: ExitReport | null;
  credits: number;
  charges: Charge[];
  attempts: Attempt[];
  fetched_at: string;
  /** Milliseconds from the start to the end of the work. */
  ms: number;
  bytes: number;
  /** SHA-256 (hex) of the decoded body in UTF-8, as in `raw_html`; null if no body was received. */
  content_sha256: string | null;
  /** SHA-256 (hex) of the bytes of a file that the caller sent; present if `route` is `upload`. */
  file_sha256?: string;
  /**
   * SHA-256 (hex) of the canonical JSON (RFC 8785) of the result with which the receipt was delivered; absent if the
   * receipt states work whose result was not delivered, and in receipts of earlier versions.
   */
  result_sha256?: string;
  /** SHA-256 (hex) of single parts of that result, such as `markdown`. */
  parts_sha256?: Record<string, string>;
  robots: RobotsReport | null;
  /** Id of the saved login with which the page was read; absent without one. */
  login?: string;
  /** Model usage, whether it helped or not; absent if no model was called. */
  model?: ModelUse;
  /** Ids of the pages' receipts, on the receipt of a request for many pages. */
  pages?: string[];
  signature: string;
}

export type UnsignedReceipt = Omit<Receipt, 'signature'>;
