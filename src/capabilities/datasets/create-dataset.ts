import type { Principal } from '../../domain/account.ts';
import type { DatasetDocument } from '../../domain/dataset.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import { setSchedule } from '../../jobs/schedules.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import type { NewDataset } from './dataset-request.ts';
import { findDataset } from './find-datasets.ts';
import { mergeAndTell } from './merge-and-tell.ts';
import { startRefresh } from './start-refresh.ts';

/**
 * Writes a dataset, in the caller's transaction: with the records it was given, or with the job of its first refresh. Answers
 * the dataset as it is then.
 */
export async function createDataset(
  transaction: DatabaseTransaction,
  dataset: NewDataset,
  by: { principal: Principal; requestId: string },
  now: Date,
): Promise<DatasetDocument> {
  const { principal, requestId } = by;
  const { accountId, keyId } = principal;
  const datasetId = newIdentifier('ds', now);
  await transaction
    .insertInto('datasets')
    .values({
      dataset_id: datasetId,
      account_id: accountId,
      key_id: keyId,
      name: dataset.name,
      source_kind: dataset.source.kind,
      source: JSON.stringify(dataset.source),
      recipe_id: null,
      key: dataset.key === null ? null : JSON.stringify(dataset.key),
      fields: '[]',
      country: dataset.country,
      webhook: dataset.webhook,
      removed_after: dataset.removedAfter,
      created_at: now,
      complete_at: null,
      merged_run: null,
      last_refresh: null,
      refresh_job: null,
    })
    .execute();
  if (dataset.schedule !== null) {
    const subject = { kind: 'dataset' as const, subjectId: datasetId, accountId };
    await setSchedule(transaction, subject, dataset.schedule, now);
  }
  if (dataset.records === null) {
    const wish = { datasetId, acceptsDrop: false, principal, requestId, origin: 'job' as const };
    await startRefresh(transaction, wish, now);
  } else {
    const run = {
      datasetId,
      runId: null,
      records: dataset.records,
      isComplete: true,
      acceptsDrop: true,
      at: now,
    };
    await mergeAndTell(transaction, run, null);
  }
  return (await findDataset(transaction, accountId, datasetId, now)) as DatasetDocument;
}
