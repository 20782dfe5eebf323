import type { TextWork } from '../domain/pages/content.ts';
import type { FoundValue, JsonSchema } from '../domain/pages/extraction.ts';
import type { Assembled } from './values/assemble.ts';

/** Values found for a schema. */
export interface FoundValues {
  schema: JsonSchema;
  found: readonly FoundValue[];
  byModel: readonly FoundValue[];
}

/** Text worker task that assembles the values of all methods. */
export const assembleWork: TextWork<FoundValues, Assembled> = { name: 'assemble' };
