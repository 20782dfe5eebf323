import { z } from 'zod';
import type { Commit } from '../../account/requests/idempotency.ts';
import {
  type ChangeDocument,
  type DatasetDocument,
  type RecordDocument,
  recordStatuses,
} from '../../domain/resources/dataset.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import type { Schedule } from '../../domain/resources/schedule.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { throwIfInvalid, type ValidationError } from '../../domain/system/failure.ts';
import { defineListOperation, nextOffset, offsetQuery } from '../../operations/declaration/list-operation.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import {
  defineDeleteOperation,
  defineGetOperation,
  type Resource,
} from '../../operations/declaration/resource-operations.ts';
import { scheduleBody, toSchedule } from '../../operations/schemas/schedule.ts';
import { datasetKind } from './dataset-kinds.ts';
import { datasetBody, type NewDataset, toNewDataset } from './dataset-request.ts';
import { changeSchema, datasetSchema, recordSchema } from './dataset-schemas.ts';
import type { DatasetPage } from './find-datasets.ts';
import type { RecordPage } from './read-records.ts';
import type { RefreshRequest } from './refresh/start-refresh.ts';
import { createRefreshJob } from './refresh-job.ts';

/** Dependencies of the operations on datasets. They treat a dataset of another account as missing. */
export interface DatasetPorts {
  /** Returns the validation errors of a new dataset whose shape is valid. */
  validate(dataset: NewDataset, accountId: string, now: Date): Promise<ValidationError[]>;
  createDataset(
    dataset: NewDataset,
    caller: Pick<RefreshRequest, 'principal' | 'requestId'>,
    now: Date,
    commit: Commit,
  ): Promise<DatasetDocument>;
  listDatasets(
    accountId: string,
    page: DatasetPage,
    now: Date,
  ): Promise<{ datasets: DatasetDocument[]; total: number }>;
  findDataset(accountId: string, datasetId: string, now: Date): Promise<DatasetDocument | null>;
  /** Rejects with Failure `not_found`. */
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
  /** Rejects with Failure `not_found`, and `conflict` for a dataset without a source. */
  startRefresh(request: RefreshRequest, now: Date, commit: Commit): Promise<string>;
  /**
   * Rejects with Failure `not_found`, `conflict` for a dataset without a source, and `invalid` for a schedule that runs
   * too often.
   */
  schedule(accountId: string, datasetId: string, schedule: Schedule, now: Date): Promise<DatasetDocument>;
  clock: Clock;
}

/** Path parameters of one dataset. */
/** Returns the number of the last change up to a number, which can be a fraction or lie before the first change. */
function toSequenceNumber(number: number): number {
  return Math.min(Math.max(0, Math.floor(number)), Number.MAX_SAFE_INTEGER);
}

export const datasetPath = z.strictObject({
  did: z.string().min(1).max(100).describe('Identifier of the dataset.'),
});
const exampleId = 'ds_06f3p8k2v1s4m7q9w5x0y2z3a4';
const datasetResource: Resource = {
  kind: datasetKind,
  path: '/v1/datasets/{did}',
  idName: 'did',
  id: datasetPath.shape.did,
  exampleId,
};

function createOperation({ createDataset, validate, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'create_dataset',
    title: 'Create a dataset',
    description:
      'Creates a set of records that refreshes keep up to date: from a recipe, a listing, values extracted from pages, or records in the request. The first refresh starts at once, as a job. Each refresh adds, changes and removes records and numbers every change, so that `GET /v1/datasets/{did}/changes?since=` returns each change exactly once. An incomplete refresh removes nothing. A record that is not found is first `missing`, and is removed after `removed_after` complete refreshes in a row. If more than half of the records disappear, the refresh stops and waits for confirmation (`accept_drop`).',
    price: 'free; each refresh costs the pages that it reads',
    method: 'POST',
    path: '/v1/datasets',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    agent: { tool: 'dataset', action: 'create', hidden: ['webhook'] },
    input: { body: datasetBody },
    toCommand: ({ body }) => toNewDataset(body),
    output: datasetSchema,
    startedJob: ({ did, refreshing }) => (refreshing === null ? null : createRefreshJob(did, refreshing)),
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
      throwIfInvalid(await validate(dataset, principal.accountId, now));
      return freeOutcome(await createDataset(dataset, { principal, requestId }, now, commit));
    },
  });
}

function listDatasetsOperation({ listDatasets, clock }: DatasetPorts): Operation {
  return defineListOperation({
    name: 'list_datasets',
    title: 'List datasets',
    description: 'Returns the datasets of the account, newest first.',
    path: '/v1/datasets',
    agent: { tool: 'dataset', action: 'list' },
    input: { query: z.strictObject(offsetQuery({ defaultLimit: 100, maxLimit: 1_000 })) },
    toCommand: ({ query }) => query,
    items: 'datasets',
    item: datasetSchema,
    example: { query: { limit: 100 } },
    list: (accountId, page) => listDatasets(accountId, page, clock.now()),
  });
}

function getDatasetOperation({ findDataset, clock }: DatasetPorts): Operation {
  return defineGetOperation(datasetResource, {
    name: 'get_dataset',
    title: 'Get a dataset',
    description: 'Returns the state of a dataset: its records by status, its last refresh and its next ones.',
    agent: { tool: 'dataset', action: 'get' },
    output: datasetSchema,
    find: (accountId, id) => findDataset(accountId, id, clock.now()),
  });
}

function deleteDatasetOperation({ deleteDataset, clock }: DatasetPorts): Operation {
  return defineDeleteOperation(datasetResource, {
    name: 'delete_dataset',
    title: 'Delete a dataset',
    description:
      'Deletes a dataset with its records, changes and exports, and cancels its running refresh. Receipts and ledger entries remain.',
    agent: { tool: 'dataset', action: 'delete' },
    remove: (accountId, id) => deleteDataset(accountId, id, clock.now()),
  });
}

function recordsOperation({ readRecords }: DatasetPorts): Operation {
  return defineReadOperation({
    name: 'get_dataset_records',
    title: 'Get the records of a dataset',
    description:
      'Returns records of one status in order of first appearance. `active`: the last complete refresh found them, or a later one. `missing`: recent complete refreshes did not find them. `removed`: not found for `removed_after` complete refreshes in a row.',
    path: '/v1/datasets/{did}/records',
    agent: { tool: 'dataset', action: 'records', defaults: { limit: 20 } },
    input: {
      path: datasetPath,
      query: z.strictObject({
        ...offsetQuery({ defaultLimit: 100, maxLimit: 1_000, maxOffset: 10_000_000 }),
        status: z.enum(recordStatuses).default('active').describe('Status of the returned records.'),
      }),
    },
    toCommand: ({ path, query }) => ({ datasetId: path.did, page: query }),
    output: z.object({
      did: z.string().describe('Identifier of the dataset.'),
      records: z.array(recordSchema).describe('Records of the dataset.'),
      offset: z.int().describe('Number of records before the first one of this response.'),
      total: z.int().describe('Number of records with this status.'),
      next_offset: z
        .int()
        .nullable()
        .describe('Value of `offset` for the next request. null: the end is reached.'),
    }),
    example: { path: { did: exampleId }, query: { status: 'active', limit: 100 } },
    run: async ({ datasetId, page }, { principal }) => {
      const result = await readRecords(principal.accountId, datasetId, page);
      if (result === null) throw missingResource(datasetKind);
      const { records, total } = result;
      const { offset } = page;
      const nextStart = nextOffset(offset, records.length, total);
      return freeOutcome({ did: datasetId, records, offset, total, next_offset: nextStart });
    },
  });
}

function changesOperation({ readChanges }: DatasetPorts): Operation {
  return defineReadOperation({
    name: 'get_dataset_changes',
    title: 'Get the changes of a dataset',
    description:
      'Returns added, changed, removed and returned records in order, after the change with the number `since`. Numbers have no gaps and are assigned in order, so a reader that continues from `next_since` gets each change exactly once. Changes are kept as long as the request history; older ones get 410.',
    path: '/v1/datasets/{did}/changes',
    agent: { tool: 'dataset', action: 'changes' },
    errors: ['expired'],
    input: {
      path: datasetPath,
      query: z.strictObject({
        since: z
          .number()
          .nullish()
          .describe('Number of the last change that you have. Default: 0, which starts at the first change.'),
        limit: z.int().min(1).max(1_000).default(200).describe('Maximum number of items in the response.'),
      }),
    },
    toCommand: ({ path, query }) => ({
      datasetId: path.did,
      page: { since: toSequenceNumber(query.since ?? 0), limit: query.limit },
    }),
    output: z.object({
      did: z.string().describe('Identifier of the dataset.'),
      changes: z.array(changeSchema).describe('Changes, oldest first.'),
      next_since: z.int().describe('Value of `since` for the next request.'),
      last_seq: z.int().describe('Number of the newest change.'),
    }),
    example: { path: { did: exampleId }, query: { since: 0, limit: 200 } },
    run: async ({ datasetId, page }, { principal }) => {
      const result = await readChanges(principal.accountId, datasetId, page);
      if (result === null) throw missingResource(datasetKind);
      const nextStart = result.changes.at(-1)?.seq ?? page.since;
      return freeOutcome({
        did: datasetId,
        changes: result.changes,
        next_since: nextStart,
        last_seq: Math.max(result.lastSeq, result.changes.at(-1)?.seq ?? 0),
      });
    },
  });
}

function refreshOperation({ startRefresh, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'refresh_dataset',
    title: 'Refresh a dataset',
    description:
      'Starts a job that reads the source again and merges its records. While a refresh is queued or running, returns its job and starts no other.',
    price: 'the pages and API responses that contained records, each at its route',
    method: 'POST',
    path: '/v1/datasets/{did}/refresh',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
    agent: { tool: 'dataset', action: 'refresh' },
    errors: ['conflict'],
    input: {
      path: datasetPath,
      query: z.strictObject({
        accept_drop: z
          .boolean()
          .default(false)
          .describe('Merge the refresh even if more than half of the records disappear. Default: `false`.'),
      }),
    },
    toCommand: ({ path, query }) => ({ datasetId: path.did, acceptsDrop: query.accept_drop }),
    output: z.object({
      did: z.string().describe('Identifier of the dataset.'),
      jid: z.string().describe('Identifier of the job of the refresh.'),
    }),
    startedJob: ({ did, jid }) => createRefreshJob(did, jid),
    example: { path: { did: exampleId } },
    run: async (command, { principal, requestId, commit }) => {
      const request: RefreshRequest = { ...command, principal, requestId, origin: 'job' };
      const jobId = await startRefresh(request, clock.now(), commit);
      return freeOutcome({ did: command.datasetId, jid: jobId });
    },
  });
}

function scheduleOperation({ schedule, clock }: DatasetPorts): Operation {
  return defineOperation({
    name: 'schedule_dataset',
    title: 'Schedule the refreshes of a dataset',
    description:
      'Sets the schedule of refreshes: `{every: "6h"}`, `{cron: "0 7 * * 1-5", timezone: "Europe/Berlin"}` or `{paused: true}`. It replaces the previous schedule. A fixed time of day runs once per day, also when daylight saving time starts or ends. After downtime, one refresh replaces all missed ones. A scheduled refresh is skipped while another one runs.',
    price: 'free',
    method: 'PUT',
    path: '/v1/datasets/{did}/schedule',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'dataset', action: 'schedule' },
    errors: ['conflict'],
    input: { path: datasetPath, body: scheduleBody },
    toCommand: ({ path, body }) => ({ datasetId: path.did, schedule: toSchedule(body) as Schedule }),
    output: datasetSchema,
    example: { path: { did: exampleId }, body: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' } },
    run: async (command, { principal }) =>
      freeOutcome(await schedule(principal.accountId, command.datasetId, command.schedule, clock.now())),
  });
}

/** Returns the operations on datasets, except exports. */
export function datasetOperations(ports: DatasetPorts): Operation[] {
  return [
    listDatasetsOperation(ports),
    createOperation(ports),
    getDatasetOperation(ports),
    deleteDatasetOperation(ports),
    recordsOperation(ports),
    changesOperation(ports),
    refreshOperation(ports),
    scheduleOperation(ports),
  ];
}
