import type { Json } from '../domain/pages/extraction.ts';
import { alignLists } from './align-lists.ts';
import { compareValues, type FieldChanges } from './compare-values.ts';
import type { KnownNoise } from './confirmed-changes.ts';
import { normalizeText, removeNoise } from './noise.ts';

/** A value and the time of its reading. */
export interface DatedValue {
  data: Json;
  at: Date;
}

/** Changes that several readings of a value confirm. */
export interface ConfirmedValues {
  /** Changes that all readings show, by JSON Pointer (RFC 6901). */
  fields: FieldChanges;
  /** Pointers and values that differ between readings. */
  noiseKeys: string[];
}

/** Returns the key under which a value at a pointer is stored as noise. */
export function valueKey(pointer: string, value: Json): string {
  return `${pointer} ${JSON.stringify(value)}`;
}

/** Returns true if two texts differ only by noise. */
function isNoise(one: Json, other: Json, before: Date, after: Date): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return removeNoise(normalizeText(one), before) === removeNoise(normalizeText(other), after);
}

function changesOf(before: DatedValue, reading: DatedValue, known: KnownNoise): FieldChanges {
  const changes = compareValues(before.data, alignLists(before.data, reading.data));
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([pointer, change]) =>
        !isNoise(change.old, change.new, before.at, reading.at) &&
        !(known.has(valueKey(pointer, change.old)) && known.has(valueKey(pointer, change.new))),
    ),
  );
}

/**
 * Returns the differences from `before` that all readings show in the same way, oldest reading first. `known` holds the
 * keys of values that alternate.
 */
export function confirmedValues(
  before: DatedValue,
  readings: readonly DatedValue[],
  known: KnownNoise = new Set(),
): ConfirmedValues {
  const all = readings.map((reading) => changesOf(before, reading, known));
  const last = all.at(-1) ?? {};
  const isConfirmed = (pointer: string) =>
    all.every((changes) => JSON.stringify(changes[pointer]?.new) === JSON.stringify(last[pointer]?.new));
  const pointers = [...new Set(all.flatMap((changes) => Object.keys(changes)))];
  const noiseKeys = pointers
    .filter((pointer) => !isConfirmed(pointer))
    .flatMap((pointer) =>
      all.flatMap((changes) => {
        const change = changes[pointer];
        if (change === undefined) return [];
        return [valueKey(pointer, change.old), valueKey(pointer, change.new)];
      }),
    );
  const fields = Object.fromEntries(Object.entries(last).filter(([pointer]) => isConfirmed(pointer)));
  return { fields, noiseKeys: [...new Set(noiseKeys)] };
}
