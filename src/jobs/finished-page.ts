import { createHash } from 'node:crypto';
import type { PageStatus, Warning } from '../domain/outcome.ts';
import type { Route } from '../domain/rate-card.ts';
import type { StoredContent } from '../store/contents.ts';
import type { NewAddress } from './job-creation.ts';

/** A page as it is stored and answered. */
export interface DeliveredPage {
  /** Of the address that answered: what is delivered under one is delivered once. */
  digest: Buffer;
  /** As asked. */
  url: string;
  status: PageStatus;
  credits: number;
  /** How it came, for what is summed up of usage. */
  route: Route | null;
  /** Where its exit lies; null when nobody knows. */
  country: string | null;
  /** The page's JSON without its receipt, compressed with Zstandard. */
  page: Uint8Array;
  /** Bytes of that JSON. */
  bytes: number;
  receiptId: string;
  /** The receipt's JSON. */
  receipt: string;
  content: StoredContent | null;
}

/** What came of one row of the frontier. */
export interface FinishedPage {
  id: number;
  attempt: number;
  url: string;
  digest: Buffer;
  /** A row that is no page, or a page that is not delivered, is `skipped`; `robots` when robots rules exclude it. */
  outcome: 'delivered' | 'robots' | 'skipped';
  delivered: DeliveredPage | null;
  /** Addresses found, within the job's bounds. */
  found: readonly NewAddress[];
  /** Addresses found before, by a longer way. */
  nearer: readonly NewAddress[];
  /** Things that the job's owner should know. */
  warnings: readonly Warning[];
  /** Where the job's start page really lies; null to leave the job's site as it is. */
  startUrl: string | null;
}

/** What tells addresses apart in a job's frontier: the first 16 bytes of SHA-256 of the canonical address. */
export function addressDigest(canonical: string): Buffer {
  return createHash('sha256').update(canonical).digest().subarray(0, 16);
}
