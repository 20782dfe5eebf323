import { sql } from 'kysely';
import type { FinalJobStatus, JobError } from '../../domain/resources/job.ts';
import type { WebhookEventType } from '../../domain/resources/webhook.ts';
import { addMs } from '../../domain/system/clock.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { emitEvents } from '../webhooks/events.ts';
import { createHookMessages, findHookOfJob } from './hook-events.ts';
import { endedCommand, maskUrls, type SuspectUrls, selectSuspectUrls } from './job-secrets.ts';
import { jobChangeNotification } from './job-signals.ts';

/** Fields of a job that determine who is notified. */
export interface NotifiedJob {
  job_id: string;
  account_id: string;
  webhook: string | null;
}

/** Writes an event for the job's webhook, if it has one. */
export async function emitJobEvent(
  transaction: DatabaseTransaction,
  job: NotifiedJob,
  type: WebhookEventType,
  data: Record<string, unknown>,
  at: Date,
): Promise<void> {
  if (job.webhook === null) return;
  const { account_id: accountId, job_id: jobId, webhook: url } = job;
  const hookOfJob = await findHookOfJob(transaction, jobId);
  const messages =
    hookOfJob === null || hookOfJob.hook === null ? [data] : createHookMessages(hookOfJob.hook, type, data);
  await emitEvents(
    transaction,
    messages.map((message) => ({ accountId, jobId, type, url, data: message, at })),
  );
}

/** End of a job. */
export interface JobEnd {
  status: FinalJobStatus;
  error: JobError | null;
  now: Date;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  /** Worker that ends it and no longer works on it; absent for anyone else. */
  workerId?: string;
}

/**
 * Ends a job whose row the caller has locked: deletes its reservation, empties its command if no page can be read with it any
 * more, and notifies waiting callers.
 */
export async function endJob(
  transaction: DatabaseTransaction,
  job: NotifiedJob,
  { status, error, now, keepMs, workerId }: JobEnd,
): Promise<void> {
  const { rows } = await sql<SuspectUrls & { delivered: number; charged: number }>`${sql.raw(preparedMarker)}
    with ended as (
      update jobs set status = ${status}::text, paused = false,
        error = ${error === null ? null : JSON.stringify(error)}::json, finished_at = ${now.toISOString()}::timestamptz,
        expires_at = ${addMs(now, keepMs).toISOString()}::timestamptz, reservation_id = null, queued = 0, running = 0,
        chores = 0, command = ${endedCommand(status === 'completed')}
      where job_id = ${job.job_id}::text
      returning job_id, delivered, charged, command, start_url
    ),
    released as (delete from reservations where job_id = ${job.job_id}::text)
    select delivered, charged, ${selectSuspectUrls(sql`ended`)}, ${jobChangeNotification(sql`ended.job_id`, workerId)}
    from ended
  `.execute(transaction);
  const row = itemAt(rows, 0);
  await maskUrls(transaction, job.job_id, row);
  const data = { status, pages: row.delivered, credits: row.charged, ...(error !== null && { error }) };
  await emitJobEvent(transaction, job, `job.${status}`, data, now);
}

/** Options of failing a job. */
export interface FailOptions {
  now: Date;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  /** Runs in the same transaction, before the job ends. */
  within?(transaction: DatabaseTransaction, job: { accountId: string; type: string }): Promise<void>;
  /** True to write no webhook event. */
  isSilent?: boolean;
}

/** Fails a job that has not ended; does nothing to a job that has ended. */
export async function failJob(
  database: Database,
  jobId: string,
  error: JobError,
  { now, keepMs, within, isSilent = false }: FailOptions,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('jobs')
      .select(['job_id', 'account_id', 'type', 'webhook'])
      .where('job_id', '=', jobId)
      .where('status', 'in', ['queued', 'running'])
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row === undefined) return;
    await within?.(transaction, { accountId: row.account_id, type: row.type });
    const notifiedJob = isSilent ? { ...row, webhook: null } : row;
    await endJob(transaction, notifiedJob, { status: 'failed', error, now, keepMs });
  });
}
