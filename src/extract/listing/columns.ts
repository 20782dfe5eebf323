import type { Json } from '../../domain/extraction.ts';
import type { ValueType } from '../../domain/records.ts';
import { isObject, tokenOf, tokensOf } from '../../site/record-lists.ts';
import { parseDate } from '../typed/date.ts';
import { parseMoney } from '../typed/money.ts';
import { wordsOf } from '../words.ts';

/** One place in the records of a source, over all of them. */
export interface Column {
  /** JSON pointer into a record. */
  path: string;
  /** Words of the path, its last name last; then words of other names that stand for it. */
  names: string[][];
  /** One a record; null where it has none. */
  values: Json[];
  type: ValueType;
  /** Part of the records that hold a value, and of these the part that is different from all before. */
  filled: number;
  distinct: number;
  /** How deep in the record it stands. */
  depth: number;
}

const mostColumns = 200;
const maxDepth = 6;
const sampleSize = 40;
const signals = { language: null, country: null, currency: null };

/** Leaves of a record by their pointers; lists of scalars whole, of lists of objects the first. */
function leavesOf(record: Record<string, unknown>, into: Map<string, Json>): void {
  const walk = (value: unknown, path: string, depth: number) => {
    if (into.size >= mostColumns || depth > maxDepth) return;
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
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${tokenOf(name)}`, depth + 1);
    } else if (value !== null && value !== undefined && value !== '') into.set(path, value as Json);
  };
  walk(record, '', 0);
}

const imageAddress = /\.(?:jpe?g|png|webp|gif|avif|svg)(?:[?#].*)?$|\/(?:image|img|photo|picture|thumb)s?\//i;
const webAddress = /^(?:https?:)?\/\/\S+$|^\/[^\s]*$|^\.{0,2}\/[^\s]+$/;
const emailForm = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u;
const plainNumber = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
const isoForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/;

/** What one value is by its form. */
export function typeOfValue(value: Json, path: string): ValueType {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  const text = String(value).trim();
  if (plainNumber.test(text)) return 'number';
  if (isoForm.test(text)) return 'date';
  if (webAddress.test(text))
    return imageAddress.test(text) || /@(?:src|data-src)$/.test(path) ? 'image' : 'url';
  if (emailForm.test(text)) return 'email';
  if (/<\/?[a-z][^>]*>/i.test(text)) return 'html';
  if (text.length <= 60) {
    if (/\p{Sc}|\b(?:USD|EUR|GBP|CHF|JPY|PLN|SEK|NOK|DKK|CZK|kr|zł)\b/u.test(text) && /\d/.test(text)) {
      if (parseMoney(text, signals) !== null) return 'money';
    }
    if (/\d/.test(text) && text.length <= 40) {
      const date = parseDate(text, null);
      if (
        date !== null &&
        (date.precision === 'day' || date.precision === 'time') &&
        date.quote.length * 2 > text.length
      )
        return 'date';
    }
    if (/^\+?[\d\s().\-/]{8,20}$/.test(text) && text.replace(/\D/g, '').length >= 8) return 'phone';
  }
  return 'text';
}

function typeOf(values: readonly Json[], path: string): ValueType {
  const counts = new Map<ValueType, number>();
  let size = 0;
  for (const value of values) {
    if (value === null) continue;
    const type = typeOfValue(value, path);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (++size >= sampleSize) break;
  }
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  return best !== undefined && best[1] >= size * 0.6 ? best[0] : 'text';
}

/** The words that a pointer is made of, its numbers left out: `/pricing/sale_price` is `pricing sale price`. */
export function wordsOfPath(path: string): string[] {
  return tokensOf(path)
    .filter((token) => !/^\d+$/.test(token))
    .flatMap((token) => wordsOf(token));
}

function namesOfPath(path: string): string[][] {
  const tokens = tokensOf(path).filter((token) => !/^\d+$/.test(token));
  const last = wordsOf(tokens.at(-1) ?? '');
  const whole = tokens.slice(-3).flatMap((token) => wordsOf(token));
  return [last, whole].filter((words) => words.length > 0);
}

/** Words that stand in most values beside what differs: of `(14 reviews)` it is `reviews`. */
function constantWords(values: readonly Json[]): string[] {
  const texts = values.filter((value) => typeof value === 'string' && value.length <= 60 && /\d/.test(value));
  if (texts.length < 2 || texts.length * 2 < values.filter((value) => value !== null).length) return [];
  const counts = new Map<string, number>();
  for (const text of texts.slice(0, sampleSize)) {
    for (const word of new Set(wordsOf(text as string))) {
      if (!/\d/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const most = Math.min(texts.length, sampleSize) * 0.8;
  const words = [...counts].filter(([, count]) => count >= most).map(([word]) => word);
  return words.length <= 4 ? words : [];
}

/** Whether values are a count with constant words around it: `14 reviews`, `3 rooms`. */
export function isCounted({ values }: Pick<Column, 'values'>): boolean {
  const texts = values.filter((value) => value !== null);
  const hasOne = texts.every((value) => /^[^\d]{0,30}\d[\d,. ]*[^\d]{0,30}$/.test(String(value)));
  return texts.length >= 2 && hasOne && constantWords(values).length > 0;
}

/** The columns of records; `names` gives further words for their keys. */
export function columnsOf(
  rows: readonly Record<string, unknown>[],
  names: ReadonlyMap<string, readonly string[]> = new Map(),
): Column[] {
  const leaves = rows.map((row) => {
    const found = new Map<string, Json>();
    leavesOf(row, found);
    return found;
  });
  const paths = new Set<string>();
  for (const found of leaves) for (const path of found.keys()) if (paths.size < mostColumns) paths.add(path);
  return [...paths].map((path) => {
    const values = leaves.map((found) => found.get(path) ?? null);
    const held = values.filter((value) => value !== null);
    const further = names.get(tokensOf(path).at(-1) ?? '') ?? [];
    return {
      path,
      names: [...namesOfPath(path), ...further.map((name) => wordsOf(name)), constantWords(values)].filter(
        (words) => words.length > 0,
      ),
      values,
      type: typeOf(values, path),
      filled: rows.length === 0 ? 0 : held.length / rows.length,
      distinct:
        held.length === 0 ? 0 : new Set(held.map((value) => JSON.stringify(value))).size / held.length,
      depth: tokensOf(path).length,
    };
  });
}

/** What records themselves are told apart by; an id of something else in them (`user_id`) does not. */
const identifierName =
  /^(?:_?id|uid|uuid|guid|[a-z]id|sku|slug|handle|key|objectid|ean|gtin|isbn|permalink|url|href|link|(?:item|product|job|listing|article|post|entry|record|offer|event|ad|property|book|song|track|video|thread|topic|question|course|recipe|hotel|flight|car|vehicle)_?(?:id|url|key|slug))$/i;
/** Objects that stand around a record and nothing else. */
const wrapper = /^(?:node|item|attributes|fields|data|_source|document|doc)$/i;

function isOwnIdentifier({ path, type }: Column): boolean {
  const tokens = tokensOf(path);
  if (type === 'url' && path.endsWith('@href')) return true;
  const name = tokens.at(-1) ?? '';
  return tokens.slice(0, -1).every((token) => wrapper.test(token)) && identifierName.test(name);
}

/** What tells records apart, one a row, the same for one thing wherever it is listed: an identifier, an address, else all texts. */
export function idsOf(rows: readonly Record<string, unknown>[], columns: readonly Column[]): string[] {
  const [best] = columns
    .filter(({ filled, distinct, type }) => filled === 1 && distinct === 1 && type !== 'boolean')
    .filter(isOwnIdentifier)
    .sort((one, other) => one.depth - other.depth);
  if (best !== undefined) return best.values.map((value) => JSON.stringify(value));
  return rows.map((row) => JSON.stringify(row));
}
