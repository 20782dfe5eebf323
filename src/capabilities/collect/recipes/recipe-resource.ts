import { z } from 'zod';
import type { Resource } from '../../../operations/declaration/resource-operations.ts';
import { countrySchema } from '../../../operations/schemas/page-options.ts';

export const exampleId = 'rcp_06f3p8k2v1s4m7q9w5x0y2z3a4';
export const path = z.strictObject({ rid: z.string().regex(/^[\w-]{1,100}$/) });
export const recipeResource: Resource = {
  kind: 'recipe',
  path: '/v1/recipes/{rid}',
  idName: 'rid',
  id: path.shape.rid,
  exampleId,
};

/** Field `url` of a run or a test of a recipe. */
export const otherListingSchema = z
  .string()
  .min(1)
  .max(8_192)
  .nullish()
  .describe('URL of another listing with the same structure. Default: the URL of the recipe.');
/** Field `country` of a run or a test of a recipe. */
export const exitCountrySchema = countrySchema.nullish().describe('Country of the exit, two-letter code.');
