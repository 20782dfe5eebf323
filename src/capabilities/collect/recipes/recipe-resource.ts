import { z } from 'zod';
import type { Resource } from '../../../operations/declaration/resource-operations.ts';

export const exampleId = 'rcp_06f3p8k2v1s4m7q9w5x0y2z3a4';
export const path = z.strictObject({ rid: z.string().regex(/^[\w-]{1,100}$/) });
export const recipeResource: Resource = {
  kind: 'recipe',
  path: '/v1/recipes/{rid}',
  idName: 'rid',
  id: path.shape.rid,
  exampleId,
};
