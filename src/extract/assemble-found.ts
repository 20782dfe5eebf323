import { mergeValues } from './merge-values.ts';
import { fieldsOf } from './schema/schema-fields.ts';
import type { FoundValues } from './thread-work.ts';
import { type Assembled, assemble } from './values/assemble.ts';

/** Merges the values of all methods and assembles the data. */
export function assembleFound({ schema, found, byModel }: FoundValues): Assembled {
  const fields = fieldsOf(schema);
  return assemble(fields, mergeValues(fields, found, byModel), schema);
}
