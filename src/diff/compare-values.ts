import type { Json } from '../domain/pages/extraction.ts';
import { pointerToken } from '../domain/values/json-pointer.ts';
import { normalizeText } from './noise.ts';

/** Old and new values by JSON Pointer (RFC 6901). */
export type FieldChanges = Record<string, { old: Json; new: Json }>;

function isSame(before: Json, after: Json): boolean {
  if (typeof before === 'string' && typeof after === 'string')
    return normalizeText(before) === normalizeText(after);
  return before === after;
}

function isBranch(value: Json): value is Json[] | { [name: string]: Json } {
  return typeof value === 'object' && value !== null;
}

function collectChanges(before: Json, after: Json, pointer: string, changes: FieldChanges): void {
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const [beforeEntries, afterEntries] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
    for (const name of new Set([...beforeEntries.keys(), ...afterEntries.keys()])) {
      const token = pointerToken(name);
      collectChanges(
        beforeEntries.get(name) ?? null,
        afterEntries.get(name) ?? null,
        `${pointer}/${token}`,
        changes,
      );
    }
  } else if (!isSame(before, after)) changes[pointer] = { old: before, new: after };
}

/** Returns the differences between two JSON values; an absent value counts as null. */
export function compareValues(before: Json, after: Json): FieldChanges {
  const changes: FieldChanges = {};
  collectChanges(before, after, '', changes);
  return changes;
}
