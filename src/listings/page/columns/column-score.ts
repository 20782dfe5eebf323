import type { Json } from '../../../domain/pages/extraction.ts';
import type { ValueType } from '../../../domain/pages/records.ts';
import { pointerTokens } from '../../../domain/values/json-pointer.ts';
import type { FieldKind } from '../../../extract/schema/field.ts';
import { parseEmail, parsePhone } from '../../../extract/typed/contact.ts';
import { parseDate } from '../../../extract/typed/date.ts';
import type { ParseContext } from '../../../extract/values/coerce.ts';
import { foldText, wordsOf } from '../../../extract/words/words.ts';
import { isCodeColumn, isLikelyByForm, scoreForm } from './column-form.ts';
import { type Column, getValueType } from './columns.ts';
import { findTemplate, type MappingSource, sampleColumn } from './field-rule.ts';
import { isFirstImage } from './main-element.ts';
import { namesRecords } from './name-matcher.ts';
import { isDateOfThing, namesOtherDate } from './other-dates.ts';
import {
  haveEqualAmounts,
  isFormerPrice,
  isFormerPriceField,
  isPlainAmount,
  scoreByShownRole,
} from './prices.ts';
import { readRaw } from './read-value.ts';
import type { RequestedField } from './requested-fields.ts';

/** Minimum score of a column whose name says that it is the field. */
export const minNameScore = 0.33;

/** Name score of a table column whose heading only says what the records are, for their title. */
const recordNameScore = 0.7;
/** Paths of table columns, which are their headings. Other repeated elements have steps with tags and classes. */
const tableColumn = /^\/[^/>.@]+$/;

/** Name score of the date of what a record is about, beside the date of its entry on the page. */
const thingDateScore = 0.95;

/** Name score of a column that only its form identifies. */
const formNameScore = 0.45;

/** Types by which a kind is recognized if only one column has such values. */
const formOfKind: Readonly<Partial<Record<FieldKind, readonly ValueType[]>>> = {
  money: ['money'],
  date: ['date'],
  image: ['image'],
  email: ['email'],
  phone: ['phone'],
  url: ['url'],
};

/** Returns the names that the page gives to a column's values: labels, classes and headings. */
export function findShownNames(column: Column, source: MappingSource): string[][] {
  const counts = new Map<string, number>();
  const samples = sampleColumn(column, source).slice(0, 6);
  for (const { value, shown } of samples) {
    const text = foldText(String(value));
    if (text.length === 0 || text.length > 200) continue;
    const { row, names } = shown.cells();
    const foundNames = new Set<string>();
    if (typeof value === 'number' && isShownAsMoney(value, Object.values(row), source.parseContext))
      foundNames.add('price');
    for (const [key, cell] of Object.entries(row)) {
      const cellText = foldText(String(cell));
      const isSame = cellText === text || (key.startsWith(':') && hasWord(cellText, text));
      if (!isSame) continue;
      if (key.startsWith(':')) foundNames.add(key.slice(1));
      else for (const name of names.get(key) ?? []) foundNames.add(name);
    }
    for (const name of foundNames) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count * 2 >= samples.length).map(([name]) => wordsOf(name));
}

/** Returns true if the page shows a number, or a hundredth of it, with a currency. */
function isShownAsMoney(value: number, cells: readonly Json[], parseContext: ParseContext): boolean {
  return cells.some((cell) => {
    if (typeof cell !== 'string' || cell.length > 40 || getValueType(cell, '') !== 'money') return false;
    const amount = readRaw(cell, { transform: null, type: 'money' }, parseContext);
    return amount === value || (Number.isInteger(value) && amount === value / 100);
  });
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return (
    at !== -1 &&
    !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') &&
    !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? '')
  );
}

function nameScore(requested: RequestedField, column: Column, shown: readonly string[][]): number {
  const [last = [], whole = [], ...extraNames] = column.names;
  const ownScore = Math.max(
    requested.matcher.score(last),
    requested.matcher.score(whole) * 0.97,
    pathScore(requested, column.path),
  );
  const otherScore = Math.max(0, ...extraNames.map((name) => requested.matcher.score(name) * 0.92));
  const isKey =
    last.at(-1) === 'id' &&
    last.length + whole.length > 2 &&
    !requested.field.words.some((word) => keyWords.has(word));
  return (
    Math.max(ownScore, otherScore, ...shown.map((name) => requested.matcher.score(name) * 0.95)) *
    (isKey ? 0.5 : 1)
  );
}

/** Words of fields that ask for an identifier. */
const keyWords = new Set(['id', 'identifier', 'number', 'code', 'key', 'reference', 'no', 'nr', 'sku']);

/** Maximum name score of the attribute `title` as the title of a record. */
const maxTooltipScore = 0.4;

/** Returns the score of a path that equals a schema.org path of the field's concept. */
function pathScore(requested: RequestedField, path: string): number {
  const tokens = pointerTokens(path).filter((token) => !/^\d+$/.test(token));
  const dotted = tokens.join('.');
  const keys = requested.matcher.concepts[0]?.keys ?? [];
  return keys.some(
    (key) => !key.includes(':') && (dotted === key || dotted.endsWith(`.${key}`)) && key.includes('.'),
  )
    ? 0.95
    : 0;
}

/** Returns true if only one column has values of the field's form. */
function isOnlyColumnOfForm(
  requested: RequestedField,
  column: Column,
  { columns, parseContext }: MappingSource,
): boolean {
  const types = formOfKind[requested.kind];
  if (types === undefined || !types.includes(column.type) || column.filled < 0.5) return false;
  if (isFormerPrice(column) && !isFormerPriceField(requested)) return false;
  const others = columns.filter(
    (other) =>
      other !== column &&
      types.includes(other.type) &&
      other.filled >= 0.5 &&
      (isFormerPriceField(requested) || !isFormerPrice(other)),
  );
  if (requested.kind === 'money') {
    if (!isPlainAmount(column)) return false;
    return others.every((other) => !isPlainAmount(other) || haveEqualAmounts(column, other));
  }
  const read = (one: Column) =>
    JSON.stringify(one.values.map((value) => formValueOf(requested, value, parseContext)));
  const values = read(column);
  return others.every((other) => read(other) === values);
}

/**
 * Returns the part of a value by which columns of one form are compared: of a date, its day, and of the link to an address
 * or number, what the page shows for it.
 */
function formValueOf({ kind }: RequestedField, value: Json, { dateOrderOf }: ParseContext): Json {
  if (typeof value !== 'string') return value;
  if (kind === 'date') return parseDate(value, null, dateOrderOf)?.iso.slice(0, 10) ?? value;
  if (kind === 'email') return parseEmail(value) ?? value;
  return kind === 'phone' ? (parsePhone(value)?.text.replace(/\D/g, '') ?? value) : value;
}

/** Returns true if the values are part of a URL that the page shows for their record. */
function isPartOfRecordUrl(column: Column, source: MappingSource): boolean {
  if (source.isTree || column.distinct < 1 || column.filled < 1 || column.depth > 1) return false;
  const samples = sampleColumn(column, source);
  return samples.length >= 2 && column.type !== 'image' && findTemplate(samples, false) !== null;
}

const namesKey = ({ names }: Column): boolean =>
  names.some((words) => words.some((word) => keyWords.has(word)));

/** Returns true for a field of an identifier and the only column of codes whose name says so: "Case No." for `docket_number`. */
function isOnlyNamedCode(requested: RequestedField, column: Column, columns: readonly Column[]): boolean {
  if (requested.kind !== 'identifier' || !namesKey(column) || !isCodeColumn(column)) return false;
  return !columns.some((other) => other !== column && namesKey(other) && isCodeColumn(other));
}

/** Scores how well a column is the field by its names, or by its form alone. */
export function scoreColumn(
  requested: RequestedField,
  column: Column,
  source: MappingSource,
  names: (column: Column) => string[][],
): number {
  let name = source.pinned?.[requested.name] === undefined ? nameScore(requested, column, []) : 0.9;
  if (name < 0.9) name = Math.max(name, nameScore(requested, column, names(column)));
  const mayFit = name < formNameScore && !namesOtherDate(requested, column);
  if (mayFit && isOnlyColumnOfForm(requested, column, source)) name = formNameScore;
  if (name < formNameScore && source.isTree && isLikelyByForm(requested.kind, column, source.columns))
    name = formNameScore;
  if (
    name < formNameScore &&
    source.isTree &&
    requested.kind === 'image' &&
    isFirstImage(requested, column, source.columns)
  )
    name = formNameScore;
  if (requested.kind === 'title' && tableColumn.test(column.path) && namesRecords(column.names[0] ?? []))
    name = Math.max(name, recordNameScore);
  if (requested.kind === 'date' && isDateOfThing(requested, column, source.columns)) name = thingDateScore;
  if (name < formNameScore && isOnlyNamedCode(requested, column, source.columns)) name = formNameScore;
  if (source.isTree) name *= scoreForm(requested.kind, column.values);
  if (!source.isTree) name = scoreByShownRole(requested, column, source, name);
  // The attribute `title` is a tooltip, which often describes what a link does.
  if (source.isTree && requested.kind === 'title' && /@title(?: \d+)?$/.test(column.path))
    name = Math.min(name, maxTooltipScore);
  return name < minNameScore && requested.kind === 'url' && isPartOfRecordUrl(column, source) ? 0.42 : name;
}
