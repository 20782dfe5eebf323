import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import {
  type ChangeDocument,
  changeTypes,
  type DataRecord,
  type DatasetDocument,
  type DatasetSource,
  type RecordDocument,
  type RefreshReport,
  recordStatuses,
} from '../../domain/resources/dataset.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { savedRequestSchema } from '../../operations/schemas/page-request.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { keptErrorSchema } from '../../operations/schemas/receipt.ts';
import { scheduleDocumentSchema } from '../../operations/schemas/schedule.ts';

const jsonSchema: z.ZodType<Json> = z.unknown().transform((value) => value as Json);
const recordValueSchema: z.ZodType<DataRecord> = fromPage(z.record(z.string(), jsonSchema));

/** Schema of the source as given; records of the request are left out. */
const sourceSchema = z.union([
  z.object({ kind: z.literal('recipe'), rid: z.string(), limit: z.int(), max_pages: z.int() }),
  z.object({
    kind: z.literal('collect'),
    url: z.string(),
    fields: z.array(z.string()),
    limit: z.int(),
    max_pages: z.int(),
  }),
  z.object({
    kind: z.literal('extract'),
    urls: z.array(z.string()),
    schema: z.record(z.string(), z.unknown()),
    only_changed: z.boolean().optional(),
    request: savedRequestSchema.optional(),
    login: z.string().optional(),
  }),
  z.object({ kind: z.literal('records') }),
]) as unknown as z.ZodType<DatasetSource>;

const reportSchema: z.ZodType<RefreshReport> = withSchemaName(
  'RefreshReport',
  z.object({
    jid: z
      .string()
      .nullable()
      .describe('Id of the refresh’s job, or null for the records of the creating request.'),
    status: z
      .enum(['completed', 'stopped', 'failed'])
      .describe(
        '`stopped`: more than half of the records would disappear, and nothing was merged; `error` states what to do.',
      ),
    at: z.string(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    returned: z.int(),
    missing: z
      .int()
      .describe(
        'Records that this refresh did not find. They are removed after `removed_after` complete refreshes in a row.',
      ),
    records: z.int().describe('Records of the source, without duplicates.'),
    complete: z
      .boolean()
      .describe('`true` when the whole source was read. An incomplete refresh marks nothing as missing.'),
    duplicates: z.int().describe('Records that were skipped because an earlier one has the same key.'),
    without_key: z.int().describe('Records that were skipped because none of their key fields has a value.'),
    unchanged_pages: z
      .int()
      .optional()
      .describe(
        'With `only_changed`: pages that were not read, because the site confirmed that they have not changed. Their records are those of the last reading.',
      ),
    country: z
      .string()
      .nullable()
      .describe(
        'Country through which the source was read; null if it is unknown, or if there were several.',
      ),
    warnings: z
      .array(warningSchema)
      .describe('Warnings about the exits through which the source was read, such as `country_not_used`.'),
    error: keptErrorSchema.nullable(),
  }),
);

/** Schema of a dataset. */
export const datasetSchema: z.ZodType<DatasetDocument> = withSchemaName(
  'Dataset',
  z.object({
    did: z.string(),
    name: z.string(),
    source: sourceSchema,
    key: z
      .array(z.string())
      .nullable()
      .describe(
        'Fields whose values identify a record. Empty: the whole content identifies it. Null before the first records.',
      ),
    fields: z
      .array(z.string())
      .describe('All fields that any record has or had, in order of first appearance.'),
    country: z.string().nullable(),
    strict_country: z.boolean(),
    counts: z.object({ active: z.int(), missing: z.int(), removed: z.int() }),
    last_seq: z.int().describe('Number of the last change; 0 before the first.'),
    created_at: z.string(),
    last_refresh: reportSchema.nullable(),
    refreshing: z.string().nullable().describe('Id of the job of the queued or running refresh, or null.'),
    schedule: scheduleDocumentSchema.nullable(),
    next_run_at: z
      .string()
      .nullable()
      .describe('Time of the next refresh, which starts within one minute of it.'),
    next_runs: z.array(z.string()).describe('Times of the next three refreshes.'),
    webhook: z.string().nullable(),
    removed_after: z
      .int()
      .describe('Number of complete refreshes in a row without a record after which it is removed.'),
  }),
);

/** Schema of a record. */
export const recordSchema: z.ZodType<RecordDocument> = withSchemaName(
  'DatasetRecord',
  z.object({
    record_id: z.string(),
    key: recordValueSchema.nullable().describe('The key fields and their values.'),
    status: z.enum(recordStatuses),
    data: recordValueSchema,
    first_seen: z.string(),
    last_seen: z.string(),
    last_changed: z.string(),
  }),
);

/** Schema of a change. */
export const changeSchema: z.ZodType<ChangeDocument> = withSchemaName(
  'DatasetChange',
  z.object({
    seq: z.int(),
    at: z.string(),
    type: z.enum(changeTypes),
    record_id: z.string(),
    key: recordValueSchema.nullable(),
    fields: z
      .record(z.string(), fromPage(z.object({ old: jsonSchema, new: jsonSchema })))
      .describe('The fields that differ; all fields of an added or removed record.'),
    jid: z.string().nullable().describe('Id of the job of the refresh that found the change.'),
  }),
);
