import type { Json } from '../../domain/extraction.ts';
import type { FieldRule, MappedField, ValueType } from '../../domain/records.ts';
import { tokensOf } from '../../site/record-lists.ts';
import type { Reading } from '../coerce.ts';
import type { FieldKind } from '../field.ts';
import { folded, wordsOf } from '../words.ts';
import { isByLooks, isLinkOf, looksLike } from './column-signs.ts';
import { type Column, typeOfValue } from './columns.ts';
import { type MappingSource, ruleOf, sampled, shareShown, templateOf } from './field-rule.ts';
import { readRaw } from './read-value.ts';
import type { Wish } from './wish.ts';

const enough = 0.42;

const fewestName = 0.33;

const mostPairs = 4_000;

/** How well values of a type can be what a kind of field asks for; 0 excludes them. */
const fits: Readonly<Partial<Record<FieldKind, Partial<Record<ValueType, number>>>>> = {
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

function fitOf({ kind, name }: Wish, type: ValueType): number {
  // Several of something may be how many there are.
  if ((kind === 'long_text' || kind === 'person') && type === 'number' && /s$/.test(name)) return 0.6;

  const told = fits[kind];
  if (told !== undefined) return told[type] ?? 0;
  return type === 'url' || type === 'image' ? 0.35 : 0.9;
}

/** Kinds whose values are known by their form alone, when only one place holds such. */
const formOfKind: Readonly<Partial<Record<FieldKind, readonly ValueType[]>>> = {
  money: ['money'],
  date: ['date'],
  image: ['image'],
  email: ['email'],
  phone: ['phone'],
  url: ['url'],
};

interface Candidate {
  wish: Wish;
  column: Column;
  rule: FieldRule;
  score: number;
  verified: number | null;
}

/** Names that the page gives to a column's values: labels, classes and headings where the records show them. */
function shownNames(column: Column, source: MappingSource): string[][] {
  const counts = new Map<string, number>();
  const samples = sampled(column, source).slice(0, 6);
  for (const { value, shown } of samples) {
    const text = folded(String(value));
    if (text.length === 0 || text.length > 200) continue;
    const { row, names } = shown.cells();
    const called = new Set<string>();
    if (typeof value === 'number' && isShownAsMoney(value, Object.values(row), source.reading))
      called.add('price');
    for (const [key, cell] of Object.entries(row)) {
      const written = folded(String(cell));
      const isSame = written === text || (key.startsWith(':') && hasWord(written, text));
      if (!isSame) continue;
      if (key.startsWith(':')) called.add(key.slice(1));
      else for (const name of names.get(key) ?? []) called.add(name);
    }
    for (const name of called) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count * 2 >= samples.length).map(([name]) => wordsOf(name));
}

/** Whether a number, or a hundredth of it, stands beside a currency. */
function isShownAsMoney(value: number, cells: readonly Json[], reading: Reading): boolean {
  return cells.some((cell) => {
    if (typeof cell !== 'string' || cell.length > 40 || typeOfValue(cell, '') !== 'money') return false;
    const amount = readRaw(cell, { transform: null, type: 'money' }, reading);
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

function nameScore(wish: Wish, column: Column, shown: readonly string[][]): number {
  const [last = [], whole = [], ...further] = column.names;
  const own = Math.max(
    wish.matcher.score(last),
    wish.matcher.score(whole) * 0.97,
    pathScore(wish, column.path),
  );
  const others = Math.max(0, ...further.map((name) => wish.matcher.score(name) * 0.92));
  const isKey =
    last.at(-1) === 'id' &&
    last.length + whole.length > 2 &&
    !wish.field.words.some((word) => keyWords.has(word));
  return Math.max(own, others, ...shown.map((name) => wish.matcher.score(name) * 0.95)) * (isKey ? 0.5 : 1);
}

/** Words of fields that ask for a record's address and no other. */
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

/** Words of fields that ask for what tells things apart. */
const keyWords = new Set(['id', 'identifier', 'number', 'code', 'key', 'reference', 'no', 'nr', 'sku']);

/** A path that schema.org names the field by. */
function pathScore(wish: Wish, path: string): number {
  const tokens = tokensOf(path).filter((token) => !/^\d+$/.test(token));
  const dotted = tokens.join('.');
  const keys = wish.matcher.concepts[0]?.keys ?? [];
  return keys.some(
    (key) => !key.includes(':') && (dotted === key || dotted.endsWith(`.${key}`)) && key.includes('.'),
  )
    ? 0.95
    : 0;
}

/** Whether one place alone of the records holds values of the form that a field's kind has. */
function isSoleOfForm(wish: Wish, column: Column, columns: readonly Column[]): boolean {
  const types = formOfKind[wish.kind];
  if (types === undefined || !types.includes(column.type) || column.filled < 0.5) return false;
  const others = columns.filter(
    (other) => other !== column && types.includes(other.type) && other.filled >= 0.5,
  );
  const values = JSON.stringify(column.values);
  return others.every((other) => JSON.stringify(other.values) === values);
}

/** Whether each record's own value stands in an address of it that the page shows. */
function leadsToRecord(column: Column, source: MappingSource): boolean {
  if (source.isTree || column.distinct < 1 || column.filled < 1 || column.depth > 1) return false;
  const samples = sampled(column, source);
  return samples.length >= 2 && column.type !== 'image' && templateOf(samples, false) !== null;
}

function candidateOf(
  wish: Wish,
  column: Column,
  source: MappingSource,
  names: (column: Column) => string[][],
): Candidate | null {
  const fit = fitOf(wish, column.type);
  if (fit === 0 || column.filled === 0) return null;
  const pinned = source.pinned?.[wish.name];
  if (pinned !== undefined && pinned !== column.path) return null;
  let name = pinned === undefined ? nameScore(wish, column, []) : 0.9;
  if (name < 0.9) name = Math.max(name, nameScore(wish, column, names(column)));
  if (name < fewestName && isSoleOfForm(wish, column, source.columns)) name = 0.45;
  if (name < fewestName && source.isTree && isByLooks(wish.kind, column, source.columns)) name = 0.45;
  if (source.isTree) name *= looksLike(wish.kind, column.values);
  if (name < fewestName && wish.kind === 'url' && leadsToRecord(column, source)) name = 0.42;
  if (name < fewestName) return null;
  const rule = ruleOf(wish, column, source);
  const verified = shareShown(sampled(column, source), rule, wish, source.reading);
  const isConstant =
    column.values.length >= 4 && column.distinct * column.values.length * column.filled <= 1.5;
  const mayBeConstant = wish.kind === 'currency' || wish.kind === 'text' || wish.kind === 'yes_no';
  const read = column.values.filter(
    (value) => value !== null && readRaw(value, rule, source.reading) !== null,
  ).length;
  const readable = read / Math.max(1, column.values.filter((value) => value !== null).length);
  const score =
    0.72 * name +
    0.14 * fit * readable +
    0.14 * (verified ?? 0.6) +
    (wish.kind === 'date' && /@(?:datetime|content)$/.test(column.path) ? 0.06 : 0) -
    (isConstant ? (mayBeConstant ? 0.05 : 0.2) : 0) -
    (readable < 0.3 ? 0.5 : 0) -
    0.12 * (1 - column.filled) -
    0.012 * column.depth -
    0.0005 * source.columns.indexOf(column);
  return { wish, column, rule, score, verified };
}

function mappedOf({ rule, score, verified, column }: Candidate, source: MappingSource): MappedField {
  const read = column.values
    .map((value) => readRaw(value, rule, source.reading))
    .filter((value) => value !== null);
  return {
    rule,
    confidence: Math.round(Math.min(1, Math.max(0, score)) * 100) / 100,
    filled: column.values.length === 0 ? 0 : Math.round((read.length / column.values.length) * 1000) / 1000,
    verified: verified === null ? null : Math.round(verified * 100) / 100,
  };
}

/** An address that is asked for without saying whose is the record's own, which is that of its title. */
function preferOwnLink(taken: Map<string, Candidate>, candidates: readonly Candidate[]): void {
  const title = [...taken.values()].find(({ wish }) => wish.kind === 'title');
  if (title === undefined) return;
  for (const [name, candidate] of taken) {
    const isPlain =
      candidate.wish.kind === 'url' && candidate.wish.field.words.every((word) => plainLinkWords.has(word));
    if (!isPlain || isLinkOf(candidate.column.path, title.column.path)) continue;
    const own = candidates.find(
      ({ wish, column }) => wish.name === name && isLinkOf(column.path, title.column.path),
    );
    if (own !== undefined) taken.set(name, own);
  }
}

/**
 * Which place of the records each field means: by names, by the form of the values, and above all by what the page shows
 * beside them. One place is given to one field, best pairs first; fields that nothing fits are left out.
 */
export function mapFields(wishes: readonly Wish[], source: MappingSource): Record<string, MappedField> {
  const known = new Map<Column, string[][]>();
  const names = (column: Column) => {
    let found = known.get(column);
    if (found === undefined) {
      found = source.isTree ? [] : shownNames(column, source);
      known.set(column, found);
    }
    return found;
  };
  const candidates: Candidate[] = [];
  for (const wish of wishes) {
    for (const column of source.columns) {
      if (candidates.length >= mostPairs) break;
      const candidate = candidateOf(wish, column, source, names);
      if (candidate !== null && candidate.score >= enough) candidates.push(candidate);
    }
  }
  candidates.sort((one, other) => other.score - one.score);
  const taken = new Map<string, Candidate>();
  const used = new Set<string>();
  for (const candidate of candidates) {
    if (taken.has(candidate.wish.name)) continue;
    const place = `${candidate.column.path}\0${candidate.rule.type}`;
    if (used.has(place)) continue;
    used.add(place);
    taken.set(candidate.wish.name, candidate);
  }
  if (source.isTree) preferOwnLink(taken, candidates);
  const mapped: Record<string, MappedField> = {};
  for (const wish of wishes) {
    const candidate = taken.get(wish.name);
    if (candidate !== undefined) mapped[wish.name] = mappedOf(candidate, source);
  }
  return mapped;
}
