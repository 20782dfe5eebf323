import type { FoundValue } from '../domain/pages/extraction.ts';
import { belongsToField } from './page-data/page-data.ts';
import type { Field } from './schema/field.ts';

/**
 * Merges the values of the rules and of the model. A field takes the model's values if it has no others or the
 * page confirms them.
 */
export function mergeValues(
  fields: readonly Field[],
  byRules: readonly FoundValue[],
  byModel: readonly FoundValue[],
): FoundValue[] {
  return fields.flatMap((field) => {
    const current = byRules.filter((value) => belongsToField(value, field));
    const fromModel = byModel.filter((value) => belongsToField(value, field));
    const shouldReplace = current.length === 0 || fromModel.some((value) => value.isGrounded);
    return fromModel.length > 0 && shouldReplace ? fromModel : current;
  });
}
