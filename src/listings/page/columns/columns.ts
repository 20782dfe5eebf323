import type { Json } from '../../../domain/pages/extraction.ts';
import type { ValueType } from '../../../domain/pages/records.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import { pointerToken, pointerTokens } from '../../../domain/values/json-pointer.ts';
import { hasMarkup } from '../../../extract/page-data/raw-values.ts';
import { parseDate } from '../../../extract/typed/date.ts';
import { parseMoney } from '../../../extract/typed/money.ts';
import { wordsOf } from '../../../extract/words/words.ts';

/** The values of one key over all records of a source. */
export interface Column {
  /** JSON Pointer into a record. */
  path: string;
  /** Words of the last name of the path and of the whole path, then those of alternative names. */
  names: string[][];
  /** One value for each record; null if it has none. */
  values: Json[];
  type: ValueType;
  /** Share of the records with a value, and share of distinct values among these. */
  filled: number;
  distinct: number;
  /** Depth in the record. */
  depth: number;
}

const maxColumns = 200;
const maxDepth = 6;
const sampleSize = 40;
const signals = { language: null, country: null, currency: null };

/**
 * Collects the leaves of a record by their pointers: lists of scalars as a whole, and the first two objects of
 * other lists.
 */
function collectLeaves(record: Record<string, unknown>, into: Map<string, Json>): void {
  const walk = (value: unknown, path: string, depth: number) => {
    if (into.size >= maxColumns || depth > maxDepth) return;
    if (Array.isArray(value)) {
      if (value.length === 0) return;
      if (value.every((inner) => typeof inner !== 'object' || inner === null)) {
        into.set(path, value.slice(0, 100) as Json[]);
        return;
      }
      value.slice(0, 2).forEach((inner, index) => {
        walk(inner, `${path}/${index}`, depth + 1);
      });
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value))
        walk(inner, `${path}/${pointerToken(name)}`, depth + 1);
    } else if (value !== null && value !== undefined && value !== '') into.set(path, value as Json);
  };
  walk(record, '', 0);
}

const imageUrl = /\.(?:jpe?g|png|webp|gif|avif|svg)(?:[?#]|$)|\/(?:image|img|photo|picture|thumb)s?\//i;
const webUrl = /^(?:https?:)?\/\/\S+$|^\/[^\s]*$|^\.{0,2}\/[^\s]+$/;
const emailForm = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u;
const plainNumber = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
const isoForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/;

/** Times and zones beside a date. */
const timeOfDay = /\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?|[+-]\d{2}:?\d{2}|\b(?:GMT|UTC)\b/gi;

/** A date is one whichever of two readings is right. */
const anyOrder = () => 'month' as const;

/** Returns the type of a value by its form. */
export function getValueType(value: Json, path: string): ValueType {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  const text = String(value).trim();
  if (plainNumber.test(text)) return 'number';
  if (isoForm.test(text)) return 'date';
  if (webUrl.test(text)) return imageUrl.test(text) || /@(?:src|data-src)$/.test(path) ? 'image' : 'url';
  if (emailForm.test(text)) return 'email';
  if (hasMarkup(text)) return 'html';
  if (text.length <= 60) {
    if (/\p{Sc}|\b(?:USD|EUR|GBP|CHF|JPY|PLN|SEK|NOK|DKK|CZK|kr|zł)\b/u.test(text) && /\d/.test(text)) {
      if (parseMoney(text, signals) !== null) return 'money';
    }
    if (/\d/.test(text) && text.length <= 40) {
      const date = parseDate(text, null, anyOrder);
      if (
        date !== null &&
        (date.precision === 'day' || date.precision === 'time') &&
        date.quote.length * 2 > text.replace(timeOfDay, '').length
      )
        return 'date';
    }
    if (/^\+?[\d\s().\-/]{8,20}$/.test(text) && text.replace(/\D/g, '').length >= 8) return 'phone';
  }
  return 'text';
}

function getColumnType(values: readonly Json[], path: string): ValueType {
  const counts = new Map<ValueType, number>();
  let size = 0;
  for (const value of values) {
    if (value === null) continue;
    const type = getValueType(value, path);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (++size >= sampleSize) break;
  }
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  return best !== undefined && best[1] >= size * 0.6 ? best[0] : 'text';
}

function namesOfPath(path: string): string[][] {
  const tokens = pointerTokens(path).filter((token) => !/^\d+$/.test(token));
  const last = wordsOf(tokens.at(-1) ?? '');
  const whole = tokens.slice(-3).flatMap((token) => wordsOf(token));
  return [last, whole].filter((words) => words.length > 0);
}

/** Returns the words that most values share: `reviews` for `(14 reviews)`. */
export function constantWords(values: readonly Json[]): string[] {
  const texts = values.filter((value) => typeof value === 'string' && value.length <= 60 && /\d/.test(value));
  if (texts.length < 2 || texts.length * 2 < values.filter((value) => value !== null).length) return [];
  const counts = new Map<string, number>();
  for (const text of texts.slice(0, sampleSize)) {
    for (const word of new Set(wordsOf(text as string))) {
      if (!/\d/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const minCount = Math.min(texts.length, sampleSize) * 0.8;
  const words = [...counts].filter(([, count]) => count >= minCount).map(([word]) => word);
  return words.length <= 4 ? words : [];
}

/**
 * Returns true if the values are counts with constant words: `14 reviews`, `(3 rooms)`. A word before the number
 * makes it a name: `Gate 12`.
 */
export function isCountColumn({ values }: Pick<Column, 'values'>): boolean {
  const texts = values.filter((value) => value !== null);
  const hasOne = texts.every((value) => /^[^\d\p{L}]{0,10}\d[\d,. ]*[^\d]{0,30}$/u.test(String(value)));
  return texts.length >= 2 && hasOne && constantWords(values).length > 0;
}

/** Creates the columns of records. `names` contains alternative names of their keys. */
export function createColumns(
  rows: readonly Record<string, unknown>[],
  names: ReadonlyMap<string, readonly string[]> = new Map(),
): Column[] {
  const leaves = rows.map((row) => {
    const rowLeaves = new Map<string, Json>();
    collectLeaves(row, rowLeaves);
    return rowLeaves;
  });
  const paths = new Set<string>();
  for (const found of leaves) for (const path of found.keys()) if (paths.size < maxColumns) paths.add(path);
  const columns = [...paths].map((path): Column => {
    const values = leaves.map((found) => found.get(path) ?? null);
    const present = values.filter((value) => value !== null);
    const extraNames = names.get(pointerTokens(path).at(-1) ?? '') ?? [];
    return {
      path,
      names: [...namesOfPath(path), ...extraNames.map((name) => wordsOf(name)), constantWords(values)].filter(
        (words) => words.length > 0,
      ),
      values,
      type: getColumnType(values, path),
      filled: rows.length === 0 ? 0 : present.length / rows.length,
      distinct:
        present.length === 0
          ? 0
          : new Set(present.map((value) => JSON.stringify(value))).size / present.length,
      depth: pointerTokens(path).length,
    };
  });
  const block = names.size === 0 ? null : findBlockName(names);
  return block === null ? columns : columns.map((column) => withoutBlockName(column, block));
}

/** Minimum number and share of the elements of a record whose names start with the name of the record. */
const minBlockNames = 3;
const minBlockShare = 0.6;

/** Returns the first word that most names of a record's elements share: `topic` of `topic__title`, `topic__date`. */
function findBlockName(names: ReadonlyMap<string, readonly string[]>): string | null {
  const counts = new Map<string, number>();
  let named = 0;
  for (const own of names.values()) {
    const firsts = new Set(own.map(wordsOf).flatMap(([first, ...rest]) => (rest.length > 0 ? [first] : [])));
    if (firsts.size > 0) named++;
    for (const first of firsts) if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  return best !== undefined && best[1] >= minBlockNames && best[1] >= named * minBlockShare ? best[0] : null;
}

function withoutBlockName(column: Column, block: string): Column {
  const names = column.names.map((words) =>
    words.length > 1 ? words.filter((word) => word !== block) : [...words],
  );
  return { ...column, names: names.filter((words) => words.length > 0) };
}

/**
 * Names of keys that identify the record itself. The id of another object in it, such as `user_id`, does not.
 */
const identifierName =
  /^(?:_?id|uid|uuid|guid|[a-z]id|sku|slug|handle|key|objectid|ean|gtin|isbn|permalink|url|href|link|(?:item|product|job|listing|article|post|entry|record|offer|event|ad|property|book|song|track|video|thread|topic|question|course|recipe|hotel|flight|car|vehicle)_?(?:id|url|key|slug))$/i;
/** Names of objects that only wrap a record. */
const wrapperName = /^(?:node|item|attributes|fields|data|_source|document|doc)$/i;

function isOwnIdentifier({ path, type }: Column): boolean {
  const tokens = pointerTokens(path);
  if (type === 'url' && path.endsWith('@href')) return true;
  const name = tokens.at(-1) ?? '';
  return tokens.slice(0, -1).every((token) => wrapperName.test(token)) && identifierName.test(name);
}

/** Returns an identifier for each row that is the same in every list: an id or URL, else the whole row. */
export function getRecordIds(rows: readonly Record<string, unknown>[], columns: readonly Column[]): string[] {
  const [best] = columns
    .filter(({ filled, distinct, type }) => filled === 1 && distinct === 1 && type !== 'boolean')
    .filter(isOwnIdentifier)
    .sort((one, other) => one.depth - other.depth);
  if (best !== undefined) return best.values.map((value) => JSON.stringify(value));
  return rows.map((row) => JSON.stringify(row));
}
