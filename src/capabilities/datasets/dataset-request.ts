import { z } from 'zod';
import type { DataRecord, DatasetSource } from '../../domain/resources/dataset.ts';
import type { Schedule } from '../../domain/resources/schedule.ts';
import type { Target } from '../../fetching/target-check.ts';
import { exitFields } from '../../operations/schemas/page-options.ts';
import { isSentOverHttp, pageRequestSchema } from '../../operations/schemas/page-request.ts';
import { scheduleSchema } from '../../operations/schemas/schedule.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';
import { fieldsSchema, maxCollectPages, maxRecords } from '../collect/collect-request.ts';
import { extractionSchema } from '../extract/extract-request.ts';

/** Maximum number of pages of an extract source. */
const maxUrls = 1_000;
const fieldName = z.string().min(1).max(500);
const addressSchema = z.string().min(1).max(8_192);
/** Default limits for reading a listing. */
const defaultLimit = 10_000;
const defaultPages = 100;
/** Default number of complete refreshes in a row without a record, after which it is removed. */
const defaultRemovedAfter = 2;

const recordsSchema = z
  .array(z.record(z.string(), z.unknown()))
  .max(maxRecords)
  .describe('Records as objects with any fields. The request body is limited to 2 MB.');

const limitFields = {
  limit: z
    .int()
    .min(1)
    .max(maxRecords)
    .default(defaultLimit)
    .describe(`Maximum number of records of one refresh, 1 to ${maxRecords}. Default: ${defaultLimit}.`),
  max_pages: z
    .int()
    .min(1)
    .max(maxCollectPages)
    .default(defaultPages)
    .describe(`Maximum number of pages of one refresh, 1 to ${maxCollectPages}. Default: ${defaultPages}.`),
};

const sourceSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('recipe').describe('Runs a saved recipe.'),
      rid: z.string().min(1).max(100).describe('Id of a saved recipe.'),
      ...limitFields,
    }),
    z.strictObject({
      kind: z.literal('collect').describe('Reads the records of a listing.'),
      url: addressSchema.describe('URL of a page that lists records.'),
      fields: fieldsSchema,
      ...limitFields,
    }),
    z.strictObject({
      kind: z.literal('extract').describe('Extracts values from pages.'),
      urls: z
        .array(addressSchema)
        .min(1)
        .max(maxUrls)
        .describe(`URLs of up to ${maxUrls} pages, each with one record or a list of records.`),
      schema: extractionSchema,
      only_changed: z
        .boolean()
        .optional()
        .describe(
          'Reads only pages that may have changed since the last refresh. The service sends the validators of the last reading (`If-None-Match`, `If-Modified-Since`), and does not request pages that the sitemap lists with an older `lastmod`. Each page is requested at least every 7 days. Default: false.',
        ),
      request: pageRequestSchema.optional(),
      login: z.string().min(1).max(100).optional().describe('Id of a saved login for the site of the pages.'),
    }),
    z.strictObject({
      kind: z.literal('records').describe('Takes the records of the request.'),
      records: recordsSchema,
    }),
  ])
  .describe('Source of the records.');

/** Returns the fields of a source's records; null when they are known only after reading the source. */
function fieldsOf(source: z.output<typeof sourceSchema>): Set<string> | null {
  if (source.kind === 'collect') return new Set(source.fields);
  if (source.kind !== 'records' || source.records.length === 0) return null;
  return new Set(source.records.flatMap((record) => Object.keys(record)));
}

/** Strict body of `POST /v1/datasets`. */
export const datasetBody = z
  .strictObject({
    name: z.string().trim().min(1).max(200).describe('Name of the dataset.'),
    source: sourceSchema,
    key: z
      .array(fieldName)
      .min(1)
      .max(10)
      .meta({ uniqueItems: true })
      .nullish()
      .describe(
        'Up to 10 fields whose values together identify a record. Default: detected from the names and values of the fields.',
      ),
    schedule: scheduleSchema
      .nullish()
      .describe('Schedule of refreshes. Default: none; refreshes run on request.'),
    webhook: webhookUrlSchema
      .nullish()
      .describe('URL that receives an event for each refresh that changed something.'),
    ...exitFields,
    removed_after: z
      .int()
      .min(1)
      .max(100)
      .default(defaultRemovedAfter)
      .describe(
        `Number of complete refreshes in a row without a record, 1 to 100, after which it is removed; until then its status is \`missing\`. Default: ${defaultRemovedAfter}.`,
      ),
  })
  .check((context) => {
    const { source, schedule, key } = context.value;
    if (source.kind === 'extract' && source.login !== undefined && isSentOverHttp(source.request ?? {})) {
      const message = 'must be GET with a login, which needs a browser';
      const path = ['source', 'request', 'method'];
      context.issues.push({ code: 'custom', path, message, input: source.request?.method });
    }
    if (source.kind === 'records' && schedule != null && !('paused' in schedule)) {
      const message = 'must be omitted or paused: records in the request have no source to refresh from';
      context.issues.push({ code: 'custom', path: ['schedule'], message, input: schedule });
    }
    const fieldNames = key == null ? null : fieldsOf(source);
    for (const [index, field] of (key ?? []).entries()) {
      if (fieldNames === null || fieldNames.has(field)) continue;
      const message = `No record of this source has the field \`${field.slice(0, 100)}\`. Use a field of the source.`;
      context.issues.push({ code: 'custom', path: ['key', index], message, input: field });
    }
    if (key != null && new Set(key).size < key.length) {
      context.issues.push({
        code: 'custom',
        path: ['key'],
        message: 'must not contain a field twice',
        input: key,
      });
    }
  });

/** A dataset to create. */
export interface NewDataset {
  name: string;
  source: DatasetSource;
  /** The given records; null for a dataset with another source. */
  records: DataRecord[] | null;
  key: string[] | null;
  schedule: Schedule | null;
  webhook: string | null;
  country: string | null;
  strictCountry: boolean;
  removedAfter: number;
}

function toSource(source: z.output<typeof sourceSchema>): DatasetSource {
  return source.kind === 'records' ? { kind: 'records' } : (source as DatasetSource);
}

/** Converts the validated body to the command. */
export function toNewDataset(body: z.output<typeof datasetBody>): NewDataset {
  return {
    name: body.name,
    source: toSource(body.source),
    records: body.source.kind === 'records' ? (body.source.records as DataRecord[]) : null,
    key: body.key ?? null,
    schedule: body.schedule ?? null,
    webhook: body.webhook ?? null,
    country: body.country ?? null,
    strictCountry: body.strict_country,
    removedAfter: body.removed_after,
  };
}

/** Returns the URLs that a new dataset contacts: its source and its webhook. */
export function datasetTargets({ source, webhook }: NewDataset): Target[] {
  const pages =
    source.kind === 'collect'
      ? [{ pointer: '/source/url', url: source.url }]
      : source.kind === 'extract'
        ? source.urls.map((url, index) => ({ pointer: `/source/urls/${index}`, url }))
        : [];
  return [...pages, ...(webhook === null ? [] : [{ pointer: '/webhook', url: webhook }])];
}
