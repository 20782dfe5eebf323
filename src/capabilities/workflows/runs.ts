import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Clock } from '../../domain/clock.ts';
import type { Json } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import type { FoundBlob } from '../../store/blobs/stored-blobs.ts';
import { exportFileName } from '../../store/exports/file-name.ts';
import { exportFormats, mediaTypes, type Table } from '../../store/exports/table.ts';
import { writeTable } from '../../store/exports/write-table.ts';
import { type RunOrder, runActions } from './run-actions.ts';
import type { RunDocument } from './run-view.ts';
import { runSchema } from './workflow-schemas.ts';

/** What looking at runs needs of the other rooms. Another account's run is missing for all of them. */
export interface RunsPorts {
  find(accountId: string, runId: string): Promise<RunDocument | null>;
  records(
    accountId: string,
    runId: string,
    page: { offset: number; limit: number },
  ): Promise<{ records: Json[]; total: number } | null>;
  table(accountId: string, runId: string): Promise<{ name: string; table: Table } | null>;
  /** Throws Failure `not_found`, `conflict` and `invalid`. */
  act(order: RunOrder, now: Date): Promise<void>;
  file(accountId: string, runId: string, fileId: string): Promise<{ blobId: string; name: string } | null>;
  findBlob(blobId: string, now: Date): Promise<FoundBlob>;
  /** The stored bytes, or null when they are gone. */
  openContent(digest: string): Promise<Readable | null>;
  clock: Clock;
}

const runPath = z.strictObject({ run_id: z.string().min(1).max(100) });
const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const exampleId = 'run_06f3p8k2v1s4m7q9w5x0y2z3a4';

function missing(): Failure {
  return new Failure('not_found', 'there is no such run');
}

/** The run with links that a client can follow. */
function linked(run: RunDocument, baseUrl: string): RunDocument {
  return {
    ...run,
    log: run.log.map((entry) => ({
      ...entry,
      screenshot: entry.screenshot === null ? null : `${baseUrl}${entry.screenshot}`,
    })),
    files: run.files.map((file) => ({ ...file, url: `${baseUrl}${file.url}` })),
  };
}

function getOperation({ find }: RunsPorts): Operation {
  return defineOperation({
    name: 'get_run',
    title: 'Look at a run',
    description:
      'Where a run of a workflow stands: its log step by step, what it asks (`needs_input`), its first records and its files. A failed step has a picture of the page in the log.',
    price: 'free',
    method: 'GET',
    path: '/v1/runs/{run_id}',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'workflow', action: 'get_run' },
    input: { path: runPath },
    toCommand: ({ path }) => path.run_id,
    output: runSchema,
    example: { path: { run_id: exampleId } },
    run: async (runId, { principal, baseUrl }) => {
      const run = await find(principal.accountId, runId);
      if (run === null) throw missing();
      return freeOutcome(linked(run, baseUrl));
    },
  });
}

function recordsOperation({ records: read }: RunsPorts): Operation {
  return defineOperation({
    name: 'get_run_records',
    title: 'Read the records of a run',
    description: 'What extract and collect_rows found, in the order in which it was found; each record once.',
    price: 'free',
    method: 'GET',
    path: '/v1/runs/{run_id}/records',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'workflow', action: 'records' },
    input: {
      path: runPath,
      query: z.strictObject({
        offset: z.int().min(0).max(10_000_000).default(0),
        limit: z.int().min(1).max(1_000).default(100),
      }),
    },
    toCommand: ({ path, query }) => ({ runId: path.run_id, page: query }),
    output: z.object({
      run_id: z.string(),
      records: z.array(z.unknown()),
      offset: z.int(),
      total: z.int(),
      next_offset: z.int().nullable(),
    }),
    example: { path: { run_id: exampleId }, query: { limit: 100 } },
    run: async ({ runId, page }, { principal }) => {
      const found = await read(principal.accountId, runId, page);
      if (found === null) throw missing();
      const { records, total } = found;
      const next = page.offset + records.length;
      return freeOutcome({
        run_id: runId,
        records: records as unknown[],
        offset: page.offset,
        total,
        next_offset: records.length > 0 && next < total ? next : null,
      });
    },
  });
}

function fileOperation(ports: RunsPorts): Operation {
  return defineOperation({
    name: 'get_run_file',
    title: 'Read a file of a run',
    description: 'A file that a run downloaded, or a picture that it took.',
    price: 'free',
    method: 'GET',
    path: '/v1/runs/{run_id}/files/{fid}',
    scope: 'read',
    stores: false,
    annotations: reading,
    answers: 'bytes',
    refuses: ['expired'],
    input: { path: z.strictObject({ run_id: z.string().min(1).max(100), fid: z.string().min(1).max(100) }) },
    toCommand: ({ path }) => path,
    output: z.unknown().describe('the file itself'),
    example: { path: { run_id: exampleId, fid: 'file_06f3p8k2v1s4m7q9w5x0y2z3a4' } },
    run: async ({ run_id: runId, fid }, { principal }) => {
      const file = await ports.file(principal.accountId, runId, fid);
      if (file === null) throw new Failure('not_found', 'there is no such file');
      const found = await ports.findBlob(file.blobId, ports.clock.now());
      if (found.kind === 'missing') throw new Failure('not_found', 'there is no such file');
      if (found.kind === 'expired') throw new Failure('expired', 'this file has expired');
      const content = await ports.openContent(found.digest);
      if (content === null) throw new Failure('unavailable', 'the stored file cannot be read');
      return {
        ...freeOutcome(null),
        answer: {
          kind: 'bytes',
          body: Readable.toWeb(content) as ReadableStream<Uint8Array>,
          mediaType: found.mediaType,
          filename: file.name,
          bytes: found.bytes,
        },
      };
    },
  });
}

function exportOperation({ table: readTable, clock }: RunsPorts): Operation {
  return defineOperation({
    name: 'export_run',
    title: 'Export the records of a run',
    description:
      'The records of a run as a file: csv (RFC 4180, UTF-8), json (one array), ndjson, xlsx or parquet. Columns stand in the order in which they were first seen; objects in them become columns of their own (`a.b`).',
    price: 'free',
    method: 'GET',
    path: '/v1/runs/{run_id}/export',
    scope: 'read',
    stores: false,
    annotations: reading,
    answers: 'bytes',
    input: {
      path: runPath,
      query: z.strictObject({
        format: z.enum(exportFormats).default('csv'),
        safe: z
          .boolean()
          .default(true)
          .describe('csv: put an apostrophe before cells that a spreadsheet would run as a formula'),
      }),
    },
    toCommand: ({ path, query }) => ({ runId: path.run_id, ...query }),
    output: z.unknown().describe('the file itself'),
    example: { path: { run_id: exampleId }, query: { format: 'csv' } },
    run: async ({ runId, format, safe }, { principal }) => {
      const found = await readTable(principal.accountId, runId);
      if (found === null) throw missing();
      const choices = { format, isSafe: safe, hasBom: false, nested: 'columns' as const };
      const { pieces } = writeTable(found.table, choices);
      return {
        ...freeOutcome(null),
        answer: {
          kind: 'bytes',
          body: ReadableStream.from(pieces) as ReadableStream<Uint8Array>,
          mediaType: mediaTypes[format],
          filename: exportFileName(found.name, clock.now(), format),
          bytes: null,
        },
      };
    },
  });
}

const actBody = z.strictObject({
  answer: z
    .unknown()
    .transform((answer) => answer as Json | undefined)
    .optional()
    .describe('for `answer`: what was asked for; `repeat`, `skip` or `stop` where a step was cut off'),
});

function actOperation({ act, find, clock }: RunsPorts): Operation {
  return defineOperation({
    name: 'act_on_run',
    title: 'Act on a run',
    description:
      '`cancel` ends it; `retry` goes on with a failed run from the step that failed, with what it knew; `answer` gives what the run asked for. An action that does not fit its state is 409.',
    price: 'free; minutes that follow cost 1 credit each',
    method: 'POST',
    path: '/v1/runs/{run_id}/{action}',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    agent: { tool: 'workflow' },
    refuses: ['conflict'],
    input: {
      path: z.strictObject({ run_id: z.string().min(1).max(100), action: z.enum(runActions) }),
      body: actBody,
    },
    toCommand: ({ path, body }) => ({ runId: path.run_id, action: path.action, answer: body?.answer }),
    output: runSchema,
    example: { path: { run_id: exampleId, action: 'cancel' }, body: {} },
    run: async (order, { principal, baseUrl }) => {
      await act({ ...order, accountId: principal.accountId }, clock.now());
      const run = await find(principal.accountId, order.runId);
      if (run === null) throw missing();
      return freeOutcome(linked(run, baseUrl));
    },
  });
}

/** The operations about runs. */
export function runOperations(ports: RunsPorts): Operation[] {
  return [
    getOperation(ports),
    recordsOperation(ports),
    exportOperation(ports),
    fileOperation(ports),
    actOperation(ports),
  ];
}
