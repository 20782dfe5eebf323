import type { Origin } from '../domain/account.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { CachedPage } from '../store/cached-pages.ts';
import type { NewContent } from '../store/contents.ts';
import type { KeptAnswer } from './idempotency.ts';

/** A request that is over: its history entry and all that is stored together with it. */
export interface FinishedRequest {
  requestId: string;
  accountId: string;
  keyId: string | null;
  /** When it came. */
  at: Date;
  tool: string;
  origin: Origin;
  /** Page status for page operations, else `ok` or the problem's code. */
  status: string;
  country: string | null;
  url: string | null;
  /** Credits charged, the sum of `charges`. */
  credits: number;
  ms: number;
  error: { code: string; message: string } | null;
  /** Masked already (`maskParams`). */
  params: Record<string, unknown>;
  /** Page receipts first; the request's own last. */
  receipts: Receipt[];
  charges: Array<{ credits: number; pages: number | null; note: string | null }>;
  /** Released with the charges. */
  reservationId: string | null;
  contents: NewContent[];
  /** Results to be given again on request. */
  cached?: readonly CachedPage[];
  /** The answer to its Idempotency-Key, when it has one that is not kept yet. */
  keptAnswer?: KeptAnswer | null;
  /** The job that it was done for, told of in the ledger. */
  jobId?: string;
  /** False for what costs nothing and is known elsewhere: it is written a moment later, and a crash may lose it. */
  durable: boolean;
}
