import type { Json } from '../domain/pages/extraction.ts';
import { itemAt } from '../domain/values/elements.ts';

type Entry = { [name: string]: Json };

/** Field names that usually identify a record, in order of preference. */
const identifierNames = ['id', 'sku', 'gtin', 'mpn', 'url', 'link', 'href', 'title', 'name'] as const;
/** Longer lists are not aligned: their entries are compared by position. */
const maxListLength = 5_000;

function isEntry(value: Json): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isUnique(entries: readonly Entry[], name: string): boolean {
  const values = entries.map((entry) => entry[name]);
  return values.every((value) => value != null) && new Set(values.map(String)).size === entries.length;
}

/** Returns the first field that is present and unique in every entry of both lists, or null. */
function findIdentifier(before: readonly Json[], after: readonly Json[]): string | null {
  const [beforeEntries, afterEntries] = [before.filter(isEntry), after.filter(isEntry)];
  if (beforeEntries.length !== before.length || afterEntries.length !== after.length) return null;
  return (
    identifierNames.find((name) => isUnique(beforeEntries, name) && isUnique(afterEntries, name)) ?? null
  );
}

/** Returns the identifying value of an entry or, without an identifying field, its JSON with sorted field names. */
function entryKey(value: Json, identifier: string | null): string {
  if (identifier !== null) return String((value as Entry)[identifier]);
  return JSON.stringify(value, (_, value: Json) =>
    isEntry(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

function alignList(before: readonly Json[], after: readonly Json[]): Json[] {
  const identifier = findIdentifier(before, after);
  const unmatched = Map.groupBy(after, (entry) => entryKey(entry, identifier));
  const matched = before.map((entry) => unmatched.get(entryKey(entry, identifier))?.shift());
  const remaining = [...unmatched.values()].flat();
  // Without an identifying field, an unmatched entry may be a changed one; with it, it is another record.
  const aligned = matched.map(
    (entry) => entry ?? (identifier === null ? remaining.shift() : undefined) ?? null,
  );
  return [...aligned.map((entry, index) => alignLists(itemAt(before, index), entry)), ...remaining];
}

/**
 * Returns `after` with the entries of its lists in the positions of their counterparts in `before`, matched by an identifying
 * field, else by equality. A missing entry becomes null and new entries come last, so that order alone is no difference.
 */
export function alignLists(before: Json, after: Json): Json {
  if (Array.isArray(before) && Array.isArray(after)) {
    return Math.max(before.length, after.length) > maxListLength ? after : alignList(before, after);
  }
  if (!isEntry(before) || !isEntry(after)) return after;
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, alignLists(before[name] ?? null, value)]),
  );
}
