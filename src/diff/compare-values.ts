import type { Json } from '../domain/extraction.ts';
import { plainText } from './noise.ts';

/** Old and new value of a place, by JSON pointer (RFC 6901). */
export type FieldChanges = Record<string, { old: Json; new: Json }>;

function isSame(one: Json, other: Json): boolean {
  if (typeof one === 'string' && typeof other === 'string') return plainText(one) === plainText(other);
  return one === other;
}

function isBranch(value: Json): value is Json[] | { [name: string]: Json } {
  return typeof value === 'object' && value !== null;
}

function collect(one: Json, other: Json, pointer: string, changes: FieldChanges): void {
  if (isBranch(one) && isBranch(other) && Array.isArray(one) === Array.isArray(other)) {
    const [mine, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
    for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
      const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
      collect(mine.get(name) ?? null, theirs.get(name) ?? null, `${pointer}/${token}`, changes);
    }
  } else if (!isSame(one, other)) changes[pointer] = { old: one, new: other };
}

/** What differs between two values, place by place. */
export function compareValues(one: Json, other: Json): FieldChanges {
  const changes: FieldChanges = {};
  collect(one, other, '', changes);
  return changes;
}
