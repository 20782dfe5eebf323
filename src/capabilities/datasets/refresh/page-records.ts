import type { Json } from '../../../domain/pages/extraction.ts';
import type { DataRecord } from '../../../domain/resources/dataset.ts';
import { isObject } from '../../../domain/values/is-object.ts';

/** Returns the list of an object that contains nothing but one list of objects; otherwise null. */
function findOnlyList(value: DataRecord): DataRecord[] | null {
  const [inner, ...others] = Object.values(value);
  if (others.length > 0 || !Array.isArray(inner) || inner.length === 0) return null;
  return inner.every((one) => isObject(one)) ? inner : null;
}

function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return isObject(value) ? Object.values(value).every(isEmpty) : value === null;
}

/**
 * Returns the records extracted from one page: the entries of a list, or the page's one object, with the page's URL as
 * `url`. Objects without any value are dropped.
 */
export function pageRecords(url: string, data: Json): DataRecord[] {
  const list = Array.isArray(data)
    ? data.filter((one) => isObject(one))
    : isObject(data)
      ? findOnlyList(data)
      : [];
  if (list !== null) return list.filter((record) => !isEmpty(record));
  const record = data as DataRecord;
  return isEmpty(record) ? [] : [{ ...record, url: record.url ?? url }];
}
