import { createHash } from 'node:crypto';
import type { Json } from '../../domain/extraction.ts';
import type { FieldRule, MappedField, ReadRecords } from '../../domain/records.ts';
import type { Reading } from '../coerce.ts';
import type { Column } from './columns.ts';
import { idsOf } from './columns.ts';
import { isShownIn } from './field-rule.ts';
import { readField } from './read-value.ts';
import type { ShownRecord } from './shown-records.ts';
import type { Wish } from './wish.ts';

/** Pointers of unverified values that one answer lists at most. */
const mostPointers = 2_000;

/** A short signature of what records are made of. */
export function layoutOf(columns: readonly Column[]): string {
  const paths = columns.filter(({ filled }) => filled >= 0.5).map(({ path }) => path);
  return createHash('sha256').update(paths.sort().join('\n')).digest('hex').slice(0, 16);
}

/** The rules of mapped fields. */
export function rulesOf(mapped: Readonly<Record<string, MappedField>>): Record<string, FieldRule> {
  return Object.fromEntries(Object.entries(mapped).map(([name, { rule }]) => [name, rule]));
}

/** A record with exactly the fields asked for. */
function recordOf(
  row: Readonly<Record<string, unknown>>,
  wishes: readonly Wish[],
  rules: Readonly<Record<string, FieldRule>>,
  reading: Reading,
): Record<string, Json> {
  const record: Record<string, Json> = {};
  for (const { name } of wishes) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    record[name] = rule === undefined ? null : readField(row, rule, reading);
  }
  return record;
}

/** The records of a source as they were asked for, each compared with what the page shows in its place. */
export function readRecords(
  rows: readonly Record<string, unknown>[],
  columns: readonly Column[],
  wishes: readonly Wish[],
  rules: Readonly<Record<string, FieldRule>>,
  shown: readonly (ShownRecord | null)[],
  reading: Reading,
): ReadRecords {
  const unverified: string[] = [];
  let checked = 0;
  const ids = idsOf(rows, columns);
  const records: Record<string, Json>[] = [];
  const kept: string[] = [];
  rows.forEach((row, index) => {
    const record = recordOf(row, wishes, rules, reading);
    // What holds nothing that was asked for is no record: a heading between rows, an advertisement.
    if (wishes.length > 0 && Object.values(record).every((value) => value === null)) return;
    const place = shown[index];
    if (place !== null && place !== undefined) {
      checked++;
      for (const { name, field } of wishes) {
        const value = record[name] as Json;
        if (value === null || unverified.length >= mostPointers || isShownIn(place, field, value)) continue;
        unverified.push(`/${records.length}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      }
    }
    records.push(record);
    kept.push(ids[index] as string);
  });
  return { records, ids: kept, unverified, checked };
}
