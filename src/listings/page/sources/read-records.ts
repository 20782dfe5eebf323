import { createHash } from 'node:crypto';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { FieldRule, MappedField, ReadRecords } from '../../../domain/pages/records.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import { pointerToken } from '../../../domain/values/json-pointer.ts';
import type { ParseContext } from '../../../extract/values/coerce.ts';
import type { Column } from '../columns/columns.ts';
import { getRecordIds } from '../columns/columns.ts';
import { isShownIn } from '../columns/field-rule.ts';
import { dropEqualFormerPrice, isReadPrice } from '../columns/prices.ts';
import { readField } from '../columns/read-value.ts';
import type { RequestedField } from '../columns/requested-fields.ts';
import { groupDatePath } from './group-dates.ts';
import type { ShownRecord } from './shown-records.ts';

/** Maximum number of pointers of unverified values in an answer. */
const maxPointers = 2_000;

/** Returns a short hash of the keys of records. */
export function hashLayout(columns: readonly Column[]): string {
  const paths = columns
    .filter(({ path, filled }) => filled >= 0.5 && !isReadPrice(path))
    .map(({ path }) => path);
  return createHash('sha256').update(paths.sort().join('\n')).digest('hex').slice(0, 16);
}

/** Returns the rules of mapped fields. */
export function getRules(mapped: Readonly<Record<string, MappedField>>): Record<string, FieldRule> {
  return Object.fromEntries(Object.entries(mapped).map(([name, { rule }]) => [name, rule]));
}

/** Reads a record with exactly the requested fields. */
function readRecord(
  row: Readonly<Record<string, unknown>>,
  requestedFields: readonly RequestedField[],
  rules: Readonly<Record<string, FieldRule>>,
  parseContext: ParseContext,
): Record<string, Json> {
  const record: Record<string, Json> = {};
  for (const { name } of requestedFields) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    record[name] = rule === undefined ? null : readField(row, rule, parseContext);
  }
  dropEqualFormerPrice(record, requestedFields);
  return record;
}

/** Reads the requested records of a source and compares each with the visible content. */
export function readRecords(
  rows: readonly Record<string, unknown>[],
  columns: readonly Column[],
  requestedFields: readonly RequestedField[],
  rules: Readonly<Record<string, FieldRule>>,
  shown: readonly (ShownRecord | null)[],
  parseContext: ParseContext,
): ReadRecords {
  const unverified: string[] = [];
  let checked = 0;
  const ids = getRecordIds(rows, columns);
  const records: Record<string, Json>[] = [];
  const recordIds: string[] = [];
  rows.forEach((row, index) => {
    const record = readRecord(row, requestedFields, rules, parseContext);
    // A row without any requested value is no record: a heading between rows, or an advertisement.
    if (requestedFields.length > 0 && Object.values(record).every((value) => value === null)) return;
    const shownRecord = shown[index];
    if (shownRecord !== null && shownRecord !== undefined) {
      checked++;
      for (const { name, field } of requestedFields) {
        const value = record[name] as Json;
        // The page shows the date of a group above its records.
        if (rules[name]?.paths[0] === groupDatePath) continue;
        if (value === null || unverified.length >= maxPointers || isShownIn(shownRecord, field, value))
          continue;
        unverified.push(`/${records.length}/${pointerToken(name)}`);
      }
    }
    records.push(record);
    recordIds.push(itemAt(ids, index));
  });
  return { records, ids: recordIds, unverified, checked };
}
