import type { ExitReport } from './exit.ts';
import type { ModelUse } from './model.ts';
import type { PageErrorCode, PageStatus } from './outcome.ts';
import type { Charge, Route } from './rate-card.ts';

/** One try to get a page. */
export interface Attempt {
  route: Route;
  exit_country: string | null;
  /** `ok`, or the code of what went wrong. */
  outcome: 'ok' | PageErrorCode;
  status_code: number | null;
  ms: number;
  /** Bytes that came over the wire for this try. */
  bytes: number;
}

/** What robots.txt says of the address, and whether that was obeyed. */
export interface RobotsReport {
  policy: 'respect' | 'ignore';
  /** `unknown` when robots.txt could not be read in time. */
  verdict: 'allowed' | 'disallowed' | 'unknown';
}

/**
 * What was observed and charged, signed (api.md section 3). A document in wire names; `signature` is a detached JWS
 * (RFC 7515 appendix F, EdDSA) over the RFC 8785 form of everything else.
 */
export interface Receipt {
  version: 1;
  id: string;
  /** Id of the instance that signed. */
  issuer: string;
  request_id: string;
  /** The address as it was asked for; null on the receipt of a request for many pages. */
  url: string | null;
  final_url: string | null;
  status: PageStatus | null;
  status_code: number | null;
  /** Id of the receipt behind a `cache` result. */
  derived_from: string | null;
  /** The route that gave the result; null when pages of one request came by different ones. */
  route: Route | null;
  exit: ExitReport | null;
  credits: number;
  charges: Charge[];
  attempts: Attempt[];
  fetched_at: string;
  /** Milliseconds from the start of the work to its end. */
  ms: number;
  bytes: number;
  /** SHA-256 (hex) of the decoded body's UTF-8 form, as in `raw_html`; null when no body came. */
  content_sha256: string | null;
  robots: RobotsReport | null;
  /** What a small model was asked, whether it helped or not; absent when none was called. */
  model?: ModelUse;
  /** Ids of the pages' receipts, on the receipt of a request for many pages. */
  pages?: string[];
  signature: string;
}

/** A receipt before it is signed. */
export type UnsignedReceipt = Omit<Receipt, 'signature'>;
