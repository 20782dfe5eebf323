import { z } from 'zod';
import type { Commit } from '../../account/idempotency.ts';
import type { Clock } from '../../domain/clock.ts';
import {
  type ChangeDocument,
  type DatasetDocument,
  type RecordDocument,
  recordStatuses,
} from '../../domain/dataset.ts';
import { Failure, type Fault } from '../../domain/failure.ts';
import type { Schedule } from '../../domain/schedule.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { scheduleBody, toSchedule } from '../../operations/schemas/schedule.ts';
import { datasetBody, type NewDataset, toNewDataset } from './dataset-request.ts';
import { changeSchema, datasetSchema, recordSchema } from './dataset-schemas.ts';
import type { DatasetPage } from './find-datasets.ts';
import type { RecordPage } from './read-records.ts';
import type { RefreshWish } from './start-refresh.ts';

/** What datasets need of the other rooms. Another account's dataset is missing for all of them. */
export interface DatasetPorts {
  /** What is wrong with a new dataset beyond its shape. */
  faultsOf(dataset: NewDataset, accountId: string, now: Date): Promise<Fault[]>;
  createDataset(
    dataset: NewDataset,
    by: Pick<RefreshWish, 'principal' | 'requestId'>,
    now: Date,
    commit: Commit,
  ): Promise<DatasetDocument>;
  listDatasets(
    accountId: string,
    page: DatasetPage,
    now: Date,
  ): Promise<{ datasets: DatasetDocument[]; total: number }>;
  findDataset(accountId: string, datasetId: string, now: Date): Promise<DatasetDocument | null>;
  /** Throws Failure `not_found`. */
  deleteDataset(accountId: string, datasetId: string, now: Date): Promise<void>;
  readRecords(
    accountId: string,
    datasetId: string,
    page: RecordPage,
  ): Promise<{ records: RecordDocument[]; total: number } | null>;
  readChanges(
    accountId: string,
    datasetId: string,
    page: { since: number; limit: number },
  ): Promise<{ changes: ChangeDocument[]; lastSeq: number } | null>;
  /** Throws Failure `not_found`, and `conflict` for records without a source. */
  startRefresh(wish: RefreshWish, now: Date, commit: Commit): Promise<string>;
  /** Throws Failure `not_found`, `conflict` for records without a source, and `invalid` for one that runs too often. */
  schedule(accountId: string, datasetId: string, schedule: Schedule, now: Date): Promise<DatasetDocument>;
  clock: Clock;
}

/** The path of one dataset. */
export const datasetPath = z.strictObject({ did: z.string().min(1).max(100) });
const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const exampleId = 'ds_06f3p8k2v1s4m7q9w5x0y2z3a4';

/** The failure of a dataset that the account does not have. */
export function missingDataset(): Failure {
  return new Failure('not_found', 'there is no such dataset');
}

function createOperation({ createDataset, faultsOf, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'create_dataset',
    title: 'Create a dataset',
    description:
      'Records that are kept true: from a recipe, a listing to be collected, values to be extracted from pages, or records that are given. The first refresh starts at once, as a job. Each refresh adds, changes and removes records, and every change is numbered, so that `GET /v1/datasets/{did}/changes?since=` misses and repeats none. A refresh that did not see the whole source removes nothing; a record that is not there is missing first, and removed after `removed_after` complete refreshes; when more than half are gone nothing is merged until that is accepted.',
    price: 'free; each refresh is charged as reading its pages is',
    method: 'POST',
    path: '/v1/datasets',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    agent: { tool: 'dataset', action: 'create', hidden: ['webhook'] },
    input: { body: datasetBody },
    toCommand: ({ body }) => toNewDataset(body),
    output: datasetSchema,
    example: {
      body: {
        name: 'Lamps',
        source: {
          kind: 'records',
          records: [
            { sku: 'L-100', name: 'Desk lamp', price: 39.9 },
            { sku: 'L-200', name: 'Floor lamp', price: 89 },
          ],
        },
      },
    },
    run: async (dataset, { principal, requestId, commit }) => {
      const now = clock.now();
      const faults = await faultsOf(dataset, principal.accountId, now);
      if (faults.length > 0) throw new Failure('invalid', 'the dataset cannot be made', { faults });
      return freeOutcome(await createDataset(dataset, { principal, requestId }, now, commit));
    },
  });
}

function listOperation({ listDatasets, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'list_datasets',
    title: 'List datasets',
    description: 'The datasets of this account, newest first.',
    price: 'free',
    method: 'GET',
    path: '/v1/datasets',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'dataset', action: 'list' },
    input: {
      query: z.strictObject({
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(1_000).default(100),
      }),
    },
    toCommand: ({ query }) => query,
    output: z.object({ datasets: z.array(datasetSchema), total: z.int(), next_offset: z.int().nullable() }),
    example: { query: { limit: 100 } },
    run: async (page, { principal }) => {
      const { datasets, total } = await listDatasets(principal.accountId, page, clock.now());
      return freeOutcome({ datasets, total, next_offset: nextOffset(page.offset, datasets.length, total) });
    },
  });
}

/** Where the next stretch of a list begins, or null at its end. */
function nextOffset(offset: number, given: number, total: number): number | null {
  return given > 0 && offset + given < total ? offset + given : null;
}

function getOperation({ findDataset, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'get_dataset',
    title: 'Look at a dataset',
    description: 'Where a dataset stands: its records by status, its last refresh and the next ones.',
    price: 'free',
    method: 'GET',
    path: '/v1/datasets/{did}',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'dataset', action: 'get' },
    input: { path: datasetPath },
    toCommand: ({ path }) => path.did,
    output: datasetSchema,
    example: { path: { did: exampleId } },
    run: async (datasetId, { principal }) => {
      const dataset = await findDataset(principal.accountId, datasetId, clock.now());
      if (dataset === null) throw missingDataset();
      return freeOutcome(dataset);
    },
  });
}

function deleteOperation({ deleteDataset, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'delete_dataset',
    title: 'Delete a dataset',
    description:
      'Removes a dataset with its records, changes and exports, and ends a refresh that is under way. Receipts and ledger rows stay.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/datasets/{did}',
    scope: 'write',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: { tool: 'dataset', action: 'delete' },
    input: { path: datasetPath },
    toCommand: ({ path }) => path.did,
    output: z.object({ did: z.string(), deleted: z.literal(true) }),
    example: { path: { did: exampleId } },
    run: async (datasetId, { principal }) => {
      await deleteDataset(principal.accountId, datasetId, clock.now());
      return freeOutcome({ did: datasetId, deleted: true as const });
    },
  });
}

function recordsOperation({ readRecords }: DatasetPorts): Operation {
  return defineOperation({
    name: 'get_dataset_records',
    title: 'Read the records of a dataset',
    description:
      'Records of one status, in the order in which they were first seen: `active` ones are there, `missing` ones were not there lately and may come back, `removed` ones are gone.',
    price: 'free',
    method: 'GET',
    path: '/v1/datasets/{did}/records',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'dataset', action: 'records', defaults: { limit: 20 } },
    input: {
      path: datasetPath,
      query: z.strictObject({
        offset: z.int().min(0).max(10_000_000).default(0),
        limit: z.int().min(1).max(1_000).default(100),
        status: z.enum(recordStatuses).default('active'),
      }),
    },
    toCommand: ({ path, query }) => ({ datasetId: path.did, page: query }),
    output: z.object({
      did: z.string(),
      records: z.array(recordSchema),
      offset: z.int(),
      total: z.int().describe('records of this status'),
      next_offset: z.int().nullable(),
    }),
    example: { path: { did: exampleId }, query: { status: 'active', limit: 100 } },
    run: async ({ datasetId, page }, { principal }) => {
      const read = await readRecords(principal.accountId, datasetId, page);
      if (read === null) throw missingDataset();
      const { records, total } = read;
      const { offset } = page;
      const next = nextOffset(offset, records.length, total);
      return freeOutcome({ did: datasetId, records, offset, total, next_offset: next });
    },
  });
}

function changesOperation({ readChanges }: DatasetPorts): Operation {
  return defineOperation({
    name: 'get_dataset_changes',
    title: 'Read the changes of a dataset',
    description:
      'What was added, changed, removed or returned, in order and after the change with number `since`. Numbers have no gaps and none appears below one that was given, so that a reader who goes on from `next_since` misses and repeats nothing. Changes are kept as long as the history of requests is; what is older is 410.',
    price: 'free',
    method: 'GET',
    path: '/v1/datasets/{did}/changes',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'dataset', action: 'changes' },
    refuses: ['expired'],
    input: {
      path: datasetPath,
      query: z.strictObject({
        since: z
          .int()
          .min(0)
          .nullish()
          .describe('number of the last change that is known; from the first one unless told'),
        limit: z.int().min(1).max(1_000).default(200),
      }),
    },
    toCommand: ({ path, query }) => ({
      datasetId: path.did,
      page: { since: query.since ?? 0, limit: query.limit },
    }),
    output: z.object({
      did: z.string(),
      changes: z.array(changeSchema),
      next_since: z.int().describe('`since` of the next call, now or later'),
      last_seq: z.int().describe('number of the last change that there is'),
    }),
    example: { path: { did: exampleId }, query: { since: 0, limit: 200 } },
    run: async ({ datasetId, page }, { principal }) => {
      const read = await readChanges(principal.accountId, datasetId, page);
      if (read === null) throw missingDataset();
      const next = read.changes.at(-1)?.seq ?? page.since;
      return freeOutcome({
        did: datasetId,
        changes: read.changes,
        next_since: next,
        last_seq: Math.max(read.lastSeq, read.changes.at(-1)?.seq ?? 0),
      });
    },
  });
}

function refreshOperation({ startRefresh, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'refresh_dataset',
    title: 'Refresh a dataset',
    description:
      'Reads the source once more, as a job, and merges what it finds. While a refresh waits or runs its job is answered and no other is started.',
    price: 'each page or API answer that brought records, at its route',
    method: 'POST',
    path: '/v1/datasets/{did}/refresh',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
    agent: { tool: 'dataset', action: 'refresh' },
    refuses: ['conflict'],
    input: {
      path: datasetPath,
      query: z.strictObject({
        accept_drop: z
          .boolean()
          .default(false)
          .describe('merge it also when more than half of the records are gone'),
      }),
    },
    toCommand: ({ path, query }) => ({ datasetId: path.did, acceptsDrop: query.accept_drop }),
    output: z.object({ did: z.string(), jid: z.string() }),
    example: { path: { did: exampleId } },
    run: async (command, { principal, requestId, commit }) => {
      const wish: RefreshWish = { ...command, principal, requestId, origin: 'job' };
      const jobId = await startRefresh(wish, clock.now(), commit);
      return freeOutcome({ did: command.datasetId, jid: jobId });
    },
  });
}

function scheduleOperation({ schedule, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'schedule_dataset',
    title: 'Schedule the refreshes of a dataset',
    description:
      'When the dataset is refreshed: `{every: "6h"}`, `{cron: "0 7 * * 1-5", timezone: "Europe/Berlin"}` or `{paused: true}`; replaces the schedule it had. A set hour runs once a day, also when the clock is changed; what was missed while the service was down is made up for by one run; a turn that comes while a refresh still runs is left out.',
    price: 'free',
    method: 'PUT',
    path: '/v1/datasets/{did}/schedule',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'dataset', action: 'schedule' },
    refuses: ['conflict'],
    input: { path: datasetPath, body: scheduleBody },
    toCommand: ({ path, body }) => ({ datasetId: path.did, schedule: toSchedule(body) as Schedule }),
    output: datasetSchema,
    example: { path: { did: exampleId }, body: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' } },
    run: async (command, { principal }) =>
      freeOutcome(await schedule(principal.accountId, command.datasetId, command.schedule, clock.now())),
  });
}

/** Everything that can be asked of datasets beside their exports. */
export function datasetOperations(ports: DatasetPorts): Operation[] {
  return [
    listOperation(ports),
    createOperation(ports),
    getOperation(ports),
    deleteOperation(ports),
    recordsOperation(ports),
    changesOperation(ports),
    refreshOperation(ports),
    scheduleOperation(ports),
  ];
}
