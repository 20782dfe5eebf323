import { z } from 'zod';
import type { DataRecord, DatasetSource } from '../../domain/dataset.ts';
import type { Schedule } from '../../domain/schedule.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { scheduleSchema } from '../../operations/schemas/schedule.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';
import { fieldsSchema, mostPages, mostRecords } from '../collect/collect-request.ts';
import { schemaSchema } from '../extract/extract-request.ts';

/** Pages of an extract source at most. */
const mostUrls = 1_000;
const fieldName = z.string().min(1).max(500);
const addressSchema = z.string().min(1).max(8_192);
/** How much of a listing is read, unless told. */
const usualLimit = 10_000;
const usualPages = 100;
/** What is missing in so many complete refreshes in a row is removed, unless told. */
const usualRemovedAfter = 2;

const recordsSchema = z
  .array(z.record(z.string(), z.unknown()))
  .max(mostRecords)
  .describe('objects of any fields; a body may have 2 MB');

const bounds = {
  limit: z.int().min(1).max(mostRecords).default(usualLimit).describe('records of one refresh at most'),
  max_pages: z.int().min(1).max(mostPages).default(usualPages).describe('pages of one refresh at most'),
};

const sourceSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('recipe'),
      rid: z.string().min(1).max(100).describe('a saved recipe'),
      ...bounds,
    }),
    z.strictObject({
      kind: z.literal('collect'),
      url: addressSchema.describe('a page that lists records'),
      fields: fieldsSchema,
      ...bounds,
    }),
    z.strictObject({
      kind: z.literal('extract'),
      urls: z.array(addressSchema).min(1).max(mostUrls).describe('one page a record, or lists'),
      schema: schemaSchema,
    }),
    z.strictObject({ kind: z.literal('records'), records: recordsSchema }),
  ])
  .describe('where the records come from');

/** The strict body of `POST /v1/datasets`. */
export const datasetBody = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    source: sourceSchema,
    key: z
      .array(fieldName)
      .min(1)
      .max(10)
      .nullish()
      .describe('fields that together tell records apart; found by their names and values unless told'),
    schedule: scheduleSchema.nullish().describe('when to refresh; only on request unless told'),
    webhook: webhookUrlSchema.nullish(),
    country: countrySchema.nullish().describe('two-letter code of the exit country'),
    removed_after: z
      .int()
      .min(1)
      .max(100)
      .default(usualRemovedAfter)
      .describe('complete refreshes in a row without a record until it is removed; until then it is missing'),
  })
  .check((context) => {
    const { source, schedule, key } = context.value;
    if (source.kind === 'records' && schedule != null && !('paused' in schedule)) {
      const message = 'records that were given have no source to be refreshed from';
      context.issues.push({ code: 'custom', path: ['schedule'], message, input: schedule });
    }
    if (key != null && new Set(key).size < key.length) {
      context.issues.push({ code: 'custom', path: ['key'], message: 'each field once', input: key });
    }
  });

/** A dataset that is about to be made. */
export interface NewDataset {
  name: string;
  source: DatasetSource;
  /** The records of a dataset that has no other source; null where it has one. */
  records: DataRecord[] | null;
  key: string[] | null;
  schedule: Schedule | null;
  webhook: string | null;
  country: string | null;
  removedAfter: number;
}

function toSource(source: z.output<typeof sourceSchema>): DatasetSource {
  return source.kind === 'records' ? { kind: 'records' } : source;
}

/** From the validated body to the command. */
export function toNewDataset(body: z.output<typeof datasetBody>): NewDataset {
  return {
    name: body.name,
    source: toSource(body.source),
    records: body.source.kind === 'records' ? (body.source.records as DataRecord[]) : null,
    key: body.key ?? null,
    schedule: body.schedule ?? null,
    webhook: body.webhook ?? null,
    country: body.country ?? null,
    removedAfter: body.removed_after,
  };
}
