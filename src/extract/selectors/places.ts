import { tag } from '../../page/parse/tags.ts';
import { textOf } from '../../page/tree.ts';
import { isForMachines, type Take, takenText } from './locator.ts';
import { lettersAt, type PageIndex } from './page-index.ts';
import { lettersOf } from './page-letters.ts';

/** Places of one value that are looked at. */
const maxPlaces = 40;
/** Letters that may stand around a value in its element. */
const maxAround = 60;
/** Letters of a value below which it must fill its text alone. */
const fewLetters = 4;
const maxClimb = 8;

/** A place on a page that holds a known value. */
export interface Place {
  /** An element; or the text itself where nothing but that is meant. */
  node: number;
  take: Take;
  /** The value as it is written there. */
  text: string;
  /** What stands around it. */
  before: string;
  after: string;
}

/** How a known value is told apart in what a page says. */
export interface KnownValue {
  /** As text, to be searched for; null when it can only be recognised by reading. */
  text: string | null;
  /** Whether a text of the page says this value; attributes may be written for machines. */
  isSaidBy(text: string, isMachine: boolean): boolean;
  /** Whether texts have to be read to find it (numbers, dates: one value has many spellings). */
  isRead: boolean;
}

/** Where in `text` the letters from one to another stand; null when they cannot be told. */
export function spanOfLetters(text: string, from: number, to: number): [number, number] | null {
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

/** The span of a value whose letters were found, with the signs at its ends that belong to it. */
function spanOf(text: string, value: string, from: number, to: number): [number, number] | null {
  const exact = text.indexOf(value);
  if (exact !== -1 && lettersOf(text.slice(0, exact)).length === from) return [exact, exact + value.length];
  const span = spanOfLetters(text, from, to);
  if (span === null) return null;
  const [head] = /^[^\p{L}\p{N}]*/u.exec(value) ?? [''];
  const [tail] = /[^\p{L}\p{N}]*$/u.exec(value) ?? [''];
  const start = head !== '' && text.slice(0, span[0]).endsWith(head) ? span[0] - head.length : span[0];
  const end = tail !== '' && text.startsWith(tail, span[1]) ? span[1] + tail.length : span[1];
  return [start, end];
}

/** Which of its parent's own texts a text node is, from 0. */
export function ownIndexOf(page: PageIndex, text: number): number {
  const { tree } = page;
  const parent = tree.parent[text] as number;
  let index = 0;
  for (let child = parent + 1; child < text; child = tree.end[child] as number) {
    if (tree.tag[child] === tag.text && textOf(tree, child).trim() !== '') index++;
  }
  return index;
}

/** Collects places, each once. */
class PlaceList {
  readonly places: Place[] = [];
  private readonly seen = new Set<string>();
  private readonly page: PageIndex;
  private readonly known: KnownValue;
  private readonly within: number;

  constructor(page: PageIndex, known: KnownValue, within: number) {
    this.page = page;
    this.known = known;
    this.within = within;
  }

  private covers(node: number): boolean {
    return node >= this.within && node < (this.page.tree.end[this.within] as number);
  }

  get isFull(): boolean {
    return this.places.length >= maxPlaces;
  }

  /** Adds a place if what it takes, freed of what stands around, is the value. */
  add(node: number, take: Take, span: ((text: string) => [number, number] | null) | null): void {
    const key = `${node} ${take.what === 'own' ? take.index : take.what === 'attribute' ? take.name : ''}`;
    if (this.isFull || !this.covers(node) || this.seen.has(key)) return;
    const text = takenText(this.page.tree, node, take);
    if (text === null || text === '') return;
    const range = span === null ? ([0, text.length] as const) : span(text);
    if (range === null) return;
    const before = text.slice(0, range[0]);
    const after = text.slice(range[1]);
    if (before.length > maxAround || after.length > maxAround) return;
    const value = text.slice(range[0], range[1]).trim();
    if (!this.known.isSaidBy(value, isForMachines(take))) return;
    this.seen.add(key);
    this.places.push({ node, take, text: value, before, after });
  }
}

/** Every place at which the letters from `start` to `end` of the page stand alone or nearly so. */
function addAround(page: PageIndex, list: PlaceList, value: string, start: number, end: number): void {
  const { tree, from, to } = page;
  const text = textAt(page, start);
  if (text === -1) return;
  const spanIn = (node: number) => (written: string) =>
    spanOf(written, value, start - (from[node] as number), end - (from[node] as number));
  let node = text;
  let around = 0;
  for (let climb = 0; climb < maxClimb && node > 0; climb++, node = tree.parent[node] as number) {
    const extra = start - (from[node] as number) + ((to[node] as number) - end);
    if (extra > maxAround) return;
    if ((to[node] as number) < end) continue;
    if (extra > 0 && (end - start < fewLetters || around++ >= 2)) continue;
    if (tree.tag[node] !== tag.text) list.add(node, { what: 'text' }, spanIn(node));
    else if (!isOnlyText(page, node)) {
      list.add(tree.parent[node] as number, { what: 'own', index: ownIndexOf(page, node) }, spanIn(node));
    }
  }
}

/** Whether nothing else in its parent says anything. */
function isOnlyText(page: PageIndex, text: number): boolean {
  const parent = page.tree.parent[text] as number;
  return page.from[parent] === page.from[text] && page.to[parent] === page.to[text];
}

/** The text node that holds the letter at an index, or -1. */
export function textAt(page: PageIndex, index: number): number {
  let low = 0;
  let high = page.texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((page.to[page.texts[middle] as number] as number) <= index) low = middle + 1;
    else high = middle;
  }
  return page.texts[low] ?? -1;
}

function addByLetters(page: PageIndex, list: PlaceList, value: string): void {
  const wanted = lettersOf(value);
  if (wanted === '') return;
  if (wanted.length < fewLetters) {
    for (const node of page.byLabel(wanted)) {
      addAround(page, list, value, page.from[node] as number, page.to[node] as number);
    }
    return;
  }
  let at = page.letters.indexOf(wanted);
  for (let count = 0; at !== -1 && count < maxPlaces * 2 && !list.isFull; count++) {
    addAround(page, list, value, at, at + wanted.length);
    at = page.letters.indexOf(wanted, at + 1);
  }
}

/** Texts and small elements that read as the value. */
function addByReading(page: PageIndex, list: PlaceList): void {
  const { tree } = page;
  const tried = new Set<number>();
  for (const text of page.texts) {
    const length = (page.to[text] as number) - (page.from[text] as number);
    if (length === 0 || length > maxAround || !/\d/.test(lettersAt(page, text))) continue;
    if (!isOnlyText(page, text)) {
      list.add(tree.parent[text] as number, { what: 'own', index: ownIndexOf(page, text) }, null);
    }
    let node = tree.parent[text] as number;
    for (let climb = 0; climb < 4 && node > 0 && !tried.has(node); climb++) {
      if ((page.to[node] as number) - (page.from[node] as number) > maxAround) break;
      tried.add(node);
      list.add(node, { what: 'text' }, null);
      node = tree.parent[node] as number;
    }
    if (list.isFull) return;
  }
}

function addHeld(page: PageIndex, list: PlaceList, known: KnownValue): void {
  const wanted = known.text === null ? null : lettersOf(known.text);
  for (const { node, name, value } of page.held) {
    if (list.isFull) return;
    const take: Take = { what: 'attribute', name };
    if (known.isRead) {
      if (value.length <= maxAround) list.add(node, take, null);
      continue;
    }
    if (wanted === null || wanted.length < 2 || known.text === null) continue;
    const at = value.length > known.text.length + 2 * maxAround ? -1 : lettersOf(value).indexOf(wanted);
    if (at === -1 || (wanted.length < fewLetters && lettersOf(value) !== wanted)) continue;
    const text = known.text;
    list.add(node, take, (written) => spanOf(written, text, at, at + wanted.length));
  }
}

/** Where a page, or one part of it, holds a known value: texts, whole elements and attributes, also with something around it. */
export function placesOf(page: PageIndex, known: KnownValue, within = 0): Place[] {
  const list = new PlaceList(page, known, within);
  if (known.text !== null) addByLetters(page, list, known.text);
  if (known.isRead) addByReading(page, list);
  addHeld(page, list, known);
  return list.places;
}
