import { z } from 'zod';
import {
  type ChangeDocument,
  changeTypes,
  type DataRecord,
  type DatasetDocument,
  type DatasetSource,
  type RecordDocument,
  type RefreshReport,
  recordStatuses,
} from '../../domain/dataset.ts';
import type { Json } from '../../domain/extraction.ts';
import { named } from '../../operations/schema-names.ts';
import { scheduleDocumentSchema } from '../../operations/schemas/schedule.ts';

const jsonSchema: z.ZodType<Json> = z.unknown().transform((value) => value as Json);
const recordValueSchema: z.ZodType<DataRecord> = z.record(z.string(), jsonSchema);

/** The source as it was given; records that a dataset was made of are not repeated. */
const sourceSchema: z.ZodType<DatasetSource> = z.union([
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
  }),
  z.object({ kind: z.literal('records') }),
]);

const reportSchema: z.ZodType<RefreshReport> = named(
  'RefreshReport',
  z.object({
    jid: z.string().nullable().describe('null for the records that a dataset was created with'),
    status: z
      .enum(['completed', 'stopped', 'failed'])
      .describe(
        '`stopped`: more than half of the records were gone, and nothing was merged; `error` says what to do',
      ),
    at: z.string(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    returned: z.int(),
    missing: z
      .int()
      .describe('not there this time; removed only when still missing in later complete refreshes'),
    records: z.int().describe('records that the source gave, each key once'),
    complete: z.boolean().describe('whether the source was seen whole; otherwise nothing goes missing'),
    duplicates: z.int().describe('left out because an earlier record has their key'),
    without_key: z.int().describe('left out because none of their key fields has a value'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  }),
);

/** A dataset. */
export const datasetSchema: z.ZodType<DatasetDocument> = named(
  'Dataset',
  z.object({
    did: z.string(),
    name: z.string(),
    source: sourceSchema,
    key: z
      .array(z.string())
      .nullable()
      .describe('fields that tell records apart; empty: all that they hold; null before the first records'),
    fields: z.array(z.string()).describe('every field that a record has or had, in the order first seen'),
    country: z.string().nullable(),
    counts: z.object({ active: z.int(), missing: z.int(), removed: z.int() }),
    last_seq: z.int().describe('number of the last change; 0 before the first'),
    created_at: z.string(),
    last_refresh: reportSchema.nullable(),
    refreshing: z.string().nullable().describe('job of the refresh that waits or runs'),
    schedule: scheduleDocumentSchema.nullable(),
    next_run_at: z.string().nullable().describe('the refresh starts within a minute of it'),
    next_runs: z.array(z.string()).describe('the next three'),
    webhook: z.string().nullable(),
    removed_after: z.int().describe('complete refreshes in a row without a record until it is removed'),
  }),
);

/** A record of a dataset. */
export const recordSchema: z.ZodType<RecordDocument> = named(
  'DatasetRecord',
  z.object({
    record_id: z.string(),
    key: recordValueSchema.nullable().describe('the key fields and their values'),
    status: z.enum(recordStatuses),
    data: recordValueSchema,
    first_seen: z.string(),
    last_seen: z.string(),
    last_changed: z.string(),
  }),
);

/** A change of a dataset. */
export const changeSchema: z.ZodType<ChangeDocument> = named(
  'DatasetChange',
  z.object({
    seq: z.int(),
    at: z.string(),
    type: z.enum(changeTypes),
    record_id: z.string(),
    key: recordValueSchema.nullable(),
    fields: z
      .record(z.string(), z.object({ old: jsonSchema, new: jsonSchema }))
      .describe('what differs; every field of a record that was added or removed'),
    jid: z.string().nullable().describe('the refresh that saw it'),
  }),
);
