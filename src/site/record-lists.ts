/** Objects that stand in one list and are alike. */
export interface RecordList {
  /** JSON pointer (RFC 6901) of the list; `*` stands for every entry of a list or object on the way. */
  path: string;
  rows: Record<string, unknown>[];
}

/** What JSON can hold beside lists and objects. */
export type Scalar = string | number | boolean | null;

/** Rows are alike when they share this part of their keys. */
const sharedKeys = 0.6;
const mostSteps = 100_000;
const mostLists = 300;
const mostRows = 5_000;
const maxDepth = 25;
/** Objects whose values are records themselves have at least so many. */
const fewestOfMap = 3;

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON pointer's tokens. */
export function tokensOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A token as a JSON pointer writes it. */
export function tokenOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Whether objects share most of their keys: on average, of each one's keys those that most have. */
function areAlike(rows: readonly Record<string, unknown>[]): boolean {
  const sample = rows.slice(0, 50);
  const counts = new Map<string, number>();
  for (const row of sample) for (const key of Object.keys(row)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const usual = new Set(
    [...counts].filter(([, count]) => count >= sample.length * sharedKeys).map(([key]) => key),
  );
  if (usual.size === 0) return false;
  const shares = sample.map((row) => {
    const keys = Object.keys(row);
    return keys.length === 0 ? 0 : keys.filter((key) => usual.has(key)).length / keys.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length >= sharedKeys;
}

function rowsIn(values: readonly unknown[]): Record<string, unknown>[] {
  return values.filter(isObject).filter((row) => Object.keys(row).length > 0);
}

interface Step {
  value: unknown;
  /** With the numbers of lists on the way as `*`. */
  path: string;
  depth: number;
}

/**
 * The lists of alike objects in a JSON value, in document order. Lists that stand at the same place of the entries of
 * another list are one: the items of all sections of a page.
 */
export function recordLists(root: unknown): RecordList[] {
  const byPath = new Map<string, Record<string, unknown>[]>();
  const open: Step[] = [{ value: root, path: '', depth: 0 }];
  let steps = 0;
  for (let at = open.pop(); at !== undefined && steps++ < mostSteps; at = open.pop()) {
    const { value, path, depth } = at;
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue;
    const entries: [string, unknown][] = Array.isArray(value)
      ? value.slice(0, mostRows).map((inner) => ['*', inner])
      : Object.entries(value).slice(0, mostRows);
    const isList = Array.isArray(value);
    const rows = rowsIn(entries.map(([, inner]) => inner));
    if (isList && rows.length > 0 && rows.length * 2 > entries.length) add(byPath, path, rows);
    const isMap = !isList && rows.length >= fewestOfMap && rows.length === entries.length && areAlike(rows);
    if (isMap) add(byPath, `${path}/*`, rows);
    for (let index = entries.length - 1; index >= 0; index--) {
      const [name, inner] = entries[index] as [string, unknown];
      if (typeof inner !== 'object' || inner === null) continue;
      const token = isList || isMap ? '*' : tokenOf(name);
      open.push({ value: inner, path: `${path}/${token}`, depth: depth + 1 });
    }
  }
  return [...byPath]
    .filter(([, rows]) => rows.length >= 2 && areAlike(rows))
    .map(([path, rows]) => ({ path, rows }));
}

function add(
  byPath: Map<string, Record<string, unknown>[]>,
  path: string,
  rows: Record<string, unknown>[],
): void {
  const known = byPath.get(path);
  if (known === undefined) {
    if (byPath.size < mostLists) byPath.set(path, rows.slice(0, mostRows));
  } else if (known !== rows) {
    for (const row of rows) if (known.length < mostRows) known.push(row);
  }
}

/** What two spellings of a key have in common that holds arguments or numbers: `items({"page":1})` is `items(`. */
function general(key: string): string {
  return key.replace(/[({:].*$/s, '(').replace(/\d+/g, '#');
}

function child(value: Record<string, unknown>, token: string): unknown {
  if (Object.hasOwn(value, token)) return value[token];
  const form = general(token);
  if (form === token) return undefined;
  const alike = Object.keys(value).filter((key) => general(key) === form);
  return alike.length === 1 ? value[alike[0] as string] : undefined;
}

/** All values at a pointer, `*` taken apart; keys that hold arguments are found under others too. */
export function valuesAtPointer(root: unknown, pointer: string): unknown[] {
  let found: unknown[] = [root];
  for (const token of tokensOf(pointer)) {
    found = found.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      if (token === '*') return Array.isArray(value) ? value : Object.values(value);
      if (Array.isArray(value)) return /^\d{1,6}$/.test(token) ? [value[Number(token)]] : [];
      return [child(value as Record<string, unknown>, token)];
    });
    if (found.length > mostRows) found.length = mostRows;
  }
  return found.filter((value) => value !== undefined);
}

/** The records at a list's pointer; empty when it is gone. */
export function rowsAt(root: unknown, pointer: string): Record<string, unknown>[] {
  const found = valuesAtPointer(root, pointer);
  return rowsIn(found.flatMap((value) => (Array.isArray(value) ? value : [value]))).slice(0, mostRows);
}
