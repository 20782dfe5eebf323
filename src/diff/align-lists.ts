import type { Json } from '../domain/extraction.ts';

type Entry = { [name: string]: Json };

/** Names under which records usually tell who they are, the surest first. */
const identityNames = ['id', 'sku', 'gtin', 'mpn', 'url', 'link', 'href', 'title', 'name'] as const;
/** Longer lists are compared in the order in which they stand. */
const longestList = 5_000;

function isEntry(value: Json): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isUnique(entries: readonly Entry[], name: string): boolean {
  const values = entries.map((entry) => entry[name]);
  return values.every((value) => value != null) && new Set(values.map(String)).size === entries.length;
}

/** The name whose values tell the entries of both lists apart, or null. */
function identityOf(one: readonly Json[], other: readonly Json[]): string | null {
  const [mine, theirs] = [one.filter(isEntry), other.filter(isEntry)];
  if (mine.length !== one.length || theirs.length !== other.length) return null;
  return identityNames.find((name) => isUnique(mine, name) && isUnique(theirs, name)) ?? null;
}

/** The text by which an entry is found again, whatever the order of its own names. */
function keyOf(value: Json, identity: string | null): string {
  if (identity !== null) return String((value as Entry)[identity]);
  return JSON.stringify(value, (_, part: Json) =>
    isEntry(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function alignList(one: readonly Json[], other: readonly Json[]): Json[] {
  const identity = identityOf(one, other);
  const waiting = Map.groupBy(other, (entry) => keyOf(entry, identity));
  const kept = one.map((entry) => waiting.get(keyOf(entry, identity))?.shift());
  const rest = [...waiting.values()].flat();
  // Without an identity what is new may be what was there, changed; with one it is another record.
  const filled = kept.map((entry) => entry ?? (identity === null ? rest.shift() : undefined) ?? null);
  return [...filled.map((entry, at) => alignLists(one[at] as Json, entry)), ...rest];
}

/**
 * The other value with the entries of its lists where those of `one` stand that they are: by what names a record, else by
 * equality. What is gone is null, what is new comes last; so a list in another order is the same list.
 */
export function alignLists(one: Json, other: Json): Json {
  if (Array.isArray(one) && Array.isArray(other)) {
    return Math.max(one.length, other.length) > longestList ? other : alignList(one, other);
  }
  if (!isEntry(one) || !isEntry(other)) return other;
  return Object.fromEntries(
    Object.entries(other).map(([name, value]) => [name, alignLists(one[name] ?? null, value)]),
  );
}
