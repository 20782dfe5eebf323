import { integerAt } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { endOf, parentOf, textOf } from '../../../page/tree/tree.ts';
import { lettersOf } from '../../page-view/page-letters.ts';
import { lettersAt, type PageIndex } from '../layouts/page-index.ts';
import { isMachineReadable, readTake, splitParts, type Take, type TextPart } from './take.ts';

/** Maximum number of positions of one value. */
const maxPositions = 40;
/** Maximum number of letters around a value in its element. */
const maxSurroundingLength = 60;
/** Minimum number of letters of a value that may be part of a text; shorter values must fill it. */
const minSubstringLength = 4;
const maxLevels = 8;

/** A position on a page that contains a known value. */
export interface ValuePosition {
  /** The element, or a text node if only the text is meant. */
  node: number;
  take: Take;
  /** The value as written at this position. */
  text: string;
  /** Text before and after the value. */
  before: string;
  after: string;
  /** Part of the text that is the value, if separators surround it. */
  part?: TextPart;
}

/** Separators between the values in one text, which may be values of several fields. */
const separators = [
  ' | ',
  ' - ',
  ' – ',
  ' — ',
  ' · ',
  ' • ',
  ' / ',
  ' » ',
  ', ',
  '; ',
  ': ',
  '|',
  '·',
  '•',
  '/',
];

/** Describes how to recognize a known value on a page. */
export interface KnownValue {
  /** Text to search for; null if the value is only recognized by parsing texts. */
  text: string | null;
  /** Returns true if a text of the page states this value; attributes may be written for machines. */
  matches(text: string, isMachine: boolean): boolean;
  /** True if texts must be parsed to find the value, because numbers and dates have many notations. */
  needsParsing: boolean;
}

/** Returns the range in `text` of the letters from one index to another; null if it cannot be determined. */
function findLetterRange(text: string, from: number, to: number): [number, number] | null {
  let letters = 0;
  let start = -1;
  for (let i = 0; i < text.length; ) {
    const point = String.fromCodePoint(text.codePointAt(i) as number);
    const count = lettersOf(point).length;
    if (start === -1 && count > 0 && letters >= from) start = letters === from ? i : -2;
    if (start === -2) return null;
    letters += count;
    i += point.length;
    if (letters >= to) return letters === to && start >= 0 ? [start, i] : null;
  }
  return null;
}

/**
 * Returns the range of a value whose letters were found, with the punctuation at its ends that belongs to it.
 */
function findValueRange(text: string, value: string, from: number, to: number): [number, number] | null {
  const exact = text.indexOf(value);
  if (exact !== -1 && lettersOf(text.slice(0, exact)).length === from) return [exact, exact + value.length];
  const span = findLetterRange(text, from, to);
  if (span === null) return null;
  const [head] = /^[^\p{L}\p{N}]*/u.exec(value) ?? [''];
  const [tail] = /(?<=[\p{L}\p{N}]|^)[^\p{L}\p{N}]*$/u.exec(value) ?? [''];
  const start = head !== '' && text.slice(0, span[0]).endsWith(head) ? span[0] - head.length : span[0];
  const end = tail !== '' && text.startsWith(tail, span[1]) ? span[1] + tail.length : span[1];
  return [start, end];
}

/** Returns the index of a text node among its parent's own text nodes, from 0. */
function getOwnTextIndex(page: PageIndex, text: number): number {
  const { tree } = page;
  const parent = parentOf(tree, text);
  let index = 0;
  for (let child = parent + 1; child < text; child = endOf(tree, child)) {
    if (tree.tag[child] === tag.text && textOf(tree, child).trim() !== '') index++;
  }
  return index;
}

/** Collects positions without duplicates. */
class PositionList {
  readonly positions: ValuePosition[] = [];
  private readonly seenKeys = new Set<string>();
  private readonly page: PageIndex;
  private readonly expected: KnownValue;
  private readonly within: number;

  constructor(page: PageIndex, expected: KnownValue, within: number) {
    this.page = page;
    this.expected = expected;
    this.within = within;
  }

  private contains(node: number): boolean {
    return node >= this.within && node < endOf(this.page.tree, this.within);
  }

  get isFull(): boolean {
    return this.positions.length >= maxPositions;
  }

  /** Adds a position if its text, without the surrounding text, states the value. */
  add(node: number, take: Take, span: ((text: string) => [number, number] | null) | null): void {
    const key = `${node} ${take.what === 'own' ? take.index : take.what === 'attribute' ? take.name : ''}`;
    if (this.isFull || !this.contains(node) || this.seenKeys.has(key)) return;
    const text = readTake(this.page.tree, node, take);
    if (text === null || text === '') return;
    const range = span === null ? ([0, text.length] as const) : span(text);
    if (range === null) return;
    const before = text.slice(0, range[0]);
    const after = text.slice(range[1]);
    if (before.length > maxSurroundingLength || after.length > maxSurroundingLength) return;
    const value = text.slice(range[0], range[1]).trim();
    if (!this.expected.matches(value, isMachineReadable(take))) return;
    this.seenKeys.add(key);
    this.positions.push({ node, take, text: value, before, after });
    if (before !== '' || after !== '') this.addParts(node, take, text, range);
  }

  /** Adds the value as a part of a text with separators, counted from both ends. */
  private addParts(node: number, take: Take, text: string, [from, to]: readonly [number, number]): void {
    for (const separator of separators) {
      const isWhole =
        (from === 0 || text.slice(0, from).trimEnd().endsWith(separator.trim())) &&
        (to === text.length || text.slice(to).trimStart().startsWith(separator.trim()));
      if (!isWhole) continue;
      const pieces = splitParts(text, separator);
      const value = text.slice(from, to).trim();
      const index = pieces.indexOf(value);
      if (pieces.length < 2 || index === -1) continue;
      const position = { node, take, text: value, before: '', after: '' };
      this.positions.push({ ...position, part: { separator, index } });
      if (pieces.lastIndexOf(value) === index)
        this.positions.push({ ...position, part: { separator, index: index - pieces.length } });
      return;
    }
  }
}

/** Adds the positions at which the letters from `start` to `end` are alone or nearly alone. */
function addSurrounding(
  page: PageIndex,
  list: PositionList,
  value: string,
  start: number,
  end: number,
): void {
  const { tree, from, to } = page;
  const text = findTextAt(page, start);
  if (text === -1) return;
  const getRange = (node: number) => (written: string) =>
    findValueRange(written, value, start - integerAt(from, node), end - integerAt(from, node));
  let node = text;
  let surroundedCount = 0;
  for (let level = 0; level < maxLevels && node > 0; level++, node = parentOf(tree, node)) {
    const extra = start - integerAt(from, node) + (integerAt(to, node) - end);
    if (extra > maxSurroundingLength) return;
    if (integerAt(to, node) < end) continue;
    if (extra > 0 && (end - start < minSubstringLength || surroundedCount++ >= 2)) continue;
    if (tree.tag[node] !== tag.text) list.add(node, { what: 'text' }, getRange(node));
    else if (!isOnlyText(page, node)) {
      list.add(parentOf(tree, node), { what: 'own', index: getOwnTextIndex(page, node) }, getRange(node));
    }
  }
}

/** Returns true if the text is the only content of its parent. */
function isOnlyText(page: PageIndex, text: number): boolean {
  const parent = parentOf(page.tree, text);
  return page.from[parent] === page.from[text] && page.to[parent] === page.to[text];
}

/** Returns the text node with the letter at an index, or -1. */
export function findTextAt(page: PageIndex, index: number): number {
  let low = 0;
  let high = page.texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (integerAt(page.to, integerAt(page.texts, middle)) <= index) low = middle + 1;
    else high = middle;
  }
  return page.texts[low] ?? -1;
}

function addTextMatches(page: PageIndex, list: PositionList, value: string): void {
  const letters = lettersOf(value);
  if (letters === '') return;
  if (letters.length < minSubstringLength) {
    for (const node of page.byLabel(letters)) {
      addSurrounding(page, list, value, integerAt(page.from, node), integerAt(page.to, node));
    }
    return;
  }
  let at = page.letters.indexOf(letters);
  for (let count = 0; at !== -1 && count < maxPositions * 2 && !list.isFull; count++) {
    addSurrounding(page, list, value, at, at + letters.length);
    at = page.letters.indexOf(letters, at + 1);
  }
}

/** Adds texts and small elements whose parsed value matches. */
function addParsedMatches(page: PageIndex, list: PositionList): void {
  const { tree } = page;
  const visited = new Set<number>();
  for (const text of page.texts) {
    const length = integerAt(page.to, text) - integerAt(page.from, text);
    if (length === 0 || length > maxSurroundingLength || !/\d/.test(lettersAt(page, text))) continue;
    if (!isOnlyText(page, text)) {
      list.add(parentOf(tree, text), { what: 'own', index: getOwnTextIndex(page, text) }, null);
    }
    let node = parentOf(tree, text);
    for (let level = 0; level < 4 && node > 0 && !visited.has(node); level++) {
      if (integerAt(page.to, node) - integerAt(page.from, node) > maxSurroundingLength) break;
      visited.add(node);
      list.add(node, { what: 'text' }, null);
      node = parentOf(tree, node);
    }
    if (list.isFull) return;
  }
}

function addAttributeMatches(page: PageIndex, list: PositionList, expected: KnownValue): void {
  const letters = expected.text === null ? null : lettersOf(expected.text);
  for (const { node, name, value } of page.valueAttributes) {
    if (list.isFull) return;
    const take: Take = { what: 'attribute', name };
    if (expected.needsParsing) {
      if (value.length <= maxSurroundingLength) list.add(node, take, null);
      continue;
    }
    if (letters === null || letters.length < 2 || expected.text === null) continue;
    const at =
      value.length > expected.text.length + 2 * maxSurroundingLength ? -1 : lettersOf(value).indexOf(letters);
    if (at === -1 || (letters.length < minSubstringLength && lettersOf(value) !== letters)) continue;
    const text = expected.text;
    list.add(node, take, (written) => findValueRange(written, text, at, at + letters.length));
  }
}

/**
 * Finds the positions of a known value on a page or in a part of it: texts, elements and attributes, also with
 * text around the value.
 */
export function findPositions(page: PageIndex, expected: KnownValue, within = 0): ValuePosition[] {
  const list = new PositionList(page, expected, within);
  if (expected.text !== null) addTextMatches(page, list, expected.text);
  if (expected.needsParsing) addParsedMatches(page, list);
  addAttributeMatches(page, list, expected);
  return list.positions;
}
