import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Clock } from '../../domain/clock.ts';
import { recordStatuses } from '../../domain/dataset.ts';
import { Failure } from '../../domain/failure.ts';
import { type Answer, defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { type ExportFormat, exportFormats } from '../../store/exports/table.ts';
import { datasetPath, missingDataset } from './datasets.ts';
import type { ExportDocument, ExportFile, ExportWish } from './export-dataset.ts';

/** What exports need of the other rooms. */
export interface ExportOperationPorts {
  exportDataset(
    owner: { accountId: string; datasetId: string },
    wish: ExportWish,
    now: Date,
    signal: AbortSignal,
  ): Promise<ExportDocument | null>;
  /** Throws Failure `not_found` and `expired`. */
  findExport(
    export_: { accountId: string; datasetId: string; exportId: string },
    now: Date,
  ): Promise<ExportFile>;
  /** A stored file's bytes; null when they are gone. */
  openContent(digest: string, range: { start: number; end: number }): Promise<Readable | null>;
  clock: Clock;
}

const exampleId = 'ds_06f3p8k2v1s4m7q9w5x0y2z3a4';
const usualFormat: ExportFormat = 'csv';

const exportBody = z.strictObject({
  format: z
    .enum(exportFormats)
    .optional()
    .describe('`csv` unless told, or unless the request accepts application/x-ndjson'),
  status: z.enum([...recordStatuses, 'all']).default('active'),
  fields: z
    .array(z.string().min(1).max(500))
    .min(1)
    .max(2_000)
    .nullish()
    .describe('columns in this order; every field unless told'),
  safe: z
    .boolean()
    .default(true)
    .describe(
      'csv: cells that a spreadsheet would run as a formula get an apostrophe before them, which alters them; not for machines',
    ),
  bom: z.boolean().default(false).describe('csv: begin with a byte order mark, for spreadsheets'),
  nested: z
    .enum(['json', 'columns'])
    .default('json')
    .describe('csv and xlsx: objects as JSON text, or as columns of their own (`offer.price`)'),
  meta: z
    .boolean()
    .default(false)
    .describe(
      'also columns about the record: `_record_id`, `_status`, `_first_seen`, `_last_seen`, `_last_changed`',
    ),
});

const exportSchema: z.ZodType<ExportDocument & { url: string }> = z.object({
  export_id: z.string(),
  did: z.string(),
  format: z.enum(exportFormats),
  filename: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string().describe('of the file, in hex'),
  seq: z.int().describe('number of the last change that is in it: go on with `changes?since=` from there'),
  safe: z.boolean().nullable().describe('whether cells were defused; null where cells cannot be formulas'),
  notes: z.array(z.string()).describe('what could not be written whole'),
  expires_at: z.string(),
  url: z.string().describe('where the file is fetched, whole or in ranges, with a key of the account'),
});

/** Media types by which a request asks for the file itself. */
const fileTypes = ['text/csv', 'application/x-ndjson'] as const;
const formatOf: Readonly<Record<(typeof fileTypes)[number], ExportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** The format that a request takes as a file, when it names one of them (RFC 9110 section 12.5.1). */
function acceptedFile(accept: string | null): ExportFormat | null {
  const named = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const best = named
    .filter(({ type, quality }) => (type in formatOf || type === 'application/json') && quality > 0)
    .sort((one, other) => other.quality - one.quality)[0];
  return best === undefined ? null : (formatOf[best.type as keyof typeof formatOf] ?? null);
}

/** A file as an answer; nothing of it is read before it is sent. */
function fileAnswer(
  file: ExportFile,
  { openContent }: Pick<ExportOperationPorts, 'openContent'>,
): Answer<never> {
  const section = (start: number, end: number) => {
    async function* pieces(): AsyncGenerator<Uint8Array> {
      const content = await openContent(file.digest, { start, end });
      if (content === null) throw new Failure('unavailable', 'the stored file cannot be read');
      yield* content;
    }
    return Readable.toWeb(Readable.from(pieces(), { objectMode: false })) as ReadableStream<Uint8Array>;
  };
  const { mediaType, filename, bytes, sha256 } = file;
  return {
    kind: 'bytes',
    mediaType,
    filename,
    bytes,
    get body() {
      return section(0, bytes);
    },
    fixed: { sha256, section },
  };
}

function toWish(body: z.output<typeof exportBody>, accept: string | null): ExportWish {
  return {
    status: body.status === 'all' ? null : body.status,
    fields: body.fields ?? null,
    withMeta: body.meta,
    choices: {
      format: body.format ?? acceptedFile(accept) ?? usualFormat,
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
      'Writes the records, as they are at one moment, to a file: CSV (RFC 4180), JSON, NDJSON, XLSX or Parquet. Answers where it is fetched, with its rows and checksum; with `Accept: text/csv` or `application/x-ndjson` it answers the file itself.',
    price: 'free',
    method: 'POST',
    path: '/v1/datasets/{did}/export',
    scope: 'read',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'dataset', action: 'export' },
    alsoAnswers: fileTypes,
    refuses: ['too_large'],
    input: { path: datasetPath, body: exportBody },
    toCommand: ({ path, body }) => ({ datasetId: path.did, body }),
    output: exportSchema,
    example: { path: { did: exampleId }, body: { format: 'csv' } },
    run: async ({ datasetId, body }, { principal: { accountId }, baseUrl, signal, accept }) => {
      const now = clock.now();
      const wish = toWish(body, accept);
      const written = await ports.exportDataset({ accountId, datasetId }, wish, now, signal);
      if (written === null) throw missingDataset();
      const { export_id: exportId } = written;
      if (acceptedFile(accept) === wish.choices.format) {
        const file = await ports.findExport({ accountId, datasetId, exportId }, now);
        return { ...freeOutcome<never>(null as never), answer: fileAnswer(file, ports) };
      }
      return freeOutcome({ ...written, url: `${baseUrl}/v1/datasets/${datasetId}/exports/${exportId}` });
    },
  });
}

function fileOperation(ports: ExportOperationPorts): Operation {
  return defineOperation({
    name: 'get_dataset_export',
    title: 'Fetch the file of an export',
    description:
      'The file that an export wrote. Takes `Range`, so that a download that broke goes on where it was; its `ETag` is the checksum.',
    price: 'free',
    method: 'GET',
    path: '/v1/datasets/{did}/exports/{export_id}',
    scope: 'read',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    answers: 'bytes',
    refuses: ['expired'],
    input: { path: datasetPath.extend({ export_id: z.string().min(1).max(100) }) },
    toCommand: ({ path }) => ({ datasetId: path.did, exportId: path.export_id }),
    output: z.unknown().describe('the file itself'),
    example: { path: { did: exampleId, export_id: 'file_06f3p8k2v1s4m7q9w5x0y2z3a4' } },
    run: async ({ datasetId, exportId }, { principal: { accountId } }) => {
      const file = await ports.findExport({ accountId, datasetId, exportId }, ports.clock.now());
      return { ...freeOutcome(null), answer: fileAnswer(file, ports) };
    },
  });
}

/** Writing datasets to files, and fetching these. */
export function exportOperations(ports: ExportOperationPorts): Operation[] {
  return [exportOperation(ports), fileOperation(ports)];
}
