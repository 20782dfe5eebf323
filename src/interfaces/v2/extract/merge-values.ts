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

/** Name of the member that contains a list. */
const listName = 'items';

/** Values of a page as an object, and JSON Pointers to some of them. */
interface NamedValues {
  values: { [name: string]: Json };
  pointers: string[];
}

/**
 * Returns the values of a page as an object: a list is in `items` (docs/api/third-party.md). Without a schema, the name
 * of a list that is the only value was invented for the words of the prompt, and is replaced.
 */
export function nameList(value: Json, pointers: readonly string[], hasSchema: boolean): NamedValues {
  if (!isObject(value)) {
    const items = Array.isArray(value) ? value : [value];
    return { values: { [listName]: items }, pointers: pointers.map((pointer) => `/${listName}${pointer}`) };
  }
  const [only, ...others] = Object.entries(value);
  if (hasSchema || only === undefined || others.length > 0 || !Array.isArray(only[1]))
    return { values: value, pointers: [...pointers] };
  const renamed = pointers.map((pointer) => pointer.replace(/^\/[^/]*/, `/${listName}`));
  return { values: { [listName]: only[1] }, pointers: renamed };
}

/** Merges the values of several pages in their order; an empty list without any. */
export function mergeValues(pages: readonly NamedValues['values'][]): Json {
  return pages.length === 0 ? [] : pages.reduce<Json>(mergeTwo, null);
}
