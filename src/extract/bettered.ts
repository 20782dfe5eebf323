import type { FoundValue } from '../domain/extraction.ts';
import type { Field } from './field.ts';
import { isOf } from './page-data/page-data.ts';

/**
 * The values of all methods as one: a field that rules could only guess is taken from the model when the page bears the
 * model out, and else left as it is.
 */
export function bettered(
  fields: readonly Field[],
  found: readonly FoundValue[],
  byModel: readonly FoundValue[],
): FoundValue[] {
  return fields.flatMap((field) => {
    const known = found.filter((value) => isOf(value, field));
    const better = byModel.filter((value) => isOf(value, field));
    const isBetter = known.length === 0 || better.some((value) => value.isGrounded);
    return better.length > 0 && isBetter ? better : known;
  });
}
