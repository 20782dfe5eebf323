import { reserveCredits } from '../account/reservations.ts';
import { addMs } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import { newIdentifier } from '../domain/identifier.ts';
import type { JobType } from '../domain/job.ts';
import type { Hook } from '../domain/third-party-hook.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { reservedForMs, sliceOf } from './job-credits.ts';
import { notifyOfJob } from './job-signals.ts';

/** An address that a job is to look at. */
export interface NewAddress {
  kind: 'page' | 'sitemap';
  url: string;
  /** See `addressDigest`. */
  digest: Buffer;
  depth: number;
}

/** A job over pages that is about to begin. */
export interface NewJob {
  type: JobType;
  accountId: string;
  requestId: string;
  /** What the work is done from; never shown. */
  command: unknown;
  /** What was asked, masked. */
  params: Record<string, unknown>;
  /** Pages delivered at most. */
  pageLimit: number;
  /** Credits that one page may cost. */
  pageCredits: number;
  webhook: string | null;
  /** How the webhook is told in a third party's way; absent for our own. */
  hook?: Hook;
  startUrl: string;
  /** At least one page. */
  seeds: readonly NewAddress[];
}

/**
 * Writes the job with its first addresses and a first slice of credits, in one transaction, and wakes the workers.
 * Throws Failure `insufficient_credits` when not even one page can be paid. `within` runs in that transaction, after the
 * job is there.
 */
export async function createJob(
  database: Database,
  job: NewJob,
  now: Date,
  within?: (transaction: DatabaseTransaction, jobId: string) => Promise<void>,
): Promise<string> {
  const jobId = newIdentifier('job', now);
  await database.transaction().execute(async (transaction) => {
    const [reservation = null] = await reserveCredits(
      transaction,
      [
        {
          accountId: job.accountId,
          credits: sliceOf(job.pageLimit, job.pageCredits),
          atLeast: job.pageCredits,
          requestId: job.requestId,
          jobId,
          expiresAt: addMs(now, reservedForMs),
        },
      ],
      now,
    );
    if (reservation === null) {
      throw new Failure('insufficient_credits', 'the account has too few credits for a single page');
    }
    await transaction
      .insertInto('jobs')
      .values({
        job_id: jobId,
        account_id: job.accountId,
        request_id: job.requestId,
        type: job.type,
        status: 'queued',
        created_at: now,
        served_at: now,
        command: JSON.stringify(job.command),
        params: JSON.stringify(job.params),
        page_limit: job.pageLimit,
        page_credits: job.pageCredits,
        webhook: job.webhook,
        hook: job.hook === undefined ? null : JSON.stringify(job.hook),
        reservation_id: reservation.reservationId,
        start_url: job.startUrl,
        discovered: job.seeds.filter((seed) => seed.kind === 'page').length,
        queued: job.seeds.filter((seed) => seed.kind === 'page').length,
        chores: job.seeds.filter((seed) => seed.kind !== 'page').length,
      })
      .execute();
    await transaction
      .insertInto('frontier')
      .values(job.seeds.map((seed) => ({ job_id: jobId, state: 'queued' as const, ...seed })))
      .execute();
    await notifyOfJob(transaction, jobId);
    await within?.(transaction, jobId);
  });
  return jobId;
}
