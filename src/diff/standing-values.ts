import type { Json } from '../domain/extraction.ts';
import { alignLists } from './align-lists.ts';
import { compareValues, type FieldChanges } from './compare-values.ts';
import { plainText, withoutNoise } from './noise.ts';
import type { KnownNoise } from './standing-changes.ts';

/** A value as it was read, and when. */
export interface SeenValue {
  data: Json;
  at: Date;
}

/** What several readings of a value have in common against what it was before. */
export interface StandingValues {
  /** By JSON pointer (RFC 6901): what every reading shows. */
  fields: FieldChanges;
  /** Pointers with their values that came or went from one reading to the next. */
  restless: string[];
}

/** How a value at its place is remembered as restless. */
export function placedValue(pointer: string, value: Json): string {
  return `${pointer} ${JSON.stringify(value)}`;
}

/** Whether texts differ only by what changes by itself. */
function isNoise(one: Json, other: Json, before: Date, after: Date): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return withoutNoise(plainText(one), before) === withoutNoise(plainText(other), after);
}

function changesOf(before: SeenValue, reading: SeenValue, known: KnownNoise): FieldChanges {
  const changes = compareValues(before.data, alignLists(before.data, reading.data));
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([pointer, change]) =>
        !isNoise(change.old, change.new, before.at, reading.at) &&
        !(known.has(placedValue(pointer, change.old)) && known.has(placedValue(pointer, change.new))),
    ),
  );
}

/**
 * What differs from `before` in the same way on every one of the readings, oldest first; `known` names values that are
 * known to take turns at their places.
 */
export function standingValues(
  before: SeenValue,
  readings: readonly SeenValue[],
  known: KnownNoise = new Set(),
): StandingValues {
  const all = readings.map((reading) => changesOf(before, reading, known));
  const last = all.at(-1) ?? {};
  const isStanding = (pointer: string) =>
    all.every((changes) => JSON.stringify(changes[pointer]?.new) === JSON.stringify(last[pointer]?.new));
  const pointers = [...new Set(all.flatMap((changes) => Object.keys(changes)))];
  const restless = pointers
    .filter((pointer) => !isStanding(pointer))
    .flatMap((pointer) =>
      all.flatMap((changes) => {
        const change = changes[pointer];
        if (change === undefined) return [];
        return [placedValue(pointer, change.old), placedValue(pointer, change.new)];
      }),
    );
  const fields = Object.fromEntries(Object.entries(last).filter(([pointer]) => isStanding(pointer)));
  return { fields, restless: [...new Set(restless)] };
}
