import { sql } from 'kysely';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import type { Schedule } from '../../domain/resources/schedule.ts';
import { Failure } from '../../domain/system/failure.ts';
import { runJobAction } from '../../jobs/records/job-actions.ts';
import { assertMinInterval, dropSchedule, setSchedule } from '../../jobs/schedule/schedules.ts';
import type { Database } from '../../store/database.ts';
import { datasetKind } from './dataset-kinds.ts';

/**
 * Sets the schedule of a dataset. Rejects with Failure `not_found`, `conflict` for a dataset without a source, and
 * `invalid` for a schedule that runs too often.
 */
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
    if (row === undefined) throw missingResource(datasetKind);
    if (row.source_kind === 'records') {
      throw new Failure(
        'conflict',
        'This dataset was created from records and has no source to refresh from.',
      );
    }
    assertMinInterval(schedule, minIntervalMs, now, '');
    await setSchedule(transaction, { kind: 'dataset', subjectId: datasetId, accountId }, schedule, now);
  });
}

/** Deletes a dataset and all its data, and cancels its running refresh. */
export async function deleteDataset(
  database: Database,
  { accountId, datasetId }: { accountId: string; datasetId: string },
  { now, keepMs }: { now: Date; keepMs: number },
): Promise<void> {
  const refreshJob = await database.transaction().execute(async (transaction) => {
    // The export files expire now; the sweep deletes their bytes.
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
    if (row === undefined) throw missingResource(datasetKind);
    await dropSchedule(transaction, 'dataset', datasetId);
    return row.refresh_job;
  });
  if (refreshJob === null) return;
  try {
    await runJobAction(database, accountId, refreshJob, 'cancel', { now, keepMs });
  } catch (error) {
    // The job has ended or was deleted: there is nothing to cancel.
    if (!(error instanceof Failure) || (error.kind !== 'conflict' && error.kind !== 'not_found')) throw error;
  }
}
