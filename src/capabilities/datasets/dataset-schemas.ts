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
  z.object({
    kind: z.literal('recipe').describe('Runs a saved recipe.'),
    rid: z.string().describe('Identifier of the recipe.'),
    limit: z.int().describe('Maximum number of records of one refresh.'),
    max_pages: z.int().describe('Maximum number of pages of one refresh.'),
  }),
  z.object({
    kind: z.literal('collect').describe('Reads the records of a listing.'),
    url: z.string().describe('URL of the listing.'),
    fields: z.array(z.string()).describe('Names of the fields.'),
    limit: z.int().describe('Maximum number of records of one refresh.'),
    max_pages: z.int().describe('Maximum number of pages of one refresh.'),
  }),
  z.object({
    kind: z.literal('extract').describe('Extracts values from pages.'),
    urls: z.array(z.string()).describe('URLs of the pages.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the values.'),
    only_changed: z
      .boolean()
      .optional()
      .describe('True if a refresh reads only pages that may have changed.'),
    request: savedRequestSchema.optional(),
    login: z.string().optional().describe('Identifier of the saved login; absent without one.'),
  }),
  z.object({ kind: z.literal('records').describe('Records came with the request.') }),
]) as unknown as z.ZodType<DatasetSource>;

const reportSchema: z.ZodType<RefreshReport> = withSchemaName(
  'RefreshReport',
  z
    .object({
      jid: z
        .string()
        .nullable()
        .describe('Id of the refresh’s job, or null for the records of the creating request.'),
      status: z
        .enum(['completed', 'stopped', 'failed'])
        .describe(
          '`stopped`: more than half of the records would disappear, and nothing was merged; `error` states what to do.',
        ),
      at: z.string().describe('Time of the refresh (ISO 8601, UTC).'),
      added: z.int().describe('Number of added records.'),
      changed: z.int().describe('Number of changed records.'),
      removed: z.int().describe('Number of removed records.'),
      returned: z.int().describe('Number of removed records that were found again.'),
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
      without_key: z
        .int()
        .describe('Records that were skipped because none of their key fields has a value.'),
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
      error: keptErrorSchema.nullable().describe('Error of the refresh. null: it completed.'),
    })
    .describe('Result of a refresh.'),
);

/** Schema of a dataset. */
export const datasetSchema: z.ZodType<DatasetDocument> = withSchemaName(
  'Dataset',
  z.object({
    did: z.string().describe('Identifier of the dataset.'),
    name: z.string().describe('Name of the dataset.'),
    source: sourceSchema.describe('Source of the records.'),
    key: z
      .array(z.string())
      .nullable()
      .describe(
        'Fields whose values identify a record. Empty: the whole content identifies it. Null before the first records.',
      ),
    fields: z
      .array(z.string())
      .describe('All fields that any record has or had, in order of first appearance.'),
    country: z
      .string()
      .nullable()
      .describe('Country of the exit (ISO 3166-1 alpha-2). null: none was requested.'),
    strict_country: z.boolean().describe('True if refreshes fail without an exit in the country.'),
    counts: z
      .object({
        active: z.int().describe('Active records.'),
        missing: z
          .int()
          .describe('Records that the last complete refresh did not find, and that are not removed yet.'),
        removed: z.int().describe('Removed records.'),
      })
      .describe('Numbers of records by status.'),
    last_seq: z.int().describe('Number of the last change; 0 before the first.'),
    created_at: z.string().describe('Time of creation (ISO 8601, UTC).'),
    last_refresh: reportSchema.nullable().describe('Result of the last refresh. null: none has ended.'),
    refreshing: z.string().nullable().describe('Id of the job of the queued or running refresh, or null.'),
    schedule: scheduleDocumentSchema.nullable().describe('Schedule of the refreshes. null: none.'),
    next_run_at: z
      .string()
      .nullable()
      .describe('Time of the next refresh, which starts within one minute of it.'),
    next_runs: z.array(z.string()).describe('Times of the next three refreshes.'),
    webhook: z.string().nullable().describe('URL of the receiver of events, with tokens masked. null: none.'),
    removed_after: z
      .int()
      .describe('Number of complete refreshes in a row without a record after which it is removed.'),
  }),
);

/** Schema of a record. */
export const recordSchema: z.ZodType<RecordDocument> = withSchemaName(
  'DatasetRecord',
  z.object({
    record_id: z.string().describe('Identifier of the record in the dataset.'),
    key: recordValueSchema.nullable().describe('The key fields and their values.'),
    status: z.enum(recordStatuses).describe('Status of the record.'),
    data: recordValueSchema.describe('Fields of the record and their last values.'),
    first_seen: z.string().describe('Time at which the record was found first (ISO 8601, UTC).'),
    last_seen: z.string().describe('Time at which the record was found last.'),
    last_changed: z.string().describe('Time of the last change of the record.'),
  }),
);

/** Schema of a change. */
export const changeSchema: z.ZodType<ChangeDocument> = withSchemaName(
  'DatasetChange',
  z.object({
    seq: z.int().describe('Number of the change in the dataset; each change has the next number.'),
    at: z.string().describe('Time of the change (ISO 8601, UTC).'),
    type: z.enum(changeTypes).describe('Kind of the change.'),
    record_id: z.string().describe('Identifier of the record.'),
    key: recordValueSchema
      .nullable()
      .describe('The key fields and their values. null: the dataset has no key fields.'),
    fields: z
      .record(
        z.string(),
        fromPage(
          z.object({
            old: jsonSchema.describe('Earlier value; null if the record had none.'),
            new: jsonSchema.describe('New value; null if the record has none.'),
          }),
        ),
      )
      .describe('The fields that differ; all fields of an added or removed record.'),
    jid: z.string().nullable().describe('Id of the job of the refresh that found the change.'),
  }),
);
