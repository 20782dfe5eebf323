import type { Json } from '../../../domain/pages/extraction.ts';
import type { FieldRule, MappedField, ValueType } from '../../../domain/pages/records.ts';
import type { ParseContext } from '../../../extract/coerce.ts';
import type { FieldKind } from '../../../extract/schema/field.ts';
import { parseDate } from '../../../extract/typed/date.ts';
import { foldText, wordsOf } from '../../../extract/words/words.ts';
import { parsePointer } from '../../paging/record-lists.ts';
import { isLikelyByForm, isLinkOf, scoreForm } from './column-form.ts';
import { type Column, getValueType } from './columns.ts';
import {
  createFieldRule,
  findTemplate,
  getShownShare,
  type MappingSource,
  sampleColumn,
} from './field-rule.ts';
import { findHeading, hasImageAddresses, isForeignColumn, otherPartPenalty } from './main-element.ts';
import { namesRecords } from './name-matcher.ts';
import { readRaw } from './read-value.ts';
import type { RequestedField } from './requested-fields.ts';
import { findTitleLink, findTitlePart, startsWithTitle } from './title-parts.ts';

const minScore = 0.42;
/** Kinds whose values may be the same for all records: one author writes, or all records are of one day. */
const constantKinds: ReadonlySet<FieldKind> = new Set(['currency', 'text', 'yes_no', 'person', 'date']);
/** Penalty for a URL that all records share; that of a category is shared by some. */
const sharedUrlPenalty = 0.3;

const minNameScore = 0.33;

/** Name score of a table column whose heading only says what the records are, for their title. */
const recordNameScore = 0.7;
/** Paths of table columns, which are their headings. Other repeated elements have steps with tags and classes. */
const tableColumn = /^\/[^/>.@]+$/;

/** Name score of a column that only its form identifies. */
const formNameScore = 0.45;

const maxPairs = 4_000;

/** Fit of a value type for a kind of field, 0 to 1; absent types are excluded. */
const typeFits: Readonly<Partial<Record<FieldKind, Partial<Record<ValueType, number>>>>> = {
  money: { money: 1, number: 0.95, text: 0.35 },
  currency: { text: 0.9, currency: 1, money: 0.5 },
  rating: { number: 1, text: 0.6 },
  number: { number: 1, text: 0.5, money: 0.4 },
  date: { date: 1, number: 0.8, text: 0.45 },
  url: { url: 1, text: 0.45, image: 0.3, number: 0.2 },
  image: { image: 1, url: 0.8, text: 0.3, list: 0.7 },
  email: { email: 1, text: 0.2 },
  phone: { phone: 1, text: 0.5, number: 0.6 },
  identifier: { text: 0.9, number: 1, phone: 0.6, url: 0.1 },
  title: { text: 1, html: 0.6, number: 0.3, money: 0.2 },
  long_text: { text: 1, html: 1, list: 0.5 },
  person: { text: 1, list: 0.6 },
  duration: { text: 0.9, number: 0.9 },
  yes_no: { boolean: 1, text: 0.5, number: 0.5 },
};

function getTypeFit({ kind, name }: RequestedField, type: ValueType): number {
  // A plural name with a number may be a count.
  if ((kind === 'long_text' || kind === 'person') && type === 'number' && /s$/.test(name)) return 0.6;

  const kindFits = typeFits[kind];
  if (kindFits !== undefined) return kindFits[type] ?? 0;
  return type === 'url' || type === 'image' ? 0.35 : 0.9;
}

/** Types by which a kind is recognized if only one column has such values. */
const formOfKind: Readonly<Partial<Record<FieldKind, readonly ValueType[]>>> = {
  money: ['money'],
  date: ['date'],
  image: ['image'],
  email: ['email'],
  phone: ['phone'],
  url: ['url'],
};

interface FieldCandidate {
  requested: RequestedField;
  column: Column;
  rule: FieldRule;
  score: number;
  verified: number | null;
}

/** Returns the names that the page gives to a column's values: labels, classes and headings. */
function findShownNames(column: Column, source: MappingSource): string[][] {
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

/** Words of fields that ask only for the record's own URL. */
const plainLinkWords = new Set([
  'url',
  'link',
  'href',
  'address',
  'page',
  'web',
  'detail',
  'details',
  'permalink',
  'uri',
]);

/** Words of fields that ask for an identifier. */
const keyWords = new Set(['id', 'identifier', 'number', 'code', 'key', 'reference', 'no', 'nr', 'sku']);

/** Maximum name score of the attribute `title` as the title of a record. */
const maxTooltipScore = 0.4;

/** Returns the score of a path that equals a schema.org path of the field's concept. */
function pathScore(requested: RequestedField, path: string): number {
  const tokens = parsePointer(path).filter((token) => !/^\d+$/.test(token));
  const dotted = tokens.join('.');
  const keys = requested.matcher.concepts[0]?.keys ?? [];
  return keys.some(
    (key) => !key.includes(':') && (dotted === key || dotted.endsWith(`.${key}`)) && key.includes('.'),
  )
    ? 0.95
    : 0;
}

/** Returns true if only one column has values of the field's form. */
function isOnlyColumnOfForm(requested: RequestedField, column: Column, columns: readonly Column[]): boolean {
  const types = formOfKind[requested.kind];
  if (types === undefined || !types.includes(column.type) || column.filled < 0.5) return false;
  const others = columns.filter(
    (other) => other !== column && types.includes(other.type) && other.filled >= 0.5,
  );
  const read = (one: Column) => JSON.stringify(one.values.map((value) => formValueOf(requested, value)));
  const values = read(column);
  return others.every((other) => read(other) === values);
}

/** Returns the part of a value by which columns of one form are compared: of a date, its day. */
function formValueOf({ kind }: RequestedField, value: Json): Json {
  if (kind !== 'date' || typeof value !== 'string') return value;
  return parseDate(value, null)?.iso.slice(0, 10) ?? value;
}

/** Returns true if the values are part of a URL that the page shows for their record. */
function isPartOfRecordUrl(column: Column, source: MappingSource): boolean {
  if (source.isTree || column.distinct < 1 || column.filled < 1 || column.depth > 1) return false;
  const samples = sampleColumn(column, source);
  return samples.length >= 2 && column.type !== 'image' && findTemplate(samples, false) !== null;
}

/** Returns true if a column can hold values of a field at all. */
function canServe(requested: RequestedField, column: Column, source: MappingSource): boolean {
  const pinned = source.pinned?.[requested.name];
  if (column.filled === 0 || (pinned !== undefined && pinned !== column.path)) return false;
  // The type of an entity of structured data is the same word for all.
  if (column.path.endsWith('/@type') && !requested.field.words.includes('type')) return false;
  if (!source.isTree) return true;
  if (requested.kind === 'image' && !hasImageAddresses(column)) return false;
  return !isForeignColumn(requested, column, source.columns);
}

/** Scores how well a column is the field by its names, or by its form alone. */
function scoreColumn(
  requested: RequestedField,
  column: Column,
  source: MappingSource,
  names: (column: Column) => string[][],
): number {
  let name = source.pinned?.[requested.name] === undefined ? nameScore(requested, column, []) : 0.9;
  if (name < 0.9) name = Math.max(name, nameScore(requested, column, names(column)));
  if (name < formNameScore && isOnlyColumnOfForm(requested, column, source.columns)) name = formNameScore;
  if (name < formNameScore && source.isTree && isLikelyByForm(requested.kind, column, source.columns))
    name = formNameScore;
  if (requested.kind === 'title' && tableColumn.test(column.path) && namesRecords(column.names[0] ?? []))
    name = Math.max(name, recordNameScore);
  if (source.isTree) name *= scoreForm(requested.kind, column.values);
  // The attribute `title` is a tooltip, which often describes what a link does.
  if (source.isTree && requested.kind === 'title' && /@title(?: \d+)?$/.test(column.path))
    name = Math.min(name, maxTooltipScore);
  return name < minNameScore && requested.kind === 'url' && isPartOfRecordUrl(column, source) ? 0.42 : name;
}

function createCandidate(
  requested: RequestedField,
  column: Column,
  source: MappingSource,
  names: (column: Column) => string[][],
): FieldCandidate | null {
  const fit = getTypeFit(requested, column.type);
  if (fit === 0 || !canServe(requested, column, source)) return null;
  const name = scoreColumn(requested, column, source, names);
  if (name < minNameScore) return null;
  const rule = createFieldRule(requested, column, source);
  const verified = getShownShare(sampleColumn(column, source), rule, requested, source.parseContext);
  const isConstant =
    column.values.length >= 4 && column.distinct * column.values.length * column.filled <= 1.5;
  const mayBeConstant = constantKinds.has(requested.kind);
  const readCount = column.values.filter(
    (value) => value !== null && readRaw(value, rule, source.parseContext) !== null,
  ).length;
  const readable = readCount / Math.max(1, column.values.filter((value) => value !== null).length);
  const score =
    0.72 * name +
    0.14 * fit * readable +
    0.14 * (verified ?? 0.6) +
    (requested.kind === 'date' && /@(?:datetime|content)$/.test(column.path) ? 0.06 : 0) -
    (isConstant ? (mayBeConstant ? 0.05 : 0.2) : 0) -
    (readable < 0.3 ? 0.5 : 0) -
    (requested.kind === 'url' ? sharedUrlPenalty * (1 - column.distinct) : 0) -
    0.12 * (1 - column.filled) -
    0.012 * column.depth -
    (source.isTree ? otherPartPenalty(requested, column) : 0) -
    0.0005 * source.columns.indexOf(column);
  return { requested, column, rule, score, verified };
}

function toMappedField(
  { rule, score, verified, column }: FieldCandidate,
  source: MappingSource,
): MappedField {
  const readValues = column.values
    .map((value) => readRaw(value, rule, source.parseContext))
    .filter((value) => value !== null);
  return {
    rule,
    confidence: Math.round(Math.min(1, Math.max(0, score)) * 100) / 100,
    filled:
      column.values.length === 0 ? 0 : Math.round((readValues.length / column.values.length) * 1000) / 1000,
    verified: verified === null ? null : Math.round(verified * 100) / 100,
  };
}

/**
 * Reads a title from the link that its text starts with, and a description from a text that does not repeat the title.
 */
function refineTexts(
  assigned: Map<string, FieldCandidate>,
  candidates: readonly FieldCandidate[],
  source: MappingSource,
): void {
  const title = [...assigned.values()].find(({ requested }) => requested.kind === 'title');
  if (title === undefined || source.pinned?.[title.requested.name] !== undefined) return;
  const link = findTitleLink(title.column, source.columns) ?? findTitlePart(title.column, source.columns);
  const column = link ?? title.column;
  if (link !== null)
    assigned.set(title.requested.name, {
      ...title,
      column: link,
      rule: createFieldRule(title.requested, link, source),
    });
  for (const [name, { requested, column: text }] of assigned) {
    if (requested.kind !== 'long_text' || !startsWithTitle(text, column)) continue;
    const other = candidates.find(
      (one) => one.requested === requested && !startsWithTitle(one.column, column),
    );
    if (other !== undefined) assigned.set(name, other);
  }
}

/** Minimum share of the records that have the link of their title. */
const minLinkFilled = 0.6;

/**
 * Assigns the link of the title, else of the heading, to a field that asks for a URL without stating which. Links of
 * authors, topics and pages of the record have other positions.
 */
function preferOwnLink(
  assigned: Map<string, FieldCandidate>,
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): void {
  const title = [...assigned.values()].find(({ requested }) => requested.kind === 'title')?.column;
  const main = title ?? findHeading(source.columns);
  if (main === null) return;
  const ownLink = source.columns.find(
    (column) =>
      column.filled >= minLinkFilled && !column.path.endsWith(' 2') && isLinkOf(column.path, main.path),
  );
  if (ownLink === undefined) return;
  for (const requested of requestedFields) {
    const isPlain =
      requested.kind === 'url' && requested.field.words.every((word) => plainLinkWords.has(word));
    const current = assigned.get(requested.name);
    if (!isPlain || source.pinned?.[requested.name] !== undefined) continue;
    if (current !== undefined && isLinkOf(current.column.path, main.path)) continue;
    const rule = createFieldRule(requested, ownLink, source);
    const verified = getShownShare(sampleColumn(ownLink, source), rule, requested, source.parseContext);
    assigned.set(requested.name, { requested, column: ownLink, rule, score: ownLinkScore, verified });
  }
}

/** Confidence of the link of the title for a field that asks for a URL. */
const ownLinkScore = 0.8;

/** Reads the currency of the price for a field that asks for it, if no column states it alone. */
function addCurrencies(
  assigned: Map<string, FieldCandidate>,
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): void {
  const price = [...assigned.values()].find(({ requested }) => requested.kind === 'money');
  if (price === undefined) return;
  const rule: FieldRule = { paths: price.rule.paths, transform: null, type: 'currency' };
  const values = price.column.values.filter((value) => typeof value === 'string');
  const read = values.filter((value) => readRaw(value, rule, source.parseContext) !== null);
  if (values.length === 0 || read.length * 2 < values.length) return;
  for (const requested of requestedFields) {
    if (requested.kind !== 'currency' || assigned.has(requested.name)) continue;
    assigned.set(requested.name, { ...price, requested, rule });
  }
}

/**
 * Maps each field to a column by name, by the form of the values and by the visible content of the page. Each
 * column serves one field, the best pairs first. Fields without a fitting column are left out.
 */
export function mapFields(
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): Record<string, MappedField> {
  const namesCache = new Map<Column, string[][]>();
  const names = (column: Column) => {
    let columnNames = namesCache.get(column);
    if (columnNames === undefined) {
      columnNames = source.isTree ? [] : findShownNames(column, source);
      namesCache.set(column, columnNames);
    }
    return columnNames;
  };
  const candidates: FieldCandidate[] = [];
  for (const requested of requestedFields) {
    for (const column of source.columns) {
      if (candidates.length >= maxPairs) break;
      const candidate = createCandidate(requested, column, source, names);
      if (candidate !== null && candidate.score >= minScore) candidates.push(candidate);
    }
  }
  candidates.sort((one, other) => other.score - one.score);
  const assigned = new Map<string, FieldCandidate>();
  const usedColumns = new Set<string>();
  for (const candidate of candidates) {
    if (assigned.has(candidate.requested.name)) continue;
    const columnKey = `${candidate.column.path}\0${candidate.rule.type}`;
    if (usedColumns.has(columnKey)) continue;
    usedColumns.add(columnKey);
    assigned.set(candidate.requested.name, candidate);
  }
  if (source.isTree) refineTexts(assigned, candidates, source);
  if (source.isTree) preferOwnLink(assigned, requestedFields, source);
  addCurrencies(assigned, requestedFields, source);
  const mapped: Record<string, MappedField> = {};
  for (const requested of requestedFields) {
    const candidate = assigned.get(requested.name);
    if (candidate !== undefined) mapped[requested.name] = toMappedField(candidate, source);
  }
  return mapped;
}
