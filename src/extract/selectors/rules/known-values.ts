import type { FoundValue } from '../../../domain/pages/extraction.ts';
import { lettersOf } from '../../page-view/page-letters.ts';
import type { Field, FieldKind } from '../../schema/field.ts';
import type { KnownValue } from '../locators/value-positions.ts';
import type { KnownRecord } from './records-rule.ts';

export type ScalarValue = FoundValue['value'];

/** Parses a text, written for people or for machines, to the type of a field; null if it has no such value. */
export type ReadText = (field: Field, text: string, isMachine: boolean) => ScalarValue | null;

/** Kinds whose values have many notations and are recognized by parsing. */
const parsedKinds: ReadonlySet<FieldKind> = new Set([
  'money',
  'number',
  'rating',
  'date',
  'duration',
  'phone',
  'choice',
]);

/** Returns a key that equal values share. */
export function valueKey(value: ScalarValue): string {
  if (typeof value !== 'string') return String(value);
  const letters = lettersOf(value);
  return letters === '' ? value : letters;
}

/** Describes how to recognize a field's value on a page; null for booleans, which no position shows. */
export function toKnownValue(field: Field, value: ScalarValue, read: ReadText): KnownValue | null {
  if (typeof value === 'boolean' || field.kind === 'yes_no') return null;
  const key = valueKey(value);
  const matches = (text: string, isMachine: boolean) => {
    const parsed = read(field, text, isMachine);
    return parsed !== null && valueKey(parsed) === key;
  };
  const needsParsing = typeof value === 'number' || parsedKinds.has(field.kind);
  return { text: typeof value === 'string' ? value : null, matches, needsParsing };
}

/** Known data of a field: one value, the entries of a list, or records. */
export type KnownField =
  | { structure: 'scalar'; value: ScalarValue }
  | { structure: 'list'; entries: string[] }
  | { structure: 'records'; records: KnownRecord[] };

function parseEntryPointer(pointer: string, base: string): { index: number; rest: string } | null {
  if (!pointer.startsWith(`${base}/`)) return null;
  const [, digits = '', rest = ''] = /^(\d+)((?:\/.*)?)$/.exec(pointer.slice(base.length + 1)) ?? [];
  return digits === '' ? null : { index: Number(digits), rest };
}

function toKnownRecords(field: Field, values: readonly FoundValue[], read: ReadText): KnownRecord[] {
  const records: Map<string, KnownValue>[] = [];
  for (const { pointer, value } of values) {
    const entry = parseEntryPointer(pointer, field.pointer);
    if (entry === null || entry.index > 1000) continue;
    const leaf = field.fields.find((one) => one.pointer === `${field.pointer}/*${entry.rest}`);
    const knownValue = leaf === undefined ? null : toKnownValue(leaf, value, read);
    if (leaf === undefined || knownValue === null) continue;
    records[entry.index] ??= new Map();
    records[entry.index]?.set(leaf.pointer, knownValue);
  }
  return records.filter((record) => record !== undefined);
}

/** Returns the known data of a field from found values; null if there is none. */
export function toKnownField(field: Field, values: readonly FoundValue[], read: ReadText): KnownField | null {
  if (field.structure === 'scalar') {
    const foundValue = values.find((value) => value.pointer === field.pointer);
    return foundValue === undefined ? null : { structure: 'scalar', value: foundValue.value };
  }
  if (field.structure === 'records') {
    const records = toKnownRecords(field, values, read);
    return records.length === 0 ? null : { structure: 'records', records };
  }
  const entries = values
    .map(({ pointer, value }) => ({ place: parseEntryPointer(pointer, field.pointer), value }))
    .filter(({ place: entry }) => entry !== null && entry.rest === '')
    .sort((one, other) => (one.place?.index ?? 0) - (other.place?.index ?? 0))
    .map(({ value }) => String(value));
  return entries.length === 0 ? null : { structure: 'list', entries };
}
