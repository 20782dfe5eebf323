import type { Readable } from 'node:stream';
import { z } from 'zod';
import { recordStatuses } from '../../../domain/resources/dataset.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { createFileAnswer } from '../../../operations/declaration/file-answer.ts';
import { defineOperation, freeOutcome, type Operation } from '../../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../../operations/declaration/read-operation.ts';
import { type ExportFormat, exportFormats } from '../../../store/exports/table.ts';
import { datasetKind } from '../dataset-kinds.ts';
import { datasetPath } from '../datasets.ts';
import type { DatasetExportOptions, ExportDocument, ExportFile } from './export-dataset.ts';

/** Dependencies of the operations on exports. */
export interface ExportOperationPorts {
  exportDataset(
    owner: { accountId: string; datasetId: string },
    options: DatasetExportOptions,
    now: Date,
    signal: AbortSignal,
  ): Promise<ExportDocument | null>;
  /** Rejects with Failure `not_found` and `expired`. */
  findExport(
    export_: { accountId: string; datasetId: string; exportId: string },
    now: Date,
  ): Promise<ExportFile>;
  /** Returns the bytes of a stored file; null when they are gone. */
  openContent(digest: string, range: { start: number; end: number }): Promise<Readable | null>;
  clock: Clock;
}

const exampleId = 'ds_06f3p8k2v1s4m7q9w5x0y2z3a4';
const defaultFormat: ExportFormat = 'csv';

const exportBody = z.strictObject({
  format: z
    .enum(exportFormats)
    .optional()
    .describe(
      'Format of the file. Default: `csv`, or `ndjson` when the request accepts application/x-ndjson.',
    ),
  status: z
    .enum([...recordStatuses, 'all'])
    .default('active')
    .describe('Status of the exported records.'),
  fields: z
    .array(z.string().min(1).max(500))
    .min(1)
    .max(2_000)
    .nullish()
    .describe('Columns in this order. Default: all fields.'),
  safe: z
    .boolean()
    .default(true)
    .describe(
      'csv: prefix cells that a spreadsheet would run as a formula with an apostrophe. This changes the values; set `false` for machine-readable files. Default: `true`.',
    ),
  bom: z
    .boolean()
    .default(false)
    .describe('csv: start with a byte order mark, for spreadsheets. Default: `false`.'),
  nested: z
    .enum(['json', 'columns'])
    .default('json')
    .describe(
      'csv and xlsx: write objects as JSON text, or as columns of their own (`offer.price`). Default: `json`.',
    ),
  meta: z
    .boolean()
    .default(false)
    .describe(
      'Add columns about the record: `_record_id`, `_status`, `_first_seen`, `_last_seen`, `_last_changed`. Default: `false`.',
    ),
});

const exportSchema: z.ZodType<ExportDocument & { url: string }> = z.object({
  export_id: z.string().describe('Identifier of the export.'),
  did: z.string().describe('Identifier of the dataset.'),
  format: z.enum(exportFormats).describe('Format of the file.'),
  filename: z.string().describe('Name of the file.'),
  rows: z.int().describe('Number of exported records.'),
  bytes: z.int().describe('Size of the file in bytes.'),
  sha256: z.string().describe('SHA-256 checksum of the file, in hexadecimal.'),
  seq: z
    .int()
    .describe('Number of the last change that the file contains. Continue from it with `changes?since=`.'),
  safe: z
    .boolean()
    .nullable()
    .describe('`true` when formulas in cells were escaped; null for formats without formulas.'),
  notes: z.array(z.string()).describe('Content that was shortened or left out.'),
  expires_at: z.string().describe('Time at which the file is deleted (ISO 8601, UTC).'),
  url: z.string().describe('URL of the file. It supports ranges and requires a key of the account.'),
});

/** Media types that return the file itself. */
const fileTypes = ['text/csv', 'application/x-ndjson'] as const;
const formatByType: Readonly<Record<(typeof fileTypes)[number], ExportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** Returns the file format of an `Accept` header; null when it prefers JSON or names none (RFC 9110 section 12.5.1). */
function fileFormatOf(accept: string | null): ExportFormat | null {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const preferred = ranges
    .filter(({ type, quality }) => (type in formatByType || type === 'application/json') && quality > 0)
    .sort((a, b) => b.quality - a.quality)[0];
  return preferred === undefined ? null : (formatByType[preferred.type as keyof typeof formatByType] ?? null);
}

function toExportOptions(body: z.output<typeof exportBody>, accept: string | null): DatasetExportOptions {
  return {
    status: body.status === 'all' ? null : body.status,
    fields: body.fields ?? null,
    withMeta: body.meta,
    choices: {
      format: body.format ?? fileFormatOf(accept) ?? defaultFormat,
      isSafe: body.safe,
      hasBom: body.bom,
      nested: body.nested,
    },
  };
}

function exportOperation(ports: ExportOperationPorts): Operation {
  const { clock } = ports;
  return defineOperation({
    name: 'export_dataset',
    title: 'Export a dataset',
    description:
      'Writes a consistent snapshot of the records to a file: CSV (RFC 4180), JSON, NDJSON, XLSX or Parquet. Returns the URL, the number of rows and the checksum of the file; with `Accept: text/csv` or `application/x-ndjson`, returns the file itself.',
    price: 'free',
    method: 'POST',
    path: '/v1/datasets/{did}/export',
    scope: 'read',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'dataset', action: 'export' },
    alternativeMediaTypes: fileTypes,
    errors: ['too_large'],
    input: { path: datasetPath, body: exportBody },
    toCommand: ({ path, body }) => ({ datasetId: path.did, body }),
    output: exportSchema,
    example: { path: { did: exampleId }, body: { format: 'csv' } },
    run: async ({ datasetId, body }, { principal: { accountId }, baseUrl, signal, accept }) => {
      const now = clock.now();
      const options = toExportOptions(body, accept);
      const document = await ports.exportDataset({ accountId, datasetId }, options, now, signal);
      if (document === null) throw missingResource(datasetKind);
      const { export_id: exportId } = document;
      if (fileFormatOf(accept) === options.choices.format) {
        const file = await ports.findExport({ accountId, datasetId, exportId }, now);
        return { ...freeOutcome<never>(null as never), answer: createFileAnswer(file, ports.openContent) };
      }
      return freeOutcome({ ...document, url: `${baseUrl}/v1/datasets/${datasetId}/exports/${exportId}` });
    },
  });
}

function fileOperation(ports: ExportOperationPorts): Operation {
  return defineReadOperation({
    name: 'get_dataset_export',
    title: 'Download an export',
    description:
      'Returns the file of an export. Supports `Range`, to resume an interrupted download. The `ETag` is the checksum.',
    path: '/v1/datasets/{did}/exports/{export_id}',
    responseStream: 'bytes',
    errors: ['expired'],
    input: {
      path: datasetPath.extend({
        export_id: z.string().min(1).max(100).describe('Identifier of the export.'),
      }),
    },
    toCommand: ({ path }) => ({ datasetId: path.did, exportId: path.export_id }),
    output: z.unknown().describe('The content of the file.'),
    example: { path: { did: exampleId, export_id: 'file_06f3p8k2v1s4m7q9w5x0y2z3a4' } },
    run: async ({ datasetId, exportId }, { principal: { accountId } }) => {
      const file = await ports.findExport({ accountId, datasetId, exportId }, ports.clock.now());
      return { ...freeOutcome(null), answer: createFileAnswer(file, ports.openContent) };
    },
  });
}

/** Returns the operations on exports. */
export function exportOperations(ports: ExportOperationPorts): Operation[] {
  return [exportOperation(ports), fileOperation(ports)];
}
