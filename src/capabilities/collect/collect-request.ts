import { z } from 'zod';
import { exitFields } from '../../operations/schemas/page-options.ts';

/** Maximum number of fields per request. */
const maxFields = 60;
/** Maximum number of records per request; pages likewise. */
export const maxRecords = 100_000;
export const maxCollectPages = 1_000;

/** A field in words, which is also its name in the response. */
export const fieldSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((name) => name !== '__proto__', 'Must not be `__proto__`.');

/** Fields of a record without duplicates. */
export const fieldsSchema = z
  .array(fieldSchema)
  .min(1)
  .max(maxFields)
  .refine((names) => new Set(names).size === names.length, 'Must not contain duplicates.')
  .meta({ uniqueItems: true })
  .describe('Fields to return per record, in words: `["name", "price", "link to the product"]`. At most 60.');

/** Limits of a request. */
export const limitShape = {
  limit: z.int().min(1).max(maxRecords).default(100).describe('Maximum number of records.'),
  max_pages: z
    .int()
    .min(1)
    .max(maxCollectPages)
    .default(10)
    .describe('Maximum number of pages with records.'),
};

/** Body of `POST /v1/collect`. */
export const collectBody = z.strictObject({
  url: z
    .string()
    .max(8_192)
    .describe(
      'URL of a listing, search or category page, of JSON data, of a feed, or of a document with tables.',
    ),
  fields: fieldsSchema,
  ...limitShape,
  ...exitFields,
});

/** Options of a collect request. */
export interface CollectCommand {
  url: string;
  fields: string[];
  limit: number;
  maxPages: number;
  country: string | null;
  strictCountry: boolean;
}

/** Converts the validated body to a command. */
export function toCollectCommand(body: z.output<typeof collectBody>): CollectCommand {
  return {
    url: body.url,
    fields: body.fields,
    limit: body.limit,
    maxPages: body.max_pages,
    country: body.country ?? null,
    strictCountry: body.strict_country,
  };
}
