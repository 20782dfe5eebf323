import type { DataRecord } from '../../domain/dataset.ts';
import type { Json } from '../../domain/extraction.ts';

function isRecord(value: Json): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list that an object consists of, where it has nothing but one list of objects. */
function onlyList(value: DataRecord): DataRecord[] | null {
  const [inner, ...others] = Object.values(value);
  if (others.length > 0 || !Array.isArray(inner) || inner.length === 0) return null;
  return inner.every(isRecord) ? inner : null;
}

function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return isRecord(value) ? Object.values(value).every(isEmpty) : value === null;
}

/**
 * The records that were extracted from one page: the entries of a list, or the page's one object, which then says by `url`
 * what page it is of. Objects without a single value are none.
 */
export function recordsOfPage(url: string, data: Json): DataRecord[] {
  const list = Array.isArray(data) ? data.filter(isRecord) : isRecord(data) ? onlyList(data) : [];
  if (list !== null) return list.filter((record) => !isEmpty(record));
  const record = data as DataRecord;
  return isEmpty(record) ? [] : [{ ...record, url: record.url ?? url }];
}
