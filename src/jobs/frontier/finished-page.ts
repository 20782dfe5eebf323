import { createHash } from 'node:crypto';
import type { PageStatus, Warning } from '../../domain/pages/outcome.ts';
import type { SkipCounts } from '../../domain/resources/job.ts';
import type { Route } from '../../domain/resources/rate-card.ts';
import type { StoredContent } from '../../store/pages/contents.ts';
import type { NewUrl } from '../records/create-job.ts';
import type { PackedDocument } from '../records/packed-document.ts';

/** Page in the form in which it is stored and returned. */
export interface DeliveredPage {
  /** Digest of the URL that answered: each such URL is delivered once. */
  digest: Buffer;
  /** Requested URL. */
  url: string;
  status: PageStatus;
  credits: number;
  /** Route of the page, for usage statistics. */
  route: Route | null;
  /** Country of its exit; null if unknown. */
  country: string | null;
  /** The page without its receipt. */
  document: PackedDocument;
  receiptId: string;
  /** JSON of the receipt. */
  receipt: string;
  content: StoredContent | null;
}

/** Result of one row of the frontier. */
export interface FinishedPage {
  id: number;
  attempt: number;
  /** Line of the list that the page was read for; null or absent without one. */
  line?: number | null;
  kind: NewUrl['kind'];
  url: string;
  digest: Buffer;
  depth: number;
  /**
   * `skipped` for rows that are not pages and pages that are not delivered; `robots` if robots.txt excludes the page.
   */
  outcome: 'delivered' | 'robots' | 'skipped';
  delivered: DeliveredPage | null;
  /** Discovered URLs within the job's limits. */
  found: readonly NewUrl[];
  /** URLs discovered before, to which a shorter path was found. */
  nearer: readonly NewUrl[];
  /** Numbers of URLs that are left out, by reason. */
  skipped: SkipCounts;
  /**
   * Digests of URLs that probably serve the same page: its own, and others. When the page was read, none of the others was
   * delivered, and no page named one of them as canonical. If that changes before it is stored, it is not stored and
   * returns to the queue, to be compared. Empty for a page that was compared.
   */
  variants?: readonly Buffer[];
  /** Digests of other URLs that the page names as its canonical URL: later pages under them are compared with it. */
  canonicals?: readonly Buffer[];
  /** Warnings for the owner of the job. */
  warnings: readonly Warning[];
  /** Final URL of the job's start page; null to keep the job's site. */
  startUrl: string | null;
}

/** Rows of one job that one worker has finished. */
export interface PageGroup {
  jobId: string;
  accountId: string;
  webhook: string | null;
  pages: readonly FinishedPage[];
  /** New state of the job's work; left out to keep the stored one. */
  notes?: unknown;
}

/** Returns the key of a URL in a job's frontier: the first 16 bytes of SHA-256 of the canonical URL. */
export function computeUrlDigest(canonical: string): Buffer {
  return createHash('sha256').update(canonical).digest().subarray(0, 16);
}
