import type { Reservations } from '../account/reservations.ts';
import { findRecipe } from '../capabilities/collect/recipe-store.ts';
import { deleteDataset, scheduleDataset } from '../capabilities/datasets/change-dataset.ts';
import { createDataset } from '../capabilities/datasets/create-dataset.ts';
import type { NewDataset } from '../capabilities/datasets/dataset-request.ts';
import { datasetOperations } from '../capabilities/datasets/datasets.ts';
import { exportDataset, findExport } from '../capabilities/datasets/export-dataset.ts';
import { exportOperations } from '../capabilities/datasets/exports.ts';
import { findDataset, listDatasets } from '../capabilities/datasets/find-datasets.ts';
import { readChanges } from '../capabilities/datasets/read-changes.ts';
import {
  createCollectReader,
  createRecipeReader,
  type RunOperation,
} from '../capabilities/datasets/read-operation.ts';
import { createPagesReader } from '../capabilities/datasets/read-pages.ts';
import { readRecords } from '../capabilities/datasets/read-records.ts';
import { createRefreshWork } from '../capabilities/datasets/refresh-work.ts';
import { startRefresh } from '../capabilities/datasets/start-refresh.ts';
import type { DatasetDocument } from '../domain/dataset.ts';
import { Failure, type Fault } from '../domain/failure.ts';
import { shortestGapMs } from '../domain/schedule.ts';
import type { FetchPage } from '../fetching/page-fetcher.ts';
import type { TaskWork } from '../jobs/task-work.ts';
import type { Operation } from '../operations/operation.ts';
import type { Registry } from '../operations/registry.ts';
import type { Database } from '../store/database.ts';
import type { Footing } from './footing.ts';
import { modelOf } from './model.ts';
import { performInTask } from './tasks.ts';

async function recipeFaults(database: Database, { source }: NewDataset, accountId: string): Promise<Fault[]> {
  if (source.kind !== 'recipe' || (await findRecipe(database, accountId, source.rid)) !== null) return [];
  return [{ pointer: '/source/rid', detail: 'there is no such recipe' }];
}

/** The operations about datasets. */
export function composeDatasets(footing: Footing): Operation[] {
  const { database, blobs, clock, settings } = footing;
  const find = async (accountId: string, datasetId: string, now: Date) =>
    (await findDataset(database, accountId, datasetId, now)) as DatasetDocument;
  const exports = exportOperations({
    exportDataset: (owner, wish, now, signal) =>
      exportDataset({ database, blobs, keepMs: settings.keep.files }, owner, wish, now, signal),
    findExport: (wanted, now) => findExport(database, wanted, now),
    openContent: (digest, range) => blobs.open(digest, range),
    clock,
  });
  const operations = datasetOperations({
    async faultsOf(dataset, accountId, now) {
      const gap = dataset.schedule === null ? null : shortestGapMs(dataset.schedule, now);
      const detail = `runs must be ${settings.minIntervalMs / 1_000} seconds apart at least (WEBDATA_MIN_INTERVAL)`;
      return [
        ...(gap !== null && gap < settings.minIntervalMs ? [{ pointer: '/schedule', detail }] : []),
        ...(await recipeFaults(database, dataset, accountId)),
      ];
    },
    createDataset: (dataset, by, now, commit) =>
      database.transaction().execute(async (transaction) => {
        const created = await createDataset(transaction, dataset, by, now);
        await commit(transaction, created);
        return created;
      }),
    listDatasets: (accountId, page, now) => listDatasets(database, accountId, page, now),
    findDataset: (accountId, datasetId, now) => findDataset(database, accountId, datasetId, now),
    deleteDataset: (accountId, datasetId, now) =>
      deleteDataset(database, { accountId, datasetId }, { now, keepMs: settings.keep.pages }),
    readRecords: (accountId, datasetId, page) => readRecords(database, accountId, datasetId, page),
    readChanges: (accountId, datasetId, page) => readChanges(database, accountId, datasetId, page),
    startRefresh: (wish, now, commit) =>
      database.transaction().execute(async (transaction) => {
        const { jobId } = await startRefresh(transaction, wish, now);
        await commit(transaction, { did: wish.datasetId, jid: jobId });
        return jobId;
      }),
    async schedule(accountId, datasetId, schedule, now) {
      const { minIntervalMs } = settings;
      await scheduleDataset(database, { accountId, datasetId }, schedule, { now, minIntervalMs });
      return find(accountId, datasetId, now);
    },
    clock,
  });
  return [...operations, ...exports];
}

/** What the refreshes of datasets are made of. */
export interface RefreshParts {
  registry: Registry;
  /** Reads pages together with values on them. */
  fetchPage: FetchPage;
  reservations: Reservations;
}

/** Refreshing datasets as the work of jobs. */
export function composeRefreshing(footing: Footing, parts: RefreshParts): TaskWork {
  const { database, clock, signer } = footing;
  const { registry, fetchPage, reservations } = parts;
  const runOperation: RunOperation = (name, input, context) => {
    const operation = registry.find((one) => one.name === name);
    if (operation === undefined) throw new Failure('unavailable', `nothing here does ${name}`);
    return performInTask(operation, input, context, clock);
  };
  return createRefreshWork({
    database,
    readers: {
      recipe: createRecipeReader(runOperation),
      collect: createCollectReader(runOperation),
      extract: createPagesReader({
        fetchPage,
        reservations,
        signer,
        clock,
        hasModel: modelOf(footing) !== null,
      }),
    },
    clock,
  });
}
