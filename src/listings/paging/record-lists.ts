import { itemAt } from '../../domain/values/elements.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerToken, pointerTokens } from '../../domain/values/json-pointer.ts';
/** Similar objects of one list. */
export interface RecordList {
  /** JSON Pointer (RFC 6901) of the list; `*` stands for every entry of a list or object on the way. */
  path: string;
  rows: Record<string, unknown>[];
}

/** A JSON value other than a list or an object. */
export type Scalar = string | number | boolean | null;

/** Minimum share of common keys of similar rows. */
const minSharedKeys = 0.6;
const maxSteps = 100_000;
const maxLists = 300;
const maxRows = 5_000;
const maxDepth = 25;
/** Minimum number of entries of an object whose values are records. */
const minMapSize = 3;

/** Returns true if objects share most of their keys: on average, most keys of each object are common. */
function areSimilar(rows: readonly Record<string, unknown>[]): boolean {
  const sample = rows.slice(0, 50);
  const counts = new Map<string, number>();
  for (const row of sample) for (const key of Object.keys(row)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const commonKeys = new Set(
    [...counts].filter(([, count]) => count >= sample.length * minSharedKeys).map(([key]) => key),
  );
  if (commonKeys.size === 0) return false;
  const shares = sample.map((row) => {
    const keys = Object.keys(row);
    return keys.length === 0 ? 0 : keys.filter((key) => commonKeys.has(key)).length / keys.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length >= minSharedKeys;
}

function filterRows(values: readonly unknown[]): Record<string, unknown>[] {
  return values.filter(isObject).filter((row) => Object.keys(row).length > 0);
}

interface TraversalStep {
  value: unknown;
  /** Path with `*` in place of list indexes. */
  path: string;
  depth: number;
}

/**
 * Returns the lists of similar objects in a JSON value in document order. Lists at the same path in the entries
 * of another list are merged, such as the items of all sections of a page.
 */
export function recordLists(root: unknown): RecordList[] {
  const byPath = new Map<string, Record<string, unknown>[]>();
  const pending: TraversalStep[] = [{ value: root, path: '', depth: 0 }];
  let steps = 0;
  for (let at = pending.pop(); at !== undefined && steps++ < maxSteps; at = pending.pop()) {
    const { value, path, depth } = at;
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue;
    const entries: [string, unknown][] = Array.isArray(value)
      ? value.slice(0, maxRows).map((inner) => ['*', inner])
      : Object.entries(value).slice(0, maxRows);
    const isList = Array.isArray(value);
    const rows = filterRows(entries.map(([, inner]) => inner));
    if (isList && rows.length > 0 && rows.length * 2 > entries.length) add(byPath, path, rows);
    const isMap = !isList && rows.length >= minMapSize && rows.length === entries.length && areSimilar(rows);
    if (isMap) add(byPath, `${path}/*`, rows);
    for (let index = entries.length - 1; index >= 0; index--) {
      const [name, inner] = itemAt(entries, index);
      if (typeof inner !== 'object' || inner === null) continue;
      const token = isList || isMap ? '*' : pointerToken(name);
      pending.push({ value: inner, path: `${path}/${token}`, depth: depth + 1 });
    }
  }
  return [...byPath]
    .filter(([, rows]) => rows.length >= 2 && areSimilar(rows))
    .map(([path, rows]) => ({ path, rows }));
}

function add(
  byPath: Map<string, Record<string, unknown>[]>,
  path: string,
  rows: Record<string, unknown>[],
): void {
  const existing = byPath.get(path);
  if (existing === undefined) {
    if (byPath.size < maxLists) byPath.set(path, rows.slice(0, maxRows));
  } else if (existing !== rows) {
    for (const row of rows) if (existing.length < maxRows) existing.push(row);
  }
}

/** Generalizes a key with arguments or numbers: `items({"page":1})` becomes `items(`. */
function generalizeKey(key: string): string {
  return key.replace(/[({:].*$/s, '(').replace(/\d+/g, '#');
}

function getChild(value: Record<string, unknown>, token: string): unknown {
  if (Object.hasOwn(value, token)) return value[token];
  const form = generalizeKey(token);
  if (form === token) return undefined;
  const matching = Object.keys(value).filter((key) => generalizeKey(key) === form);
  return matching.length === 1 ? value[itemAt(matching, 0)] : undefined;
}

/**
 * Returns all values at a pointer, with `*` for every entry. A key with arguments also matches a key with other
 * arguments.
 */
export function getValuesAtPointer(root: unknown, pointer: string): unknown[] {
  let values: unknown[] = [root];
  for (const token of pointerTokens(pointer)) {
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      if (token === '*') return Array.isArray(value) ? value : Object.values(value);
      if (Array.isArray(value)) return /^\d{1,6}$/.test(token) ? [value[Number(token)]] : [];
      return [getChild(value as Record<string, unknown>, token)];
    });
    if (values.length > maxRows) values.length = maxRows;
  }
  return values.filter((value) => value !== undefined);
}

/** Returns the records at a list's pointer; empty if the list no longer exists. */
export function getRowsAt(root: unknown, pointer: string): Record<string, unknown>[] {
  const values = getValuesAtPointer(root, pointer);
  return filterRows(values.flatMap((value) => (Array.isArray(value) ? value : [value]))).slice(0, maxRows);
}
