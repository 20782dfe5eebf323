import { sql } from 'kysely';
import { lockAccounts } from '../../account/credits/lock-accounts.ts';
import { type StorableRequest, writeRequests } from '../../account/requests/write-requests.ts';
import { type PageStatus, pageStatuses } from '../../domain/pages/outcome.ts';
import type { JobError } from '../../domain/resources/job.ts';
import { maskAddress } from '../../domain/secrets/mask-address.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { ClaimedJob, ClaimedPage } from '../frontier/frontier-claim.ts';
import { endJob } from '../records/job-end.ts';

/** Result of a task run, ready to be written. */
export interface FinishedTask {
  job: ClaimedJob;
  page: Pick<ClaimedPage, 'id' | 'attempt' | 'digest'>;
  workerId: string;
  /** History entry, charges, receipts and contents. */
  entry: StorableRequest;
  /** Packed response without its receipt (`packDocument`); null if there is none. */
  result: { page: Uint8Array; bytes: number; receiptId: string } | null;
  /** Error of a failed job, or null. */
  error: JobError | null;
  now: Date;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  /** See `TaskEnd`. */
  isCut?: boolean;
  within?(transaction: DatabaseTransaction, now: Date): Promise<void>;
}

function findCountedStatus(task: FinishedTask): PageStatus {
  const known = pageStatuses.find((status) => status === task.entry.status);
  return known ?? (task.error === null ? 'ok' : 'failed');
}

/** Failed task of which only the failure can be written. */
export interface AbortedTask
  extends Pick<FinishedTask, 'job' | 'page' | 'workerId' | 'now' | 'keepMs' | 'within'> {
  error: JobError;
}

/** Locks the job and marks its row as done; returns null if this worker no longer owns the task. */
async function lockOwnedTask(
  transaction: DatabaseTransaction,
  task: Pick<FinishedTask, 'job' | 'page' | 'workerId' | 'isCut'>,
) {
  const { job, page, workerId, isCut = false } = task;
  const row = await transaction
    .selectFrom('jobs')
    .select(['job_id', 'account_id', 'webhook', 'delivered'])
    .where('job_id', '=', job.jobId)
    .where('status', '=', isCut ? 'cancelled' : 'running')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const owned = await transaction
    .updateTable('frontier')
    .set({ state: 'done', worker_id: null })
    .where('id', '=', page.id)
    .where('state', '=', 'running')
    .where('worker_id', '=', workerId)
    .where('attempt', '=', page.attempt)
    .executeTakeFirst();
  return owned.numUpdatedRows > 0n ? row : null;
}

/**
 * Ends the task's job with result, charges and history in one transaction, fenced by worker and attempt; false if
 * this worker no longer owns the task or the job has ended, in which case nothing is written. An interrupted run is
 * only charged, and only if its job was cancelled. Throws as `writeRequests` does if the charge is not covered.
 */
export async function finishTask(database: Database, task: FinishedTask): Promise<boolean> {
  const { job, page, entry, result, error, now, keepMs } = task;
  const status = findCountedStatus(task);
  return database.transaction().execute(async (transaction) => {
    const row = await lockOwnedTask(transaction, task);
    if (row === null) return false;
    // Runs before the charge, because it may take long and a charge locks the account.
    await task.within?.(transaction, now);
    await lockAccounts(transaction, [entry.accountId]);
    await writeRequests(transaction, [entry]);
    if (task.isCut === true) {
      await transaction
        .updateTable('jobs')
        .set({ charged: sql`charged + ${entry.credits}::bigint` })
        .where('job_id', '=', job.jobId)
        .execute();
      return true;
    }
    if (result !== null) {
      await transaction
        .insertInto('results')
        .values({
          job_id: job.jobId,
          ordinal: row.delivered,
          frontier_id: page.id,
          digest: page.digest,
          status,
          url: maskAddress(entry.url ?? job.startUrl),
          ref: null,
          receipt_id: result.receiptId,
          bytes: result.bytes,
          page: Buffer.from(result.page),
        })
        .execute();
    }
    await transaction
      .updateTable('jobs')
      .set({
        [status]: sql`${sql.ref(status)} + 1`,
        delivered: row.delivered + (result === null ? 0 : 1),
        counted: sql`counted + 1`,
        charged: sql`charged + ${entry.credits}::bigint`,
      })
      .where('job_id', '=', job.jobId)
      .execute();
    await endJob(transaction, row, {
      status: error === null ? 'completed' : 'failed',
      error,
      now,
      keepMs,
    });
    return true;
  });
}

/**
 * Fails the task's job without history and charges, fenced like `finishTask`; false if this worker no longer owns the
 * task or the job has ended. Used if the complete failure cannot be written.
 */
export async function abortTask(database: Database, task: AbortedTask): Promise<boolean> {
  const { error, now, keepMs } = task;
  return database.transaction().execute(async (transaction) => {
    const row = await lockOwnedTask(transaction, task);
    if (row === null) return false;
    await task.within?.(transaction, now);
    await endJob(transaction, row, { status: 'failed', error, now, keepMs });
    return true;
  });
}
