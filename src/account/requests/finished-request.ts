import type { KeptError } from '../../domain/pages/outcome.ts';
import type { Origin } from '../../domain/resources/account.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { CachedPage } from '../../store/pages/cached-pages.ts';
import type { NewContent } from '../../store/pages/contents.ts';
import type { IdempotentResponse } from './idempotency.ts';

/** A finished request: its history entry and all data that is stored with it. */
export interface FinishedRequest {
  requestId: string;
  accountId: string;
  keyId: string | null;
  /** Time at which it was received. */
  at: Date;
  tool: string;
  origin: Origin;
  /** Page status for page operations, otherwise `ok` or the error code. */
  status: string;
  country: string | null;
  url: string | null;
  /** Credits charged, the sum of `charges`. */
  credits: number;
  ms: number;
  error: KeptError | null;
  /** Already masked, as the schema of the operation says. */
  params: Record<string, unknown>;
  /** Page receipts first; the request's own receipt last. */
  receipts: Receipt[];
  charges: Array<{ credits: number; pages: number | null; note: string | null }>;
  /** Released together with the charges. */
  reservationId: string | null;
  contents: NewContent[];
  /** Page results for the cache. */
  cached?: readonly CachedPage[];
  /** Response for its Idempotency-Key, if it has one that is not stored yet. */
  idempotentResponse?: IdempotentResponse | null;
  /** Job that it belongs to, stated in the ledger. */
  jobId?: string;
  /** False if it costs nothing and is recorded elsewhere: it is written a moment later, and a crash may lose it. */
  isDurable: boolean;
}
