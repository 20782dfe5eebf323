import { z } from 'zod';
import { countrySchema } from '../../operations/schemas/page-options.ts';

/** Fields asked for at once. */
const mostFields = 60;
/** Records and pages of one order at most. */
export const mostRecords = 100_000;
export const mostPages = 1_000;

/** A field in words; what it is called in the answer. */
export const fieldSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((name) => name !== '__proto__', 'cannot be the name of a field');

/** Fields of a record, each named once. */
export const fieldsSchema = z
  .array(fieldSchema)
  .min(1)
  .max(mostFields)
  .refine((names) => new Set(names).size === names.length, 'name each field once')
  .describe('what to return per record, in words: `["name", "price", "link to the product"]`');

/** How much is wanted. */
export const amountShape = {
  limit: z.int().min(1).max(mostRecords).default(100).describe('records at most'),
  max_pages: z.int().min(1).max(mostPages).default(10).describe('pages of records at most'),
};

/** The strict body of `POST /v1/collect`. */
export const collectBody = z.strictObject({
  url: z.string().max(8_192).describe('a listing, search or category page, or data in JSON or a feed'),
  fields: fieldsSchema,
  ...amountShape,
  country: countrySchema.nullish().describe('two-letter code of the exit country'),
  strict_country: z.boolean().default(false).describe('fail rather than use another country'),
});

/** Records of a listing, as they are asked for. */
export interface CollectCommand {
  url: string;
  fields: string[];
  limit: number;
  maxPages: number;
  country: string | null;
  strictCountry: boolean;
}

/** From the validated body to the command. */
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
