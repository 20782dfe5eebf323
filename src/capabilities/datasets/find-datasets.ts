import type { Selectable } from 'kysely';
import type { DatasetDocument, DatasetSource } from '../../domain/resources/dataset.ts';
import { maskWebhook } from '../../domain/secrets/mask-address.ts';
import { readSchedules, type ScheduleView } from '../../jobs/schedule/schedules.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { DatasetsTable } from '../../store/schema.ts';
import { openSource, openWebhook } from '../../store/sealed-columns.ts';

type DatasetRow = Selectable<DatasetsTable> & { job_status: string | null };

const unknownExit = { country: null, warnings: [] };

/** A page of an account's datasets, newest first. */
export interface DatasetPage {
  offset: number;
  limit: number;
}

function selectDatasets(database: Database | DatabaseTransaction, accountId: string) {
  return database
    .selectFrom('datasets')
    .leftJoin('jobs', 'jobs.job_id', 'datasets.refresh_job')
    .selectAll('datasets')
    .select('jobs.status as job_status')
    .where('datasets.account_id', '=', accountId);
}

function toDocument(
  database: Database | DatabaseTransaction,
  row: DatasetRow,
  view: ScheduleView | undefined,
): DatasetDocument {
  const webhook = openWebhook(database, row.account_id, row.webhook);
  const isRefreshing = row.job_status === 'queued' || row.job_status === 'running';
  return {
    did: row.dataset_id,
    name: row.name,
    source: openSource(database, row.dataset_id, row.source) as DatasetSource,
    key: row.key,
    fields: row.fields,
    country: row.country,
    strict_country: row.strict_country,
    counts: { active: row.active, missing: row.missing, removed: row.removed },
    last_seq: row.last_seq,
    created_at: row.created_at.toISOString(),
    // Reports of earlier versions have no exit.
    last_refresh: row.last_refresh === null ? null : { ...unknownExit, ...row.last_refresh },
    refreshing: isRefreshing ? row.refresh_job : null,
    schedule: view?.schedule ?? null,
    next_run_at: view?.nextRunAt?.toISOString() ?? null,
    next_runs: (view?.nextRuns ?? []).map((run) => run.toISOString()),
    webhook: webhook === null ? null : maskWebhook(webhook),
    removed_after: row.removed_after,
  };
}

/** Returns a dataset for responses; null when the account has no such dataset. */
export async function findDataset(
  database: Database | DatabaseTransaction,
  accountId: string,
  datasetId: string,
  now: Date,
): Promise<DatasetDocument | null> {
  const row = await selectDatasets(database, accountId)
    .where('datasets.dataset_id', '=', datasetId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const schedules = await readSchedules(database, 'dataset', [datasetId], now);
  return toDocument(database, row, schedules.get(datasetId));
}

/** Returns an account's datasets, newest first, and their total. */
export async function listDatasets(
  database: Database,
  accountId: string,
  { offset, limit }: DatasetPage,
  now: Date,
): Promise<{ datasets: DatasetDocument[]; total: number }> {
  const rows = await selectDatasets(database, accountId)
    .orderBy('datasets.dataset_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await database
    .selectFrom('datasets')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const ids = rows.map((row) => row.dataset_id);
  const schedules = await readSchedules(database, 'dataset', ids, now);
  return { datasets: rows.map((row) => toDocument(database, row, schedules.get(row.dataset_id))), total };
}
