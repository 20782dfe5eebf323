import type { Json } from '../../domain/extraction.ts';

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Two answers to one question: lists are put together without what stands there twice, else the first that says anything. */
function merged(first: Json, second: Json): Json {
  if (isObject(first) && isObject(second)) {
    const names = new Set([...Object.keys(first), ...Object.keys(second)]);
    return Object.fromEntries(
      [...names].map((name) => [name, merged(first[name] ?? null, second[name] ?? null)]),
    );
  }
  if (Array.isArray(first) && Array.isArray(second)) {
    const byText = new Map([...first, ...second].map((item) => [JSON.stringify(item), item]));
    return [...byText.values()];
  }
  return isEmpty(first) ? second : first;
}

/** What several pages say of one thing, in the order of the pages; a list comes under `items` (spec.md section 4.3). */
export function mergeValues(values: readonly Json[]): { [name: string]: Json } | Json[] {
  const said = values.filter((value) => value !== null);
  if (said.length === 0) return [];
  const whole = said.reduce<Json>(merged, null);
  if (isObject(whole)) return whole;
  return { items: Array.isArray(whole) ? whole : [whole] };
}
