import type { FinalJobStatus, JobError } from '../../domain/resources/job.ts';
import type { WebhookEventType } from '../../domain/resources/webhook.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { emitEvents } from '../webhooks/events.ts';
import { createHookMessages, findHookOfJob } from './hook-events.ts';
import { emptyJobs } from './job-secrets.ts';
import { notifyJobChange } from './job-signals.ts';

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

/** Ends a job whose row the caller has locked: deletes its reservation and notifies waiting callers. */
export async function endJob(
  transaction: DatabaseTransaction,
  job: NotifiedJob,
  end: { status: FinalJobStatus; error: JobError | null; now: Date; keepMs: number },
): Promise<void> {
  const { status, error, now, keepMs } = end;
  const row = await transaction
    .updateTable('jobs')
    .set({
      status,
      paused: false,
      error: error === null ? null : JSON.stringify(error),
      finished_at: now,
      expires_at: addMs(now, keepMs),
      reservation_id: null,
      queued: 0,
      running: 0,
      chores: 0,
    })
    .where('job_id', '=', job.job_id)
    .returning(['delivered', 'charged'])
    .executeTakeFirstOrThrow();
  await transaction.deleteFrom('reservations').where('job_id', '=', job.job_id).execute();
  const data = { status, pages: row.delivered, credits: row.charged, ...(error !== null && { error }) };
  await emitJobEvent(transaction, job, `job.${status}`, data, now);
  await emptyJobs(transaction, [job.job_id]);
  await notifyJobChange(transaction, job.job_id);
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
