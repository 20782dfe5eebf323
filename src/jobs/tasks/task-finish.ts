import { sql } from 'kysely';
import { lockAccounts } from '../../account/credits/lock-accounts.ts';
import { type StorableRequest, writeRequests } from '../../account/requests/write-requests.ts';
import { type PageStatus, pageStatuses } from '../../domain/pages/outcome.ts';
import type { JobError } from '../../domain/resources/job.ts';
import { maskAddress } from '../../domain/secrets/mask-address.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import type { ClaimedJob, ClaimedPage } from '../frontier/frontier-claim.ts';
import { endJob, type NotifiedJob } from '../records/job-end.ts';

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

/** What a run changes in its job apart from its end. */
interface RunCounts {
  status: PageStatus;
  credits: number;
  url: string;
  result: FinishedTask['result'];
}

/**
 * Locks the job, marks its row as done, and with `counts` stores its result and counts it; returns null, without changes, if this
 * worker no longer owns the task.
 */
async function endOwnedRow(
  transaction: DatabaseTransaction,
  { job, page, workerId, isCut = false }: Pick<FinishedTask, 'job' | 'page' | 'workerId' | 'isCut'>,
  counts: RunCounts | null,
): Promise<NotifiedJob | null> {
  const isCounted = counts !== null && !isCut;
  const result = isCounted ? counts.result : null;
  const counter = sql.ref(counts?.status ?? 'ok');
  const { rows } = await sql<NotifiedJob>`${sql.raw(preparedMarker)}
    with job as (
      select job_id, account_id, webhook, delivered from jobs
      where job_id = ${job.jobId}::text and status = ${isCut ? 'cancelled' : 'running'}::text for no key update
    ),
    owned as (
      update frontier set state = 'done', worker_id = null from job
      where frontier.id = ${page.id}::bigint and frontier.job_id = job.job_id and state = 'running'
        and worker_id = ${workerId}::text and attempt = ${page.attempt}::integer
      returning id
    ),
    stored as (
      insert into results (job_id, ordinal, frontier_id, digest, status, url, receipt_id, bytes, page)
      select job_id, delivered, id, ${page.digest}::bytea, ${counts?.status ?? null}::text, ${counts?.url ?? null}::text,
        ${result?.receiptId ?? null}::text, ${result?.bytes ?? null}::integer,
        ${result === null ? null : Buffer.from(result.page)}::bytea
      from job cross join owned where ${result !== null}::boolean
      returning job_id
    ),
    counted as (
      update jobs set charged = charged + ${counts?.credits ?? 0}::bigint,
        ${counter} = ${counter} + ${isCounted ? 1 : 0}::integer, counted = counted + ${isCounted ? 1 : 0}::integer,
        delivered = jobs.delivered + (select count(*) from stored)
      from owned where job_id = ${job.jobId}::text and ${counts !== null}::boolean
    )
    select job.* from job cross join owned
  `.execute(transaction);
  return rows[0] ?? null;
}

/**
 * Ends the task's job with result, charges and history in one transaction, fenced by worker and attempt; false if
 * this worker no longer owns the task or the job has ended, in which case nothing is written. An interrupted run is
 * only charged, and only if its job was cancelled. Throws as `writeRequests` does if the charge is not covered.
 */
export async function finishTask(database: Database, task: FinishedTask): Promise<boolean> {
  const { job, entry, result, error, now, keepMs, workerId } = task;
  const counts = {
    status: findCountedStatus(task),
    credits: entry.credits,
    url: maskAddress(entry.url ?? job.startUrl),
    result,
  };
  return database.transaction().execute(async (transaction) => {
    const row = await endOwnedRow(transaction, task, counts);
    if (row === null) return false;
    // Runs before the charge, because it may take long and a charge locks the account.
    await task.within?.(transaction, now);
    await lockAccounts(transaction, [entry.accountId]);
    await writeRequests(transaction, [entry]);
    if (task.isCut === true) return true;
    const status = error === null ? 'completed' : 'failed';
    await endJob(transaction, row, { status, error, now, keepMs, workerId });
    return true;
  });
}

/**
 * Fails the task's job without history and charges, fenced like `finishTask`; false if this worker no longer owns the
 * task or the job has ended. Used if the complete failure cannot be written.
 */
export async function abortTask(database: Database, task: AbortedTask): Promise<boolean> {
  const { error, now, keepMs, workerId } = task;
  return database.transaction().execute(async (transaction) => {
    const row = await endOwnedRow(transaction, task, null);
    if (row === null) return false;
    await task.within?.(transaction, now);
    await endJob(transaction, row, { status: 'failed', error, now, keepMs, workerId });
    return true;
  });
}
