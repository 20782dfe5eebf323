import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { nextOffset, offsetQuery } from '../../operations/declaration/list-operation.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { defineGetOperation, type Resource } from '../../operations/declaration/resource-operations.ts';
import { secretField } from '../../operations/declaration/secret-fields.ts';
import { fromPage } from '../../operations/page-origin.ts';
import type { FoundBlob } from '../../store/blobs/stored-blobs.ts';
import { exportFileName } from '../../store/exports/file-name.ts';
import { exportFormats, mediaTypes, type Table } from '../../store/exports/table.ts';
import { writeTable } from '../../store/exports/write-table.ts';
import type { RunDocument } from './read-runs.ts';
import { type RunActionRequest, runActions } from './run/run-actions.ts';
import { createRunJob } from './run-job.ts';
import { runView } from './run-text.ts';
import { runFileKind, runKind } from './workflow-kinds.ts';
import { runSchema } from './workflow-schemas.ts';

/** Dependencies of the operations on runs. They treat a run of another account as missing. */
export interface RunsPorts {
  find(accountId: string, runId: string): Promise<RunDocument | null>;
  records(
    accountId: string,
    runId: string,
    page: { offset: number; limit: number },
  ): Promise<{ records: Json[]; total: number } | null>;
  table(accountId: string, runId: string): Promise<{ name: string; table: Table } | null>;
  /** Rejects with Failure `not_found`, `conflict` and `invalid`. */
  actOnRun(request: RunActionRequest, now: Date): Promise<void>;
  file(accountId: string, runId: string, fileId: string): Promise<{ blobId: string; name: string } | null>;
  findBlob(blobId: string, now: Date): Promise<FoundBlob>;
  /** Returns the stored bytes, or null when they are gone. */
  openContent(digest: string): Promise<Readable | null>;
  clock: Clock;
}

const runPath = z.strictObject({ run_id: z.string().min(1).max(100).describe('Identifier of the run.') });
const exampleId = 'run_06f3p8k2v1s4m7q9w5x0y2z3a4';
const runResource: Resource = {
  kind: runKind,
  path: '/v1/runs/{run_id}',
  idName: 'run_id',
  id: runPath.shape.run_id,
  exampleId,
};

/** Returns the run with absolute URLs. */
function withAbsoluteUrls(run: RunDocument, baseUrl: string): RunDocument {
  return {
    ...run,
    log: run.log.map((entry) => ({
      ...entry,
      screenshot: entry.screenshot === null ? null : `${baseUrl}${entry.screenshot}`,
    })),
    files: run.files.map((file) => ({ ...file, url: `${baseUrl}${file.url}` })),
  };
}

function getRunOperation({ find }: RunsPorts): Operation {
  return defineGetOperation(runResource, {
    name: 'get_run',
    title: 'Get a run',
    description:
      'Returns the state of a workflow run: its log, its question (`needs_input`), its first 100 records and its files. The log entry of a failed step has a screenshot of the page.',
    agent: { tool: 'workflow', action: 'get_run' },
    output: runSchema,
    view: runView,
    find: async (accountId, runId, { baseUrl }) => {
      const run = await find(accountId, runId);
      return run === null ? null : withAbsoluteUrls(run, baseUrl);
    },
  });
}

function recordsOperation({ records: readRecords }: RunsPorts): Operation {
  return defineReadOperation({
    name: 'get_run_records',
    title: 'Get the records of a run',
    description:
      'Returns the records that `extract` and `collect_rows` found, without duplicates, in the order in which they were found.',
    path: '/v1/runs/{run_id}/records',
    agent: { tool: 'workflow', action: 'records' },
    input: {
      path: runPath,
      query: z.strictObject(offsetQuery({ defaultLimit: 100, maxLimit: 1_000, maxOffset: 10_000_000 })),
    },
    toCommand: ({ path, query }) => ({ runId: path.run_id, page: query }),
    output: z.object({
      run_id: z.string().describe('Identifier of the run.'),
      records: fromPage(z.array(z.unknown())).describe('Records of the run.'),
      offset: z.int().describe('Number of records before the first one of this response.'),
      total: z.int().describe('Number of all records.'),
      next_offset: z
        .int()
        .nullable()
        .describe('Value of `offset` for the next request. null: the end is reached.'),
    }),
    example: { path: { run_id: exampleId }, query: { limit: 100 } },
    run: async ({ runId, page }, { principal }) => {
      const result = await readRecords(principal.accountId, runId, page);
      if (result === null) throw missingResource(runKind);
      const { records, total } = result;
      return freeOutcome({
        run_id: runId,
        records: records as unknown[],
        offset: page.offset,
        total,
        next_offset: nextOffset(page.offset, records.length, total),
      });
    },
  });
}

function fileOperation(ports: RunsPorts): Operation {
  return defineReadOperation({
    name: 'get_run_file',
    title: 'Download a file of a run',
    description: 'Returns a file that a run downloaded, or a screenshot that it took.',
    path: '/v1/runs/{run_id}/files/{fid}',
    responseStream: 'bytes',
    errors: ['expired'],
    input: { path: runPath.extend({ fid: z.string().min(1).max(100).describe('Identifier of the file.') }) },
    toCommand: ({ path }) => path,
    output: z.unknown().describe('The content of the file.'),
    example: { path: { run_id: exampleId, fid: 'file_06f3p8k2v1s4m7q9w5x0y2z3a4' } },
    run: async ({ run_id: runId, fid }, { principal }) => {
      const file = await ports.file(principal.accountId, runId, fid);
      if (file === null) throw missingResource(runFileKind);
      const result = await ports.findBlob(file.blobId, ports.clock.now());
      if (result.kind === 'missing') throw missingResource(runFileKind);
      if (result.kind === 'expired')
        throw new Failure('expired', 'This file has expired. Run the workflow again.');
      const content = await ports.openContent(result.digest);
      if (content === null)
        throw new Failure('unavailable', 'The stored file cannot be read at the moment. Try again later.');
      return {
        ...freeOutcome(null),
        answer: {
          kind: 'bytes',
          body: Readable.toWeb(content) as ReadableStream<Uint8Array>,
          mediaType: result.mediaType,
          filename: file.name,
          bytes: result.bytes,
        },
      };
    },
  });
}

function exportOperation({ table: readTable, clock }: RunsPorts): Operation {
  return defineReadOperation({
    name: 'export_run',
    title: 'Export the records of a run',
    description:
      'Returns the records of a run as a file: csv (RFC 4180, UTF-8), json (one array), ndjson, xlsx or parquet. Columns are in order of first appearance; nested objects become columns of their own (`a.b`).',
    path: '/v1/runs/{run_id}/export',
    responseStream: 'bytes',
    input: {
      path: runPath,
      query: z.strictObject({
        format: z.enum(exportFormats).default('csv').describe('Format of the file.'),
        safe: z
          .boolean()
          .default(true)
          .describe(
            'csv: prefix cells that a spreadsheet would run as a formula with an apostrophe. Default: `true`.',
          ),
      }),
    },
    toCommand: ({ path, query }) => ({ runId: path.run_id, ...query }),
    output: z.unknown().describe('The content of the file.'),
    example: { path: { run_id: exampleId }, query: { format: 'csv' } },
    run: async ({ runId, format, safe }, { principal }) => {
      const result = await readTable(principal.accountId, runId);
      if (result === null) throw missingResource(runKind);
      const options = { format, isSafe: safe, hasBom: false, nested: 'columns' as const };
      const { pieces: chunks } = writeTable(result.table, options);
      return {
        ...freeOutcome(null),
        answer: {
          kind: 'bytes',
          body: ReadableStream.from(chunks) as ReadableStream<Uint8Array>,
          mediaType: mediaTypes[format],
          filename: exportFileName(result.name, clock.now(), format),
          bytes: null,
        },
      };
    },
  });
}

const actBody = z.strictObject({
  answer: secretField(z.unknown().transform((answer) => answer as Json | undefined))
    .optional()
    .describe(
      '`answer`: the value that the question asks for, or `repeat`, `skip` or `stop` for an interrupted step.',
    ),
});

function actOperation({ actOnRun, find, clock }: RunsPorts): Operation {
  return defineOperation({
    name: 'act_on_run',
    title: 'Act on a run',
    description:
      '`cancel` ends a run. `retry` resumes a failed run at the failed step with its variables. `answer` answers the question of a run that needs input. An action that does not fit the status gets 409.',
    price: 'free; later minutes of the run cost 1 credit each',
    method: 'POST',
    path: '/v1/runs/{run_id}/{action}',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    agent: { tool: 'workflow' },
    errors: ['conflict'],
    input: {
      path: runPath.extend({ action: z.enum(runActions).describe('Action on the run.') }),
      body: actBody,
    },
    toCommand: ({ path, body }) => ({ runId: path.run_id, action: path.action, answer: body?.answer }),
    output: runSchema,
    view: runView,
    startedJob: (run) => (run.status === 'cancelled' ? null : createRunJob(run)),
    example: { path: { run_id: exampleId, action: 'cancel' }, body: {} },
    run: async (request, { principal, baseUrl }) => {
      await actOnRun({ ...request, accountId: principal.accountId }, clock.now());
      const run = await find(principal.accountId, request.runId);
      if (run === null) throw missingResource(runKind);
      return freeOutcome(withAbsoluteUrls(run, baseUrl));
    },
  });
}

/** Returns the operations on runs. */
export function runOperations(ports: RunsPorts): Operation[] {
  return [
    getRunOperation(ports),
    recordsOperation(ports),
    exportOperation(ports),
    fileOperation(ports),
    actOperation(ports),
  ];
}
