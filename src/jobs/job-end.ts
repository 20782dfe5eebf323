import { addMs } from '../domain/clock.ts';
import type { JobEnd, JobError } from '../domain/job.ts';
import type { WebhookEventType } from '../domain/webhook.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { findHook, hookedData } from './hook-events.ts';
import { notifyOfJob } from './job-signals.ts';
import { emitEvents } from './webhooks/events.ts';

/** What of a job's row decides whom to tell. */
export interface ToldJob {
  job_id: string;
  account_id: string;
  webhook: string | null;
}

/** Writes an event for the job's webhook, when it has one. */
export async function tellOf(
  transaction: DatabaseTransaction,
  job: ToldJob,
  type: WebhookEventType,
  data: Record<string, unknown>,
  at: Date,
): Promise<void> {
  if (job.webhook === null) return;
  const { account_id: accountId, job_id: jobId, webhook: url } = job;
  const told = await findHook(transaction, jobId);
  const messages = told === null || told.hook === null ? [data] : hookedData(told.hook, type, data);
  await emitEvents(
    transaction,
    messages.map((message) => ({ accountId, jobId, type, url, data: message, at })),
  );
}

/** Ends a job whose row the caller has locked: its reservation goes, and whoever waits is told. */
export async function endJob(
  transaction: DatabaseTransaction,
  job: ToldJob,
  end: { status: JobEnd; error: JobError | null; now: Date; keepMs: number },
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
  await tellOf(transaction, job, `job.${status}`, data, now);
  await notifyOfJob(transaction, job.job_id);
}

/** Fails a job that still runs; does nothing to one that has ended. */
export async function failJob(
  database: Database,
  jobId: string,
  error: JobError,
  now: Date,
  keepMs: number,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('jobs')
      .select(['job_id', 'account_id', 'webhook'])
      .where('job_id', '=', jobId)
      .where('status', 'in', ['queued', 'running'])
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row !== undefined) await endJob(transaction, row, { status: 'failed', error, now, keepMs });
  });
}
