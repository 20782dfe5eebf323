import { z } from 'zod';
import type { ResourceKind } from '../../../domain/resources/missing-resource.ts';
import type { Resource } from '../../../operations/declaration/resource-operations.ts';
import { exitFields } from '../../../operations/schemas/page-options.ts';

/** Recipes, in errors. */
export const recipeKind: ResourceKind = { name: 'recipe', advice: 'List the recipes with GET /v1/recipes.' };

export const exampleId = 'rcp_06f3p8k2v1s4m7q9w5x0y2z3a4';
export const path = z.strictObject({
  rid: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe('Identifier of the recipe.'),
});
export const recipeResource: Resource = {
  kind: recipeKind,
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
/** Exit of a run or a test of a recipe. */
export const runExitFields = {
  country: exitFields.country.describe(
    'Two-letter code of the country of the exit. Default: that of the recipe.',
  ),
  strict_country: z
    .boolean()
    .nullish()
    .describe('Fail instead of using an exit in another country. Default: as the recipe says.'),
};
