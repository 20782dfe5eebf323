import type { Json } from '../../../domain/pages/extraction.ts';
import { isObject } from '../../../domain/values/is-object.ts';

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Merges two values: objects by property, lists without duplicates, otherwise the first non-empty value. */
function mergeTwo(first: Json, second: Json): Json {
  if (isObject(first) && isObject(second)) {
    const names = new Set([...Object.keys(first), ...Object.keys(second)]);
    return Object.fromEntries(
      [...names].map((name) => [name, mergeTwo(first[name] ?? null, second[name] ?? null)]),
    );
  }
  if (Array.isArray(first) && Array.isArray(second)) {
    const byText = new Map([...first, ...second].map((item) => [JSON.stringify(item), item]));
    return [...byText.values()];
  }
  return isEmpty(first) ? second : first;
}

/** Merges the values of several pages in their order; a list is returned in `items` (docs/api.md, section 14). */
export function mergeValues(values: readonly Json[]): { [name: string]: Json } | Json[] {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return [];
  const result = present.reduce<Json>(mergeTwo, null);
  if (isObject(result)) return result;
  return { items: Array.isArray(result) ? result : [result] };
}
