import { sql } from 'kysely';
import { lockAccounts } from '../account/lock-accounts.ts';
import { type SettledRequest, writeRequests } from '../account/write-requests.ts';
import type { JobError } from '../domain/job.ts';
import { type PageStatus, pageStatuses } from '../domain/outcome.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import type { ClaimedJob, ClaimedPage } from './frontier-claim.ts';
import { endJob } from './job-end.ts';

/** What a run of a task came to, ready to be written. */
export interface FinishedTask {
  job: ClaimedJob;
  page: Pick<ClaimedPage, 'id' | 'attempt' | 'digest'>;
  workerId: string;
  /** History, charges, receipts and contents. */
  entry: SettledRequest;
  /** The answer without its receipt, packed (`packDocument`); null when there is none to keep. */
  result: { page: Uint8Array; bytes: number; receiptId: string } | null;
  /** Why the job failed, or null. */
  error: JobError | null;
  now: Date;
  /** Milliseconds that an ended job is kept. */
  keepMs: number;
  /** As in `TaskEnd`. */
  isCut?: boolean;
  within?(transaction: DatabaseTransaction, now: Date): Promise<void>;
}

function countedAs(task: FinishedTask): PageStatus {
  const known = pageStatuses.find((status) => status === task.entry.status);
  return known ?? (task.error === null ? 'ok' : 'failed');
}

/** Whether this worker still has the task: its job is locked, and its row, which the job's end leaves alone, is done with. */
async function takeOver(transaction: DatabaseTransaction, task: FinishedTask) {
  const { job, page, workerId, isCut = false } = task;
  const row = await transaction
    .selectFrom('jobs')
    .select(['job_id', 'account_id', 'webhook', 'delivered'])
    .where('job_id', '=', job.jobId)
    .where('status', '=', isCut ? 'cancelled' : 'running')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const mine = await transaction
    .updateTable('frontier')
    .set({ state: 'done', worker_id: null })
    .where('id', '=', page.id)
    .where('state', '=', 'running')
    .where('worker_id', '=', workerId)
    .where('attempt', '=', page.attempt)
    .executeTakeFirst();
  return mine.numUpdatedRows > 0n ? row : null;
}

/**
 * Ends the task's job with its result, charges and history in one transaction, fenced by worker and attempt; false when it
 * was taken from this worker or has ended, and nothing is written. One that was cut is only charged, and only when its job
 * was cancelled. Throws as `writeRequests` does when it is not paid for.
 */
export async function finishTask(database: Database, task: FinishedTask): Promise<boolean> {
  const { job, page, entry, result, error, now, keepMs } = task;
  const status = countedAs(task);
  return database.transaction().execute(async (transaction) => {
    const row = await takeOver(transaction, task);
    if (row === null) return false;
    // Before anything is charged: what this writes may take long, and a charge locks the account.
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
          url: entry.url ?? job.startUrl,
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
