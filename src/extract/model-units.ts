import { tagSet } from '../page/parse/tag-sets.ts';
import { tag } from '../page/parse/tags.ts';
import { isDataTable } from '../page/visible.ts';
import type { PageView, TextLine } from './page-view.ts';

/** A piece of a page that reads as one: a heading, a row of a table, a list, a labelled value, a card, a paragraph. */
export interface PageUnit {
  /** Lines as a person reads them; a label and its value stand on one, `Label: value`. */
  text: string;
  kind: 'heading' | 'row' | 'list' | 'text';
  /** Of a heading, 1 to 6; else 0. */
  level: number;
  /** Whether it stands around the content: in navigation, a footer, a form. */
  isAside: boolean;
  /** The element that its first line stands in. */
  element: number;
  /** First and one past the last node of the tree. */
  from: number;
  to: number;
}

/** Characters up to which small neighbours under one element are one card, and a list is shown whole. */
const cardLength = 240;
const listLength = 1_500;
/** A paragraph is cut here: what a schema asks for is never longer. */
const longestText = 2_000;
/** A line that names what comes next is no longer than this. */
const labelLength = 40;

const isAround = tagSet('nav footer form select menu dialog');
const isList = tagSet('ul ol');
const isHeading = tagSet('h1 h2 h3 h4 h5 h6');
const isTerm = tagSet('dt th label b strong');

/** What a line stands in. */
interface Surroundings {
  level: number;
  isAside: boolean;
  isTerm: boolean;
  row: number;
  list: number;
}

/** The units of a page in its order. */
export function pageUnits(page: PageView): PageUnit[] {
  const reader = new UnitReader(page);
  return reader.read();
}

class UnitReader {
  readonly #page: PageView;
  readonly #lines: readonly TextLine[];
  /** Characters of all lines before each. */
  readonly #before: Float64Array;
  readonly #dataTables = new Map<number, boolean>();

  constructor(page: PageView) {
    this.#page = page;
    this.#lines = page.lines();
    this.#before = new Float64Array(this.#lines.length + 1);
    for (const [at, line] of this.#lines.entries()) {
      this.#before[at + 1] = (this.#before[at] as number) + line.text.length;
    }
  }

  read(): PageUnit[] {
    const units: PageUnit[] = [];
    for (let at = 0; at < this.#lines.length; ) {
      const around = this.#surroundings(at);
      const [kind, past] = this.#extent(at, around);
      units.push(this.#unit(at, past, kind, around));
      at = past;
    }
    return units;
  }

  /** What kind of unit begins with a line, and the line after its last. */
  #extent(at: number, around: Surroundings): [PageUnit['kind'], number] {
    if (around.level > 0) return ['heading', at + 1];
    if (around.row >= 0) return ['row', this.#linesIn(around.row, at)];
    if (around.list >= 0) {
      const past = this.#linesIn(around.list, at);
      const isWhole = at === 0 || (this.#lines[at - 1] as TextLine).from < around.list;
      if (isWhole && this.#length(at, past) <= listLength && this.#isPlainList(around.list, past - at)) {
        return ['list', past];
      }
    }
    return ['text', this.#cardEnd(at, around)];
  }

  /** The end of the biggest element around a line that is still a card; a label is never parted from what it names. */
  #cardEnd(at: number, around: Surroundings): number {
    const { tree } = this.#page;
    let past = at + 1;
    for (let up = this.#elementOf(at); up > 0; up = tree.parent[up] as number) {
      const end = this.#linesIn(up, at);
      if (this.#length(at, end) > cardLength) break;
      past = Math.max(past, end);
    }
    for (let next = at + 1; next < past; next++) {
      if (this.#surroundings(next).level > 0) past = next;
    }
    const isLabel = past === at + 1 && (around.isTerm || this.#isLabel(at));
    const follows = isLabel && past < this.#lines.length && this.#surroundings(past).level === 0;
    return follows ? past + 1 : past;
  }

  #unit(at: number, past: number, kind: PageUnit['kind'], around: Surroundings): PageUnit {
    const first = this.#lines[at] as TextLine;
    const last = this.#lines[past - 1] as TextLine;
    let text: string;
    if (kind === 'heading') text = `${'#'.repeat(around.level)} ${first.text}`;
    else if (kind === 'row') text = this.#rowText(around.row, at, past);
    else if (kind === 'list')
      text = this.#texts(at, past)
        .map((item) => `- ${item}`)
        .join('\n');
    else text = this.#cardText(at, past);
    const { level, isAside } = around;
    return {
      text: text.slice(0, longestText),
      kind,
      level,
      isAside,
      element: first.element,
      from: first.from,
      to: last.to,
    };
  }

  #cardText(at: number, past: number): string {
    let text = '';
    let isAfterLabel = false;
    for (let line = at; line < past; line++) {
      const said = (this.#lines[line] as TextLine).text;
      if (line > at) text += isAfterLabel ? (/[:：]\s*$/.test(text) ? ' ' : ': ') : '\n';
      text += said;
      isAfterLabel = !isAfterLabel && line + 1 < past && this.#isNameOf(line, line + 1);
    }
    return text;
  }

  /** Whether a line names what the next one says: it ends as a label does, or is set as one and the next has none of its own. */
  #isNameOf(at: number, next: number): boolean {
    if (this.#isLabel(at)) return true;
    const isSet = this.#surroundings(at).isTerm && (this.#lines[at] as TextLine).text.length <= labelLength;
    return isSet && !/^.{1,40}[:：]/.test((this.#lines[next] as TextLine).text);
  }

  /** The cells of a row, each with its column's header where the table has one. */
  #rowText(row: number, at: number, past: number): string {
    const cells = this.#cellsOf(row, at, past);
    const header = this.#headerOf(row, cells.length);
    if (header !== null) return cells.map((cell, column) => `${header[column]}: ${cell}`).join(' | ');
    return cells.length === 2
      ? `${(cells[0] as string).replace(/[:：]\s*$/, '')}: ${cells[1]}`
      : cells.join(' | ');
  }

  #cellsOf(row: number, at: number, past: number): string[] {
    const { tree } = this.#page;
    const cells: string[] = [];
    let lastCell = -1;
    for (let line = at; line < past; line++) {
      let cell = this.#elementOf(line);
      while (cell > row && tree.parent[cell] !== row) cell = tree.parent[cell] as number;
      const { text } = this.#lines[line] as TextLine;
      if (cell === lastCell) cells[cells.length - 1] += ` ${text}`;
      else cells.push(text);
      lastCell = cell;
    }
    return cells;
  }

  /** Texts of the table's first row when all its cells are headers and as many as asked for. */
  #headerOf(row: number, count: number): string[] | null {
    const { tree } = this.#page;
    const table = this.#above(row, tag.table);
    if (table < 0 || count < 2) return null;
    let first = table + 1;
    while (first < row && tree.tag[first] !== tag.tr) first++;
    if (first >= row) return null;
    const texts: string[] = [];
    for (let cell = first + 1; cell < (tree.end[first] as number); cell++) {
      if (tree.parent[cell] !== first || tree.tag[cell] === tag.text) continue;
      if (tree.tag[cell] !== tag.th) return null;
      texts.push(this.#page.textOf(cell));
    }
    return texts.length === count ? texts : null;
  }

  #surroundings(at: number): Surroundings {
    const { tree } = this.#page;
    const around: Surroundings = { level: 0, isAside: false, isTerm: false, row: -1, list: -1 };
    let isNear = true;
    for (let up = this.#elementOf(at); up > 0; up = tree.parent[up] as number) {
      const tagId = tree.tag[up] as number;
      if (isHeading[tagId] === 1) around.level = tagId - tag.h1 + 1;
      if (isAround[tagId] === 1) around.isAside = true;
      if (isNear && isTerm[tagId] === 1) around.isTerm = true;
      if (around.row < 0 && tagId === tag.tr && this.#isInDataTable(up)) around.row = up;
      if (around.list < 0 && isList[tagId] === 1) around.list = up;
      if (tagId === tag.div || tagId === tag.dl || tagId === tag.li || tagId === tag.tr) isNear = false;
    }
    return around;
  }

  #isInDataTable(row: number): boolean {
    const table = this.#above(row, tag.table);
    if (table < 0) return false;
    let known = this.#dataTables.get(table);
    if (known === undefined) {
      known = isDataTable(this.#page.tree, table);
      this.#dataTables.set(table, known);
    }
    return known;
  }

  #isPlainList(list: number, lines: number): boolean {
    const { tree } = this.#page;
    let items = 0;
    for (let node = list + 1; node < (tree.end[list] as number); node++) {
      if (tree.tag[node] === tag.li) items++;
    }
    return items > 1 && lines <= items;
  }

  #isLabel(at: number): boolean {
    const { text } = this.#lines[at] as TextLine;
    return text.length <= labelLength && /[:：]$/.test(text);
  }

  #above(node: number, tagId: number): number {
    const { tree } = this.#page;
    for (let up = node; up > 0; up = tree.parent[up] as number) if (tree.tag[up] === tagId) return up;
    return -1;
  }

  #elementOf(at: number): number {
    return (this.#lines[at] as TextLine).element;
  }

  /** The first line from `at` on that is not inside an element. */
  #linesIn(element: number, at: number): number {
    const end = this.#page.tree.end[element] as number;
    let low = at;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle] as TextLine).from < end) low = middle + 1;
      else high = middle;
    }
    return Math.max(low, at + 1);
  }

  #length(at: number, past: number): number {
    return (this.#before[past] as number) - (this.#before[at] as number);
  }

  #texts(at: number, past: number): string[] {
    return this.#lines.slice(at, past).map(({ text }) => text);
  }
}
