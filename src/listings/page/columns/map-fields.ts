import type { Json } from '../../../domain/pages/extraction.ts';
import type { FieldRule, MappedField, ValueType } from '../../../domain/pages/records.ts';
import type { FieldKind } from '../../../extract/schema/field.ts';
import { findRelatedName } from '../../../extract/schema/related-name.ts';
import { columnByForm } from './column-by-form.ts';
import { isLinkOf, leadsBelow, linkPathOf } from './column-form.ts';
import { findShownNames, minNameScore, scoreColumn } from './column-score.ts';
import type { Column } from './columns.ts';
import { createFieldRule, getShownShare, type MappingSource, sampleColumn } from './field-rule.ts';
import { findStated } from './find-stated.ts';
import { hasImageAddresses, isForeignColumn, lowerTitlePenalty, otherPartPenalty } from './main-element.ts';
import { findOtherPrices, isReadElsewhere } from './prices.ts';
import { readRaw } from './read-value.ts';
import type { RequestedField } from './requested-fields.ts';
import { findTitleLink, findTitlePart, findWholeHeading } from './title-parts.ts';
import { findVariantPaths } from './variant-paths.ts';

const minScore = 0.42;
/** Kinds whose values may be the same for all records: one author writes, or all records are of one day. */
const constantKinds: ReadonlySet<FieldKind> = new Set(['currency', 'text', 'yes_no', 'person', 'date']);
/** Penalty for a URL that all records share; that of a category is shared by some. */
const sharedUrlPenalty = 0.3;

/** Penalty for a URL that the page shows in no record. */
const unseenUrlPenalty = 0.2;

const maxPairs = 4_000;
/** Highest value of a rating; larger numbers beside stars count the reviews. */
const maxRating = 100;

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

/** Returns true if a value has one number, which is too large for a rating. */
function isLargeCount(value: Json): boolean {
  const numbers = String(value ?? '').match(/\d+(?:[.,]\d+)*/g) ?? [];
  return numbers.length === 1 && Number(numbers[0]?.replaceAll(',', '')) > maxRating;
}

interface FieldCandidate {
  requested: RequestedField;
  column: Column;
  rule: FieldRule;
  score: number;
  verified: number | null;
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

/** Paths of people and organizations in a record: their pages are not those of the record. */
const personPath = /\/(?:author|creator|user|owner|publisher|seller|brand|(?:hiring)?organization)s?\//i;

/** Returns true if a field asks for a URL without stating which. */
function isPlainUrl({ kind, field }: RequestedField): boolean {
  return kind === 'url' && field.words.every((word) => plainLinkWords.has(word));
}

/** Returns true if a column can hold values of a field at all. */
function canServe(requested: RequestedField, column: Column, source: MappingSource): boolean {
  const pinned = source.pinned?.[requested.name];
  if (column.filled === 0 || (pinned !== undefined && pinned !== column.path)) return false;
  // The type of an entity of structured data is the same word for all.
  if (column.path.endsWith('/@type') && !requested.field.words.includes('type')) return false;
  // Stars may also be counted: those of a repository.
  const isRating = requested.kind === 'rating' && !requested.field.words.includes('stars');
  if (isRating && column.values.some(isLargeCount)) return false;
  if (!source.isTree) return !isPlainUrl(requested) || !personPath.test(column.path);
  if (requested.kind === 'image' && !hasImageAddresses(column)) return false;
  return (
    !isReadElsewhere(requested, column, source.columns) && !isForeignColumn(requested, column, source.columns)
  );
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
    (verified === 0 && isPlainUrl(requested) ? unseenUrlPenalty : 0) -
    (requested.kind === 'url' ? sharedUrlPenalty * (1 - column.distinct) : 0) -
    0.12 * (1 - column.filled) -
    0.012 * column.depth -
    (source.isTree ? otherPartPenalty(requested, column) : 0) -
    (source.isTree && requested.kind === 'title' ? lowerTitlePenalty(column, source.columns) : 0) -
    0.0005 * source.columns.indexOf(column);
  return { requested, column, rule, score, verified };
}

function toMappedField(
  { requested, rule, score, verified, column }: FieldCandidate,
  source: MappingSource,
): MappedField {
  const variants = source.isTree
    ? findVariantPaths(column, source.columns)
    : findOtherPrices(requested, column, source);
  const all = [column, ...source.columns.filter(({ path }) => variants.includes(path))];
  const isRead = (at: number) =>
    all.some(({ values }) => readRaw(values[at] ?? null, rule, source.parseContext) !== null);
  const readCount = [...column.values.keys()].filter(isRead).length;
  return {
    rule: { ...rule, paths: [...rule.paths, ...variants] },
    confidence: Math.round(Math.min(1, Math.max(0, score)) * 100) / 100,
    filled: column.values.length === 0 ? 0 : Math.round((readCount / column.values.length) * 1000) / 1000,
    verified: verified === null ? null : Math.round(verified * 100) / 100,
  };
}

/** Reads a title from the link that its text starts with. */
function refineTitle(assigned: Map<string, FieldCandidate>, source: MappingSource): void {
  const title = [...assigned.values()].find(({ requested }) => requested.kind === 'title');
  if (title === undefined || source.pinned?.[title.requested.name] !== undefined) return;
  const link =
    findWholeHeading(title.column, source.columns) ??
    findTitleLink(title.column, source.columns) ??
    findTitlePart(title.column, source.columns);
  if (link !== null)
    assigned.set(title.requested.name, {
      ...title,
      column: link,
      rule: createFieldRule(title.requested, link, source),
    });
}

/** Minimum share of the records that have the link of their title. */
const minLinkFilled = 0.6;

/**
 * Assigns the link of the title to a field that asks for a URL without stating which. Links of authors, topics and pages of
 * the record have other positions.
 */
function preferOwnLink(
  assigned: Map<string, FieldCandidate>,
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): void {
  const main = [...assigned.values()].find(({ requested }) => requested.kind === 'title')?.column;
  if (main === undefined) return;
  const links = source.columns.filter(
    (column) => column.filled >= minLinkFilled && isLinkOf(column.path, main.path),
  );
  const firstLink =
    links.find(({ path }) => path === linkPathOf(main.path)) ??
    links.find(({ path }) => !path.endsWith(' 2'));
  const ownLink = links.find((link) => firstLink !== undefined && leadsBelow(link, firstLink)) ?? firstLink;
  if (ownLink === undefined) return;
  for (const requested of requestedFields) {
    const current = assigned.get(requested.name);
    if (!isPlainUrl(requested) || source.pinned?.[requested.name] !== undefined) continue;
    const isOwn = current !== undefined && isLinkOf(current.column.path, main.path);
    const isExact = ownLink.path === linkPathOf(main.path);
    if (isOwn && !isExact && (ownLink === firstLink || current.column === ownLink)) continue;
    const rule = createFieldRule(requested, ownLink, source);
    const verified = getShownShare(sampleColumn(ownLink, source), rule, requested, source.parseContext);
    assigned.set(requested.name, { requested, column: ownLink, rule, score: ownLinkScore, verified });
  }
}

/** Confidence of the link of the title for a field that asks for a URL. */
const ownLinkScore = 0.8;

/** Minimum share of the records with the first link, and of distinct ones among these. */
const minFirstLink = 0.9;

/** Assigns the first link that each record has of its own to a field that asks for a URL without stating which, if none is found. */
function addFirstLink(
  assigned: Map<string, FieldCandidate>,
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): void {
  const first = source.columns.find(
    ({ path, type, filled, distinct }) =>
      type === 'url' && path.includes('@href') && filled >= minFirstLink && distinct >= minFirstLink,
  );
  for (const requested of requestedFields) {
    if (first === undefined || assigned.has(requested.name) || !isPlainUrl(requested)) continue;
    if (source.pinned?.[requested.name] !== undefined || otherPartPenalty(requested, first) > 0) continue;
    const rule = createFieldRule(requested, first, source);
    const verified = getShownShare(sampleColumn(first, source), rule, requested, source.parseContext);
    assigned.set(requested.name, { requested, column: first, rule, score: relatedScore, verified });
  }
}

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

/** Kinds that are found by their place and form, whatever a column is called. */
const kindsOfPlaces: ReadonlySet<FieldKind> = new Set(['title', 'url', 'image']);
/** Confidence of a column whose name only has a similar meaning. */
const relatedScore = 0.45;
/** Confidence of the only column with the form of a kind. */
const formScore = 0.5;

/** Assigns columns that serve no field to fields without a column, by the meaning of their names. */
function addRelated(
  assigned: Map<string, FieldCandidate>,
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): void {
  for (const requested of requestedFields) {
    if (assigned.has(requested.name) || kindsOfPlaces.has(requested.kind)) continue;
    const used = new Set([...assigned.values()].map(({ column }) => column.path));
    const free = source.columns.filter(
      (column) =>
        !used.has(column.path) &&
        getTypeFit(requested, column.type) > 0 &&
        canServe(requested, column, source),
    );
    const others = requestedFields.filter((one) => one !== requested).map(({ field }) => field.words);
    const related = findRelatedName(
      { words: requested.field.words, kind: requested.kind },
      free.map(({ names }) => names[0] ?? []),
      others,
    );
    const column = related === null ? undefined : free[related.index];
    if (column === undefined) continue;
    const rule = createFieldRule(requested, column, source);
    const verified = getShownShare(sampleColumn(column, source), rule, requested, source.parseContext);
    const isRead = (value: Json) => readRaw(value, rule, source.parseContext) !== null;
    if (column.values.some(isRead))
      assigned.set(requested.name, { requested, column, rule, score: relatedScore, verified });
  }
}

/** Assigns columns whose texts state a value beside other words to fields without a column. */
function addStated(
  assigned: Map<string, FieldCandidate>,
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): void {
  for (const requested of requestedFields) {
    if (assigned.has(requested.name) || source.pinned?.[requested.name] !== undefined) continue;
    const stated = findStated(requested, requestedFields, source);
    if (stated === null) continue;
    const { column, rule } = stated;
    const verified = getShownShare(sampleColumn(column, source), rule, requested, source.parseContext);
    assigned.set(requested.name, { requested, column, rule, score: relatedScore, verified });
  }
}

/** Assigns the only free column with the form of a field's kind to a field without a column. */
function addByForm(
  assigned: Map<string, FieldCandidate>,
  requestedFields: readonly RequestedField[],
  source: MappingSource,
): void {
  for (const requested of requestedFields) {
    if (assigned.has(requested.name) || source.pinned?.[requested.name] !== undefined) continue;
    const used = new Set([...assigned.values()].map(({ column }) => column.path));
    const free = source.columns.filter(
      (column) => !used.has(column.path) && canServe(requested, column, source),
    );
    const column = columnByForm(requested.kind, free);
    if (column === null) continue;
    const rule = createFieldRule(requested, column, source);
    const verified = getShownShare(sampleColumn(column, source), rule, requested, source.parseContext);
    assigned.set(requested.name, { requested, column, rule, score: formScore, verified });
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
  if (source.isTree) refineTitle(assigned, source);
  if (source.isTree) preferOwnLink(assigned, requestedFields, source);
  if (source.isTree) addFirstLink(assigned, requestedFields, source);
  addCurrencies(assigned, requestedFields, source);
  addRelated(assigned, requestedFields, source);
  addStated(assigned, requestedFields, source);
  if (source.isTree) addByForm(assigned, requestedFields, source);
  const mapped: Record<string, MappedField> = {};
  for (const requested of requestedFields) {
    const candidate = assigned.get(requested.name);
    if (candidate !== undefined) mapped[requested.name] = toMappedField(candidate, source);
  }
  return mapped;
}
