import type { Principal } from '../../domain/resources/account.ts';
import type { DatasetDocument } from '../../domain/resources/dataset.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import { setSchedule } from '../../jobs/schedule/schedules.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { sealSource, sealWebhook } from '../../store/sealed-columns.ts';
import type { NewDataset } from './dataset-request.ts';
import { findDataset } from './find-datasets.ts';
import { mergeAndNotify } from './refresh/merge-and-notify.ts';
import { startRefresh } from './refresh/start-refresh.ts';

/**
 * Inserts a dataset in the caller's transaction, with its given records or with the job of its first refresh. Returns
 * the new dataset.
 */
export async function createDataset(
  transaction: DatabaseTransaction,
  dataset: NewDataset,
  caller: { principal: Principal; requestId: string },
  now: Date,
): Promise<DatasetDocument> {
  const { principal, requestId } = caller;
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
      source: sealSource(transaction, datasetId, dataset.source),
      recipe_id: null,
      key: dataset.key === null ? null : JSON.stringify(dataset.key),
      fields: '[]',
      country: dataset.country,
      strict_country: dataset.strictCountry,
      webhook: sealWebhook(transaction, accountId, dataset.webhook),
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
    const request = { datasetId, acceptsDrop: false, principal, requestId, origin: 'job' as const };
    await startRefresh(transaction, request, now);
  } else {
    const run = {
      datasetId,
      runId: null,
      records: dataset.records,
      isComplete: true,
      acceptsDrop: true,
      at: now,
    };
    await mergeAndNotify(transaction, run, null);
  }
  return (await findDataset(transaction, accountId, datasetId, now)) as DatasetDocument;
}
