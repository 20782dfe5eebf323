import type { Json } from '../../../domain/pages/extraction.ts';
import { numberAt } from '../../../domain/values/elements.ts';
import { pointerTokens } from '../../../domain/values/json-pointer.ts';
import type { FieldKind } from '../../../extract/schema/field.ts';
import type { Column } from './columns.ts';

/** Minimum number of texts whose common label says that they are no titles. */
const minLabelled = 3;
const textKinds: ReadonlySet<FieldKind> = new Set(['title', 'person', 'long_text']);
/** Minimum median length of a description, in characters. */
const minDescriptionLength = 20;

/** Maximum number of wordings of a measure that starts with a word: `Rated 4 of 5`, `Not rated`. */
const maxWordings = 2;

/**
 * Returns true if texts differ only in their numbers and are measures: `4.4 out of 5 stars`, `128 reviews`.
 * Unique texts that start with words may be names, such as `Lamp number 12`.
 */
function areMeasures(texts: readonly string[]): boolean {
  const words = new Set(texts.map((text) => text.replace(/[^\p{L}]+/gu, ' ').trim()));
  const isShared = texts.length > 3 && words.size * 3 < texts.length && texts.some((text) => /\d/.test(text));
  if (!isShared) return false;
  const startingWithNumber = texts.filter((text) => /^\P{L}*\d/u.test(text)).length;
  if (startingWithNumber * 2 > texts.length) return true;
  return words.size <= maxWordings && new Set(texts).size * 5 < texts.length * 4;
}

const labelled = /^(\p{L}[^:：]{0,30}[:：])\s*\S/u;

/** Returns true if nearly all texts start with the same label: `Item number: 4711`. */
function areLabelled(texts: readonly string[]): boolean {
  const labels = texts.map((text) => labelled.exec(text)?.[1] ?? null).filter((label) => label !== null);
  return (
    texts.length >= minLabelled && labels.length >= texts.length * minNameShare && new Set(labels).size === 1
  );
}

/** Scores the form of texts for a kind of field, 0 to 1; a measure is no title. */
export function scoreForm(kind: FieldKind, values: readonly Json[]): number {
  if (!textKinds.has(kind)) return 1;
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === 0) return 1;
  const withWords = texts.filter((text) => /\p{L}{2}/u.test(text)).length;
  if (withWords * 2 < texts.length) return 0.3;
  if (kind === 'title' && (areMeasures(texts) || areLabelled(texts))) return 0.3;
  if (kind !== 'long_text') return 1;
  const lengths = texts.map((text) => text.length).sort((one, other) => one - other);
  return numberAt(lengths, Math.floor(lengths.length / 2)) < minDescriptionLength ? 0.6 : 1;
}

/** Returns the element steps of a column's key, without the attribute or index. */
function getElementSteps(path: string): string[] {
  const key = pointerTokens(path)[0] ?? '';
  return key.replace(/@[\w-]+(?: \d+)?$| \d+$/, '').split('>');
}

/** Maximum number of steps of a key, and a length below which it is not cut: it is then the complete path in its record. */
const maxSteps = 4;
const maxCompleteLength = 100;

function isComplete(steps: readonly string[]): boolean {
  return steps.length < maxSteps && steps.join('>').length < maxCompleteLength;
}

/** Returns true if the element of `inner` is inside that of `outer`. Keys contain only the last four steps. */
function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (isComplete(inner) && isComplete(outer))
    return inner.slice(0, outer.length).join('>') === outer.join('>');
  for (let up = 0; up < inner.length; up += 1) {
    const chain = inner.slice(0, inner.length - up);
    const shared = Math.min(chain.length, outer.length);
    if (shared > 0 && chain.slice(-shared).join('>') === outer.slice(-shared).join('>')) {
      return shared === outer.length || shared === chain.length;
    }
  }
  return false;
}

/** Returns true if the link of a column contains a text's element, is inside it, or is the same element. */
export function isLinkOf(linkPath: string, textPath: string): boolean {
  const [link, text] = [getElementSteps(linkPath), getElementSteps(textPath)];
  if (!/@href(?: \d+)?$/.test(pointerTokens(linkPath)[0] ?? '')) return false;
  return isWithin(link, text) || isWithin(text, link);
}

/** Minimum share of the records whose link leads below another one. */
const minBelow = 0.8;

/**
 * Returns true if the addresses of a link are below those of another one in the same heading: `/ada/engine` below
 * `/ada`. The owner comes first, the record is below.
 */
export function leadsBelow(link: Column, other: Column): boolean {
  const pairs = link.values.map((value, at) => [value, other.values[at]]);
  const both = pairs.filter(([own, outer]) => typeof own === 'string' && typeof outer === 'string');
  const below = both.filter(([own, outer]) => String(own).startsWith(`${String(outer).replace(/\/$/, '')}/`));
  return both.length > 0 && below.length >= both.length * minBelow;
}

/** Returns true if the element of a column is inside that of another one. */
export function isPartOf(path: string, outer: string): boolean {
  return path !== outer && isWithin(getElementSteps(path), getElementSteps(outer));
}

/** Minimum median lengths of a title and of a description that are recognized only by form, in characters. */
const minTitleLength = 8;
const minProseLength = 40;
const minPresence = 0.7;

function getMedianLength({ values }: Column): number {
  const lengths = values
    .filter((value) => typeof value === 'string')
    .map((text) => text.length)
    .sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

function isInformative({ type, filled, distinct, path, values }: Column): boolean {
  const isText = type === 'text' || (type === 'money' && holdsWords(values));
  return isText && filled >= minPresence && distinct >= minPresence && !path.includes('@');
}

/** Minimum number of letters of a text with an amount that is more than the amount. */
const minLetters = 8;

/** Returns true if most amounts stand in a text: a link that holds name and price. */
function holdsWords(values: readonly Json[]): boolean {
  const texts = values.filter((value) => typeof value === 'string');
  const wordy = texts.filter((text) => text.replace(/\P{L}+/gu, '').length >= minLetters);
  return wordy.length >= texts.length * minPresence;
}

const minOwnLinks = 0.95;
const minTitles = 3;

/** Returns the path of the address of a link: `/a@href 2` for the second link, `/a 2`. */
export function linkPathOf(path: string): string {
  const index = / \d+$/.exec(path)?.[0] ?? '';
  return `${path.slice(0, path.length - index.length)}@href${index}`;
}

/** Returns true if a text is linked and says which record it is of, or leads to a page of its own for each record. */
function isLinkedText(column: Column, columns: readonly Column[]): boolean {
  const link = columns.find(({ path }) => path === linkPathOf(column.path));
  if (link === undefined) return false;
  if (isInformative(column)) return true;
  // Replies have the title of what they reply to; `Read more` is the same for all.
  const { type, filled, distinct, values } = column;
  const count = distinct * filled * values.length;
  return type === 'text' && filled >= minPresence && count >= minTitles && link.distinct >= minOwnLinks;
}

/** Maximum length of a code in characters, and of a word in it that has no digit. */
const maxCode = { length: 30, word: 4 };
/** A number with a unit, such as the size of a file, which is no code: `360K`, `12 MB`. */
const measure = /^\d+(?:[.,]\d+)?\s?\p{L}{1,2}$/u;

/** A time of day, or a date with its year, which is no code. A number of a file may have a colon, too: `8:11-cv-02709`. */
const moment = /(?<![\d:])\d{1,2}:\d{2}(?![\d-])|(?<!\d)\d{1,2}[./]\d{1,2}[./]\d{4}(?!\d)/;

/** Returns true for a text such as the number of a file or an article: `2024-07370`, `No. C-21 0163`, `2026 NYSlipOp 01344`. */
export function isCode(text: string): boolean {
  if (text.length > maxCode.length || (text.match(/\d/g)?.length ?? 0) < 2) return false;
  if (measure.test(text) || moment.test(text)) return false;
  const words = text.split(/\s+/);
  const others = words.filter((word) => !/\d/.test(word));
  return others.length * 2 < words.length || others.every((word) => word.length <= maxCode.word);
}

/** Returns true if nearly all values are codes that tell the records apart. */
export function isCodeColumn({ values, filled, distinct, type, path }: Column): boolean {
  if (type === 'date' || type === 'money' || filled < minPresence || distinct < minPresence) return false;
  const texts = path.includes('@') ? [] : values.filter((value) => value !== null).map(String);
  return texts.length > 2 && texts.filter(isCode).length >= texts.length * minNameShare;
}

/** A personal name: two to four capitalised words, perhaps with an address of e-mail behind it. */
const personalName =
  /^(?:\p{Lu}[\p{L}\p{M}'’.-]{0,24} ){1,3}\p{Lu}[\p{L}\p{M}'’-]{1,24}(?: <[^<>]{3,80}>)?$/u;
const minNameShare = 0.9;

/** Returns true if nearly all values are personal names, perhaps with an address behind them. */
function isNameColumn({ values, filled, path }: Column): boolean {
  if (path.includes('@') || filled < minPresence) return false;
  const texts = values.filter((value) => typeof value === 'string');
  return (
    texts.length > 2 && texts.filter((text) => personalName.test(text)).length >= texts.length * minNameShare
  );
}

function areEqual(one: Column, other: Column): boolean {
  return JSON.stringify(one.values) === JSON.stringify(other.values);
}

/** Minimum share of distinct texts of records that only their date tells apart, such as the meetings of a council. */
const minRepeated = 0.3;

/** Returns true if the links of records are numbers or actions, or if there are none: such records start with their title. */
function startsWithTitle(columns: readonly Column[]): boolean {
  const links = columns.filter(({ path }) => path.includes('@href'));
  return (
    links.length === 0 || columns.some(({ path }) => links.some((link) => link.path === linkPathOf(path)))
  );
}

/** Returns true if a text is only a part of what the element of another one says: the author of "by Ada Crane, 3 May". */
function isLesserPart(part: Column, whole: Column): boolean {
  return (
    !part.path.includes('@') &&
    !part.path.startsWith('/:') &&
    isPartOf(part.path, whole.path) &&
    getMedianLength(part) >= minTitleLength &&
    getMedianLength(part) < getMedianLength(whole) &&
    part.values.every(
      (value, at) => typeof value !== 'string' || String(whole.values[at] ?? '').includes(value),
    )
  );
}

/** Returns the first column of texts that tell the records apart; else the first one of those with the most different texts. */
function findFirstText(columns: readonly Column[]): Column | undefined {
  const texts = columns.filter(
    (one) =>
      one.path !== '/.' &&
      !one.path.startsWith('/:') &&
      !isCodeColumn(one) &&
      !columns.some((part) => isLesserPart(part, one)),
  );
  const first = texts.find(isInformative);
  if (first !== undefined) return first;
  const repeated = texts.filter(
    ({ type, filled, distinct, path, values }) =>
      type === 'text' &&
      filled >= minPresence &&
      !path.includes('@') &&
      distinct >= minRepeated &&
      distinct * filled * values.length >= minTitles,
  );
  return repeated.sort((one, other) => other.distinct - one.distinct)[0];
}

/**
 * Returns true if a column's form alone fits a kind of field: the longest link texts for a title, the longest
 * prose for a description.
 */
export function isLikelyByForm(kind: FieldKind, column: Column, columns: readonly Column[]): boolean {
  if (kind === 'person')
    return isNameColumn(column) && columns.filter(isNameColumn).every((one) => areEqual(one, column));
  if (kind === 'identifier')
    return isCodeColumn(column) && columns.filter(isCodeColumn).every((one) => areEqual(one, column));
  const length = getMedianLength(column);
  if (kind === 'title') {
    if (scoreForm(kind, column.values) < 1 || isCodeColumn(column)) return false;
    const linked = columns.filter((one) => isLinkedText(one, columns));
    if (linked.every(isCodeColumn) && startsWithTitle(columns)) return findFirstText(columns) === column;
    const isLongest = linked.every((one) => getMedianLength(one) <= length);
    const isOnly = columns.every(
      (one) => one === column || one.path.includes('@') || one.path.startsWith('/:'),
    );
    return linked.includes(column) && isLongest && (isOnly || length >= minTitleLength);
  }
  if (kind !== 'long_text' || length < minProseLength || !isInformative(column)) return false;
  return columns.every(
    (one) => one === column || !isInformative(one) || getMedianLength(one) < length || areEqual(one, column),
  );
}
