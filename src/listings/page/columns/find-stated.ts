import type { Json } from '../../../domain/pages/extraction.ts';
import type { FieldRule } from '../../../domain/pages/records.ts';
import { numberAt } from '../../../domain/values/elements.ts';
import { parseDate } from '../../../extract/typed/date.ts';
import { codeInText } from './code-in-text.ts';
import { isCodeColumn } from './column-form.ts';
import type { Column } from './columns.ts';
import type { MappingSource } from './field-rule.ts';
import { asksForAnyDate } from './other-dates.ts';
import { readRaw } from './read-value.ts';
import type { RequestedField } from './requested-fields.ts';

const minRecords = 3;
/** Minimum share of the records whose text states a value, and of distinct codes among these. */
const minStated = 0.9;
const minDistinct = 0.7;
/** Maximum number of characters of a text with a date. */
const maxDateText = 300;

/** A column whose texts state the values of a field. */
export interface StatedColumn {
  column: Column;
  rule: FieldRule;
}

/** Returns the only date that a text states; null if it states none or several. */
function onlyDate(text: string, { parseContext }: MappingSource): string | null {
  if (text.length > maxDateText) return null;
  const { language, dateOrderOf } = parseContext;
  const found = parseDate(text, language, dateOrderOf);
  if (found === null || (found.precision !== 'day' && found.precision !== 'time')) return null;
  const at = text.toLowerCase().indexOf(found.quote.toLowerCase());
  if (at === -1 || parseDate(text.slice(at + found.quote.length), language, dateOrderOf) !== null)
    return null;
  return found.iso;
}

/** Returns the values that the texts of a column state; null if too few do. */
function statedValues(column: Column, read: (text: string) => string | null): (string | null)[] | null {
  if (column.values.length < minRecords || column.filled < minStated) return null;
  if (column.type !== 'text' && column.type !== 'html') return null;
  const values = column.values.map((value: Json) => (typeof value === 'string' ? read(value) : null));
  return values.filter((value) => value !== null).length >= minStated * values.length ? values : null;
}

function medianLength({ values }: Column): number {
  const lengths = values.map((value) => String(value ?? '').length).sort((one, other) => one - other);
  return numberAt(lengths, Math.floor(lengths.length / 2));
}

/** Returns the shortest of the columns whose texts state the values of a field, if they all state the same ones. */
function findShortest(
  source: MappingSource,
  read: (text: string) => string | null,
  accepts: (values: readonly (string | null)[]) => boolean,
): Column | null {
  const stated = source.columns
    .filter(({ path }) => !source.isTree || !path.includes('@'))
    .map((column) => ({ column, values: statedValues(column, read) }))
    .filter(({ values }) => values !== null && accepts(values));
  const [first] = stated;
  if (first === undefined) return null;
  const areEqual = stated.every(({ values }) =>
    (values ?? []).every((value, at) => {
      const other = first.values?.[at] ?? null;
      return value === null || other === null || value === other;
    }),
  );
  const columns = stated.map(({ column }) => column);
  return areEqual ? (columns.sort((one, other) => medianLength(one) - medianLength(other))[0] ?? null) : null;
}

/**
 * Returns the column whose texts state the value of a field beside other words: the number of a file behind its name, or the only
 * date of a line. Null if there is none, if columns contradict each other, or if several fields of the kind are requested.
 */
export function findStated(
  requested: RequestedField,
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): StatedColumn | null {
  const { kind } = requested;
  if (requestedFields.filter((one) => one.kind === kind).length > 1) return null;
  if (kind === 'identifier') {
    // Several columns of codes are several numbers, of which none is the one that is asked for.
    if (source.columns.some(isCodeColumn)) return null;
    const rule: FieldRule = { paths: [], transform: { kind: 'code' }, type: 'text' };
    const areCodes = (values: readonly (string | null)[]) =>
      new Set(values).size >= minDistinct * values.length;
    const column = findShortest(source, codeInText, areCodes);
    return column === null ? null : { column, rule: { ...rule, paths: [column.path] } };
  }
  if (kind !== 'date' || !asksForAnyDate(requested)) return null;
  const rule: FieldRule = { paths: [], transform: null, type: 'date' };
  const column = findShortest(
    source,
    (text) => onlyDate(text, source),
    () => true,
  );
  if (column === null || column.values.some((value) => isMisread(value, rule, source))) return null;
  return { column, rule: { ...rule, paths: [column.path] } };
}

/** Returns true if the first date that a rule reads is not the only one of a text. */
function isMisread(value: Json, rule: FieldRule, source: MappingSource): boolean {
  if (typeof value !== 'string') return false;
  return onlyDate(value, source) === null && readRaw(value, rule, source.parseContext) !== null;
}
