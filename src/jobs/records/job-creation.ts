import { reserveCredits } from '../../account/credits/reservations.ts';
import type { JobType } from '../../domain/resources/job.ts';
import type { ThirdPartyHook } from '../../domain/resources/third-party-hook.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { inTransaction } from '../../store/transaction.ts';
import { computeSlice, reservationMs } from './job-credits.ts';
import { notifyJobChange } from './job-signals.ts';

/** URL that a job has to read. */
export interface NewUrl {
  kind: 'page' | 'sitemap';
  url: string;
  /** See `addressDigest`. */
  digest: Buffer;
  depth: number;
}

/** New job over pages. */
export interface NewJob {
  type: JobType;
  accountId: string;
  requestId: string;
  /** Input of the job's work; never returned to callers. */
  command: unknown;
  /** Request parameters without secrets. */
  params: Record<string, unknown>;
  /** Maximum number of delivered pages. */
  pageLimit: number;
  /** Maximum cost of one page in credits. */
  pageCredits: number;
  webhook: string | null;
  /** Third-party webhook format; absent for the service's own. */
  hook?: ThirdPartyHook;
  startUrl: string;
  /** Start URLs, at least one of them a page. */
  seeds: readonly NewUrl[];
}

/**
 * Writes the job with its first URLs and a first slice of credits in one transaction, and wakes the workers. Throws
 * Failure `insufficient_credits` if not even one page can be paid. `within` runs in that transaction, after the job
 * exists.
 */
export async function createJob(
  database: Database,
  job: NewJob,
  now: Date,
  inSameTransaction?: (transaction: DatabaseTransaction, jobId: string) => Promise<void>,
): Promise<string> {
  const jobId = newIdentifier('job', now);
  await inTransaction(database, async (transaction) => {
    const [reservation = null] = await reserveCredits(
      transaction,
      [
        {
          accountId: job.accountId,
          credits: computeSlice(job.pageLimit, job.pageCredits),
          minCredits: job.pageCredits,
          requestId: job.requestId,
          jobId,
          expiresAt: addMs(now, reservationMs),
        },
      ],
      now,
    );
    if (reservation === null) {
      throw new Failure(
        'insufficient_credits',
        `The account does not have the ${job.pageCredits} credits that one page may cost. Add credits and try again.`,
      );
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
    await notifyJobChange(transaction, jobId);
    await inSameTransaction?.(transaction, jobId);
  });
  return jobId;
}
