import { sql } from 'kysely';
import type { JobWait } from '../../domain/resources/job.ts';
import type { Database } from '../../store/database.ts';
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

/** Pauses a job that runs, and notifies its webhook. Does nothing to a job that is paused or has ended. */
export async function pauseJob(
  database: Database,
  jobId: string,
  { wait, notes, now }: JobPause,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
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
    await emitJobEvent(transaction, row, 'job.paused', { ...wait }, now);
    await notifyJobChange(transaction, jobId);
  });
}
