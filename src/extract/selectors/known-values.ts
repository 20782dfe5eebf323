import type { FoundValue } from '../../domain/extraction.ts';
import type { Field, FieldKind } from '../field.ts';
import { lettersOf } from './page-letters.ts';
import type { KnownValue } from './places.ts';
import type { KnownRecord } from './records-rule.ts';

/** A scalar of an answer. */
export type ScalarValue = FoundValue['value'];

/** Types a text as a field asks, written for people or for machines; null when it says no such value. */
export type ReadText = (field: Field, text: string, isMachine: boolean) => ScalarValue | null;

/** Kinds with many spellings of one value: they are recognised by reading. */
const isReadKind: ReadonlySet<FieldKind> = new Set([
  'money',
  'number',
  'rating',
  'date',
  'duration',
  'phone',
  'choice',
]);

/** What two equal values share. */
export function valueKey(value: ScalarValue): string {
  if (typeof value !== 'string') return String(value);
  const letters = lettersOf(value);
  return letters === '' ? value : letters;
}

/** How to recognise a field's value on a page; null for what no place shows: yes and no. */
export function knownValueOf(field: Field, value: ScalarValue, read: ReadText): KnownValue | null {
  if (typeof value === 'boolean' || field.kind === 'yes_no') return null;
  const key = valueKey(value);
  const isSaidBy = (text: string, isMachine: boolean) => {
    const said = read(field, text, isMachine);
    return said !== null && valueKey(said) === key;
  };
  const isRead = typeof value === 'number' || isReadKind.has(field.kind);
  return { text: typeof value === 'string' ? value : null, isSaidBy, isRead };
}

/** What is known of a field: one value, the entries of a list, or records. */
export type KnownField =
  | { structure: 'scalar'; value: ScalarValue }
  | { structure: 'list'; entries: string[] }
  | { structure: 'records'; records: KnownRecord[] };

function entryIndex(pointer: string, base: string): { index: number; rest: string } | null {
  if (!pointer.startsWith(`${base}/`)) return null;
  const [, digits = '', rest = ''] = /^(\d+)((?:\/.*)?)$/.exec(pointer.slice(base.length + 1)) ?? [];
  return digits === '' ? null : { index: Number(digits), rest };
}

function knownRecords(field: Field, values: readonly FoundValue[], read: ReadText): KnownRecord[] {
  const records: Map<string, KnownValue>[] = [];
  for (const { pointer, value } of values) {
    const place = entryIndex(pointer, field.pointer);
    if (place === null || place.index > 1000) continue;
    const leaf = field.fields.find((one) => one.pointer === `${field.pointer}/*${place.rest}`);
    const known = leaf === undefined ? null : knownValueOf(leaf, value, read);
    if (leaf === undefined || known === null) continue;
    records[place.index] ??= new Map();
    records[place.index]?.set(leaf.pointer, known);
  }
  return records.filter((record) => record !== undefined);
}

/** What values that were found say of a field; null when nothing. */
export function knownFieldOf(field: Field, values: readonly FoundValue[], read: ReadText): KnownField | null {
  if (field.structure === 'scalar') {
    const found = values.find((value) => value.pointer === field.pointer);
    return found === undefined ? null : { structure: 'scalar', value: found.value };
  }
  if (field.structure === 'records') {
    const records = knownRecords(field, values, read);
    return records.length === 0 ? null : { structure: 'records', records };
  }
  const entries = values
    .map(({ pointer, value }) => ({ place: entryIndex(pointer, field.pointer), value }))
    .filter(({ place }) => place !== null && place.rest === '')
    .sort((one, other) => (one.place?.index ?? 0) - (other.place?.index ?? 0))
    .map(({ value }) => String(value));
  return entries.length === 0 ? null : { structure: 'list', entries };
}
