import { doubleAt, itemAt } from '../../domain/values/elements.ts';
import { isHeading, tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { isDataTable } from '../../page/tree/flow.ts';
import { endOf, parentOf, tagOf } from '../../page/tree/tree.ts';
import type { PageView, TextLine } from '../page-view/page-view.ts';

/** A unit of a page's text: a heading, a table row, a list, a labelled value, a card or a paragraph. */
export interface PageUnit {
  /** Text in reading order. A label and its value are on one line: `Label: value`. */
  text: string;
  kind: 'heading' | 'row' | 'list' | 'text';
  /** Level of a heading, 1 to 6; else 0. */
  level: number;
  /** True for content in navigation, a footer or a form. */
  isAside: boolean;
  /** Element that contains the first line. */
  element: number;
  /** First node of the unit, and the node after the last one. */
  from: number;
  to: number;
}

/**
 * Maximum length of a group of small neighbours that forms one card, and of a list in one unit, in characters.
 */
const cardLength = 240;
const listLength = 1_500;
/** Maximum length of a unit; no schema needs longer values. */
const maxTextLength = 2_000;
/** Maximum length of a line that labels the next one. */
const labelLength = 40;

const isAsideTag = tagSet('nav footer form select menu dialog');
const isList = tagSet('ul ol');
const isTerm = tagSet('dt th label b strong');

/** Position of a line in the document structure. */
interface LineContext {
  level: number;
  isAside: boolean;
  isTerm: boolean;
  row: number;
  list: number;
}

/** Returns the units of a page in document order. */
export function pageUnits(page: PageView): PageUnit[] {
  const reader = new UnitReader(page);
  return reader.read();
}

class UnitReader {
  readonly #page: PageView;
  readonly #lines: readonly TextLine[];
  /** Total number of characters before each line. */
  readonly #lengthBefore: Float64Array;
  readonly #dataTables = new Map<number, boolean>();

  constructor(page: PageView) {
    this.#page = page;
    this.#lines = page.lines();
    this.#lengthBefore = new Float64Array(this.#lines.length + 1);
    for (const [at, line] of this.#lines.entries()) {
      this.#lengthBefore[at + 1] = doubleAt(this.#lengthBefore, at) + line.text.length;
    }
  }

  read(): PageUnit[] {
    const units: PageUnit[] = [];
    for (let at = 0; at < this.#lines.length; ) {
      const context = this.#contextOf(at);
      const [kind, past] = this.#extent(at, context);
      units.push(this.#unit(at, past, kind, context));
      at = past;
    }
    return units;
  }

  /** Returns the kind of the unit that starts at a line, and the line after its last one. */
  #extent(at: number, context: LineContext): [PageUnit['kind'], number] {
    if (context.level > 0) return ['heading', at + 1];
    if (context.row >= 0) return ['row', this.#endOfElement(context.row, at)];
    if (context.list >= 0) {
      const past = this.#endOfElement(context.list, at);
      const isWhole = at === 0 || itemAt(this.#lines, at - 1).from < context.list;
      if (isWhole && this.#length(at, past) <= listLength && this.#isPlainList(context.list, past - at)) {
        return ['list', past];
      }
    }
    return ['text', this.#cardEnd(at, context)];
  }

  /** Returns the end of the largest card around a line. A label stays with its value. */
  #cardEnd(at: number, context: LineContext): number {
    const { tree } = this.#page;
    let past = at + 1;
    for (let up = this.#elementOf(at); up > 0; up = parentOf(tree, up)) {
      const end = this.#endOfElement(up, at);
      if (this.#length(at, end) > cardLength) break;
      past = Math.max(past, end);
    }
    for (let next = at + 1; next < past; next++) {
      if (this.#contextOf(next).level > 0) past = next;
    }
    const isLabel = past === at + 1 && (context.isTerm || this.#isLabel(at));
    const follows = isLabel && past < this.#lines.length && this.#contextOf(past).level === 0;
    return follows ? past + 1 : past;
  }

  #unit(at: number, past: number, kind: PageUnit['kind'], context: LineContext): PageUnit {
    const first = itemAt(this.#lines, at);
    const last = itemAt(this.#lines, past - 1);
    let text: string;
    if (kind === 'heading') text = `${'#'.repeat(context.level)} ${first.text}`;
    else if (kind === 'row') text = this.#rowText(context.row, at, past);
    else if (kind === 'list')
      text = this.#texts(at, past)
        .map((item) => `- ${item}`)
        .join('\n');
    else text = this.#cardText(at, past);
    const { level, isAside } = context;
    return {
      text: text.slice(0, maxTextLength),
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
      const lineText = itemAt(this.#lines, line).text;
      if (line > at) text += isAfterLabel ? (/[:：]\s*$/.test(text) ? ' ' : ': ') : '\n';
      text += lineText;
      isAfterLabel = !isAfterLabel && line + 1 < past && this.#isLabelOf(line, line + 1);
    }
    return text;
  }

  /**
   * Returns true if a line is the label of the next one: by its colon, or by its markup if the next line has no
   * label.
   */
  #isLabelOf(at: number, next: number): boolean {
    if (this.#isLabel(at)) return true;
    const isMarkedAsLabel = this.#contextOf(at).isTerm && itemAt(this.#lines, at).text.length <= labelLength;
    return isMarkedAsLabel && !/^.{1,40}[:：]/.test(itemAt(this.#lines, next).text);
  }

  /** Returns the cells of a row with their column headers, if the table has them. */
  #rowText(row: number, at: number, past: number): string {
    const cells = this.#cellsOf(row, at, past);
    const header = this.#headerOf(row, cells.length);
    if (header !== null) return cells.map((cell, column) => `${header[column]}: ${cell}`).join(' | ');
    return cells.length === 2
      ? `${itemAt(cells, 0).replace(/[:：]\s*$/, '')}: ${cells[1]}`
      : cells.join(' | ');
  }

  #cellsOf(row: number, at: number, past: number): string[] {
    const { tree } = this.#page;
    const cells: string[] = [];
    let lastCell = -1;
    for (let line = at; line < past; line++) {
      let cell = this.#elementOf(line);
      while (cell > row && tree.parent[cell] !== row) cell = parentOf(tree, cell);
      const { text } = itemAt(this.#lines, line);
      if (cell === lastCell) cells[cells.length - 1] += ` ${text}`;
      else cells.push(text);
      lastCell = cell;
    }
    return cells;
  }

  /** Returns the texts of the table's header row if it has exactly `count` header cells. */
  #headerOf(row: number, count: number): string[] | null {
    const { tree } = this.#page;
    const table = this.#ancestor(row, tag.table);
    if (table < 0 || count < 2) return null;
    let first = table + 1;
    while (first < row && tree.tag[first] !== tag.tr) first++;
    if (first >= row) return null;
    const texts: string[] = [];
    for (let cell = first + 1; cell < endOf(tree, first); cell++) {
      if (tree.parent[cell] !== first || tree.tag[cell] === tag.text) continue;
      if (tree.tag[cell] !== tag.th) return null;
      texts.push(this.#page.textOf(cell));
    }
    return texts.length === count ? texts : null;
  }

  #contextOf(at: number): LineContext {
    const { tree } = this.#page;
    const context: LineContext = { level: 0, isAside: false, isTerm: false, row: -1, list: -1 };
    let isNear = true;
    for (let up = this.#elementOf(at); up > 0; up = parentOf(tree, up)) {
      const tagId = tagOf(tree, up);
      if (isHeading[tagId] === 1) context.level = tagId - tag.h1 + 1;
      if (isAsideTag[tagId] === 1) context.isAside = true;
      if (isNear && isTerm[tagId] === 1) context.isTerm = true;
      if (context.row < 0 && tagId === tag.tr && this.#isInDataTable(up)) context.row = up;
      if (context.list < 0 && isList[tagId] === 1) context.list = up;
      if (tagId === tag.div || tagId === tag.dl || tagId === tag.li || tagId === tag.tr) isNear = false;
    }
    return context;
  }

  #isInDataTable(row: number): boolean {
    const table = this.#ancestor(row, tag.table);
    if (table < 0) return false;
    let isData = this.#dataTables.get(table);
    if (isData === undefined) {
      isData = isDataTable(this.#page.tree, table);
      this.#dataTables.set(table, isData);
    }
    return isData;
  }

  #isPlainList(list: number, lines: number): boolean {
    const { tree } = this.#page;
    let items = 0;
    for (let node = list + 1; node < endOf(tree, list); node++) {
      if (tree.tag[node] === tag.li) items++;
    }
    return items > 1 && lines <= items;
  }

  #isLabel(at: number): boolean {
    const { text } = itemAt(this.#lines, at);
    return text.length <= labelLength && /[:：]$/.test(text);
  }

  #ancestor(node: number, tagId: number): number {
    const { tree } = this.#page;
    for (let up = node; up > 0; up = parentOf(tree, up)) if (tree.tag[up] === tagId) return up;
    return -1;
  }

  #elementOf(at: number): number {
    return itemAt(this.#lines, at).element;
  }

  /** Returns the first line from `at` on that is outside an element. */
  #endOfElement(element: number, at: number): number {
    const end = endOf(this.#page.tree, element);
    let low = at;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (itemAt(this.#lines, middle).from < end) low = middle + 1;
      else high = middle;
    }
    return Math.max(low, at + 1);
  }

  #length(at: number, past: number): number {
    return doubleAt(this.#lengthBefore, past) - doubleAt(this.#lengthBefore, at);
  }

  #texts(at: number, past: number): string[] {
    return this.#lines.slice(at, past).map(({ text }) => text);
  }
}
