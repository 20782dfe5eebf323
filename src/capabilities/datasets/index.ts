import { createNamedSubject } from '../../account/requests/request-subjects.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import { shortestGapMs } from '../../domain/resources/schedule.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure, type ValidationError } from '../../domain/system/failure.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { Database } from '../../store/database.ts';
import { type CapabilityPorts, defineCapability } from '../capability.ts';
import { findRecipe } from '../collect/recipes/recipe-store.ts';
import { performInTask } from '../jobs/operation-tasks.ts';
import { datasetsTools } from './agent-tools.ts';
import { deleteDataset, scheduleDataset } from './change-dataset.ts';
import { createDataset } from './create-dataset.ts';
import { datasetKind } from './dataset-kinds.ts';
import { datasetTargets, type NewDataset } from './dataset-request.ts';
import { datasetOperations } from './datasets.ts';
import { exportDataset, findExport } from './exports/export-dataset.ts';
import { exportOperations } from './exports/exports.ts';
import { sweepExports } from './exports/sweep-exports.ts';
import { findDataset, listDatasets } from './find-datasets.ts';
import { readChanges } from './read-changes.ts';
import { readRecords } from './read-records.ts';
import { createCollectReader, createRecipeReader, type RunOperation } from './refresh/listing-readers.ts';
import { createPagesReader } from './refresh/page-reader.ts';
import { findPageStates } from './refresh/page-states.ts';
import { createRefreshWork } from './refresh/refresh-work.ts';
import { readSitemapDates } from './refresh/sitemap-dates.ts';
import { beginScheduledRefresh, startRefresh } from './refresh/start-refresh.ts';
import { sweepChanges } from './sweep-changes.ts';

async function recipeFaults(
  database: Database,
  { source }: NewDataset,
  accountId: string,
): Promise<ValidationError[]> {
  if (source.kind !== 'recipe' || (await findRecipe(database, accountId, source.rid)) !== null) return [];
  const detail = `The account has no recipe ${source.rid}. Use the \`rid\` of a recipe that GET /v1/recipes lists.`;
  return [{ pointer: '/source/rid', detail }];
}

async function loginFaults(
  targets: CapabilityPorts['targets'],
  { source }: NewDataset,
  accountId: string,
): Promise<ValidationError[]> {
  if (source.kind !== 'extract' || source.login === undefined) return [];
  const { login: loginId, urls } = source;
  return targets.loginErrors({ pointer: '/source/login', accountId, loginId, urls });
}

/** Returns the validation errors of a new dataset beyond its shape. */
async function datasetFaults(
  { database, settings, targets }: CapabilityPorts,
  dataset: NewDataset,
  accountId: string,
  now: Date,
): Promise<ValidationError[]> {
  const gap = dataset.schedule === null ? null : shortestGapMs(dataset.schedule, now);
  const detail = `runs must be ${settings.minIntervalMs / 1_000} seconds apart at least (WEBDATA_MIN_INTERVAL)`;
  return [
    ...(gap !== null && gap < settings.minIntervalMs ? [{ pointer: '/schedule', detail }] : []),
    ...(await recipeFaults(database, dataset, accountId)),
    ...(await loginFaults(targets, dataset, accountId)),
    ...(await targets.addressErrors(datasetTargets(dataset))),
  ];
}

function operations(ports: CapabilityPorts): Operation[] {
  const { database, blobs, clock, settings } = ports;
  const exports = exportOperations({
    exportDataset: (owner, options, now, signal) =>
      exportDataset({ database, blobs, keepMs: settings.keep.files }, owner, options, now, signal),
    findExport: (wanted, now) => findExport(database, wanted, now),
    openContent: (digest, range) => blobs.open(digest, range),
    clock,
  });
  const datasets = datasetOperations({
    validate: (dataset, accountId, now) => datasetFaults(ports, dataset, accountId, now),
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
    startRefresh: (request, now, commit) =>
      database.transaction().execute(async (transaction) => {
        const { jobId } = await startRefresh(transaction, request, now);
        await commit(transaction, { did: request.datasetId, jid: jobId });
        return jobId;
      }),
    async schedule(accountId, datasetId, schedule, now) {
      const { minIntervalMs } = settings;
      await scheduleDataset(database, { accountId, datasetId }, schedule, { now, minIntervalMs });
      const scheduled = await findDataset(database, accountId, datasetId, now);
      if (scheduled === null) throw missingResource(datasetKind);
      return scheduled;
    },
    clock,
  });
  return [...datasets, ...exports];
}

/** Runs an operation as a part of a task. */
function createOperationRunner(
  { database, clock, rootSecret }: CapabilityPorts,
  registry: () => Registry,
): RunOperation {
  return (name, input, context) => {
    const operation = registry().find((one) => one.name === name);
    if (operation === undefined) throw new Failure('unavailable', `this service has no operation ${name}`);
    return performInTask(operation, input, context, { database, clock, rootSecret });
  };
}

/** Keeps sets of records up to date. */
export const datasetsCapability = defineCapability({
  name: 'datasets',
  requestSubject: createNamedSubject({ kind: 'dataset', field: 'did', table: 'datasets', key: 'dataset_id' }),
  topic: 'Datasets',
  tags: { datasets: 'Sets of records that are refreshed' },
  agentTools: datasetsTools,
  operations,
  tasks(ports, registry) {
    const {
      database,
      clock,
      signer,
      reservations,
      fetchPageWithValues: fetchPage,
      findModel,
      fetchResource,
      robots,
    } = ports;
    const runOperation = createOperationRunner(ports, registry);
    return {
      dataset_refresh: createRefreshWork({
        database,
        readers: {
          recipe: createRecipeReader(runOperation),
          collect: createCollectReader(runOperation),
          extract: createPagesReader({
            fetchPage,
            reservations,
            signer,
            clock,
            findStates: (datasetId, urls) => findPageStates(database, datasetId, urls),
            readDates: (request) => readSitemapDates(request, { fetchResource, robots }),
            hasModel: () => findModel() !== null,
          }),
        },
        clock,
      }),
    };
  },
  schedules: () => ({ dataset: beginScheduledRefresh }),
  periodicTasks: ({ database, settings }) => [
    { name: 'sweep-exports', intervalMs: 10 * 60_000, run: (now) => sweepExports(database, now) },
    {
      name: 'sweep-dataset-changes',
      intervalMs: 60 * 60_000,
      run: (now) => sweepChanges(database, addMs(now, -settings.keep.requests)),
    },
  ],
});
