import { sql } from 'kysely';
import type { JobWait } from '../../domain/resources/job.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { storableJson } from '../../store/storable.ts';
import { emitJobEvent } from './job-end.ts';
import { notifyJobChange } from './job-signals.ts';

/** A pause that the work of a job asks for. */
export interface JobPause {
  /** The reason, which the job shows until it is resumed. */
  wait: JobWait;
  /** State of the job’s work. */
  notes: unknown;
  now: Date;
}

/**
 * Pauses a job that runs, in the transaction of the caller. Notifies its webhook, unless the job continues after the
 * renewal of its login. Does nothing to a job that is paused or has ended.
 */
export async function pauseJobWithin(
  transaction: DatabaseTransaction,
  jobId: string,
  { wait, notes, now }: JobPause,
): Promise<void> {
  const row = await transaction
    .updateTable('jobs')
    .set({
      paused: true,
      waiting: sql`${storableJson(wait)}::jsonb`,
      notes: storableJson(notes),
    })
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'running'])
    .where('paused', '=', false)
    .returning(['job_id', 'account_id', 'webhook'])
    .executeTakeFirst();
  if (row === undefined) return;
  if (wait.renewal === undefined) await emitJobEvent(transaction, row, 'job.paused', { ...wait }, now);
  await notifyJobChange(transaction, jobId);
}

/** Pauses a job as {@link pauseJobWithin} does, in a transaction of its own. */
export async function pauseJob(database: Database, jobId: string, pause: JobPause): Promise<void> {
  await database.transaction().execute((transaction) => pauseJobWithin(transaction, jobId, pause));
}

/** End of the renewal of a login, for which jobs may wait. */
export interface RenewalEnd {
  accountId: string;
  runId: string;
  /** Whether the login works again. */
  isRenewed: boolean;
  /** Why it does not; for the jobs that wait on. */
  message: string;
  now: Date;
}

/**
 * Resumes the jobs that wait for the renewal of a login. If it failed, they stay paused until they are resumed, and their
 * webhooks are notified.
 */
export async function endRenewalPauses(transaction: DatabaseTransaction, end: RenewalEnd): Promise<void> {
  const { accountId, runId, isRenewed, message, now } = end;
  const waiting = isRenewed
    ? sql`null`
    : sql`(waiting::jsonb - 'renewal') || jsonb_build_object('message', ${message}::text)`;
  const { rows } = await sql<{
    job_id: string;
    account_id: string;
    webhook: string | null;
    waiting: JobWait | null;
  }>`
    update jobs set paused = ${!isRenewed}, waiting = ${waiting}
    where account_id = ${accountId} and paused and status in ('queued', 'running') and waiting->>'renewal' = ${runId}
    returning job_id, account_id, webhook, waiting
  `.execute(transaction);
  for (const row of rows) {
    if (!isRenewed) await emitJobEvent(transaction, row, 'job.paused', { ...row.waiting }, now);
    await notifyJobChange(transaction, row.job_id);
  }
}
