import { sql } from 'kysely';
import { Failure } from '../../domain/failure.ts';
import type { Schedule } from '../../domain/schedule.ts';
import { actOnJob } from '../../jobs/job-actions.ts';
import { dropSchedule, refuseTooOften, setSchedule } from '../../jobs/schedules.ts';
import type { Database } from '../../store/database.ts';

function missing(): Failure {
  return new Failure('not_found', 'there is no such dataset');
}

/** Gives a dataset a schedule in place of any it had. Throws as the operation says. */
export async function scheduleDataset(
  database: Database,
  { accountId, datasetId }: { accountId: string; datasetId: string },
  schedule: Schedule,
  { now, minIntervalMs }: { now: Date; minIntervalMs: number },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('datasets')
      .select('source_kind')
      .where('dataset_id', '=', datasetId)
      .where('account_id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row === undefined) throw missing();
    if (row.source_kind === 'records') {
      throw new Failure('conflict', 'records that were given have no source to be refreshed from');
    }
    refuseTooOften(schedule, minIntervalMs, now, '');
    await setSchedule(transaction, { kind: 'dataset', subjectId: datasetId, accountId }, schedule, now);
  });
}

/** Removes a dataset with all that belongs to it, and cancels the refresh that is under way. */
export async function deleteDataset(
  database: Database,
  { accountId, datasetId }: { accountId: string; datasetId: string },
  { now, keepMs }: { now: Date; keepMs: number },
): Promise<void> {
  const refreshJob = await database.transaction().execute(async (transaction) => {
    // Its files are gone at once; the sweep takes their bytes.
    await sql`
      update blobs set expires_at = ${now.toISOString()}::timestamptz from dataset_exports as export
      where export.dataset_id = ${datasetId} and export.account_id = ${accountId} and blobs.blob_id = export.blob_id
    `.execute(transaction);
    const row = await transaction
      .deleteFrom('datasets')
      .where('dataset_id', '=', datasetId)
      .where('account_id', '=', accountId)
      .returning('refresh_job')
      .executeTakeFirst();
    if (row === undefined) throw missing();
    await dropSchedule(transaction, 'dataset', datasetId);
    return row.refresh_job;
  });
  if (refreshJob === null) return;
  try {
    await actOnJob(database, accountId, refreshJob, 'cancel', { now, keepMs });
  } catch (error) {
    // It has ended, or was removed: there is nothing to cancel.
    if (!(error instanceof Failure) || (error.kind !== 'conflict' && error.kind !== 'not_found')) throw error;
  }
}
