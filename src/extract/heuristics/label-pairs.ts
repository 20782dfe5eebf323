import { tag } from '../../page/parse/tags.ts';
import { textOf } from '../../page/tree.ts';
import { flowKind } from '../../page/visible.ts';
import { labelPhrase } from '../concepts.ts';
import type { PageView, TextLine } from '../page-view.ts';
import { wordsOf } from '../words.ts';

/** A label that the page shows and what it stands beside. */
export interface LabelPair {
  /** In the form that labels are compared in. */
  phrase: string;
  words: readonly string[];
  /** As shown. */
  label: string;
  value: string;
  node: number;
  /** 0 to 1: how surely the one is the label of the other, by how they are marked up. */
  strength: number;
}

const longestLabel = 45;
const longestValue = 1_500;
const mostPairs = 4_000;
/** Cells of a row that are looked at: every one of them looks at the row. */
const mostCells = 60;

const inlineLabels: ReadonlySet<number> = new Set([
  tag.b,
  tag.strong,
  tag.span,
  tag.label,
  tag.em,
  tag.i,
  tag.font,
  tag.small,
  tag.dt,
  tag.th,
  tag.abbr,
  tag.u,
]);
const headings: ReadonlySet<number> = new Set([tag.h1, tag.h2, tag.h3, tag.h4, tag.h5, tag.h6]);

function isLabelText(text: string): boolean {
  return text.length <= longestLabel && /\p{L}/u.test(text) && !/[.!?]\s/.test(text);
}

/** What leads to more and is no value. */
const isInvitation =
  /^[([]?(?:more|see (?:all|more)|view (?:all|more)|show (?:all|more)|read more|details|learn more|edit|help|what's this\??|mehr|plus|más|ver más|altro|meer|więcej)[)\]]?[\s»›>.…]*$/iu;

const trimmed = (text: string) => text.replace(/^[\s:：\-–|•·*]+|[\s:：\-–|•·*]+$/gu, '').trim();

/** The label that a text ends with, before its colon: what stands behind the last mark that parts one thing from another. */
function labelAtEnd(text: string): string | null {
  const end = text.slice(-80).trimEnd();
  if (!/[:：]$/.test(end)) return null;
  const label = end.slice(0, -1).trimEnd();
  const from = Math.max(
    ...['|', ',', ';', '•', '·', '–', '\n', ':', '. ', ') ', '  '].map((mark) => label.lastIndexOf(mark)),
  );
  const said = label.slice(from + 1).trim();
  const count = said.split(' ').length;
  return said.length >= 2 && said.length <= longestLabel && count <= 5 ? said : null;
}

/** Walks the lines once and pairs every label with what stands behind or below it. */
class PairGatherer {
  readonly pairs: LabelPair[] = [];
  readonly #page: PageView;

  constructor(page: PageView) {
    this.#page = page;
  }

  gather(): LabelPair[] {
    const lines = this.#page.lines();
    for (let index = 0; index < lines.length && this.pairs.length < mostPairs; index++) {
      this.#withinLine(lines[index] as TextLine);
      this.#acrossLines(lines, index);
    }
    return this.pairs;
  }

  #add(label: string, value: string, node: number, strength: number): void {
    const shown = trimmed(label);
    const said = value.replace(/^[\s:：\-–]+/u, '').trim();
    if (!isLabelText(shown) || said === '' || said.length > longestValue || isInvitation.test(said)) return;
    // "Price (USD)" is the price; "City (mpg)" says with its unit what it is.
    for (const spelt of new Set([shown.replace(/\([^)]*\)/g, ' '), shown])) {
      const words = wordsOf(spelt);
      if (words.length === 0 || words.length > 6) continue;
      this.pairs.push({ phrase: labelPhrase(words), words, label: shown, value: said, node, strength });
    }
  }

  /** `<b>Label</b> value` and `Label: value`. */
  #withinLine(line: TextLine): void {
    const { tree } = this.#page;
    if (this.#severalWithin(line)) return;
    const first = tree.parent[line.from] as number;
    const marked = first !== line.element && inlineLabels.has(tree.tag[first] as number) ? first : -1;
    if (marked !== -1 && (tree.end[marked] as number) < line.to) {
      const label = this.#page.textOf(marked);
      const rest = line.text.startsWith(label) ? line.text.slice(label.length) : '';
      const hasColon = /[:：]\s*$/.test(label) || /^\s*[:：]/.test(rest);
      if (rest.trim() !== '' && isLabelText(trimmed(label))) {
        this.#add(label, rest, line.element, hasColon ? 0.9 : 0.72);
        return;
      }
    }
    const colon = /^([^:：]{2,45})[:：]\s*(\S.*)$/u.exec(line.text);
    if (colon !== null && !/^\/\//.test(colon[2] as string) && !/\d$/.test(colon[1] as string)) {
      this.#add(colon[1] as string, colon[2] as string, line.element, 0.62);
    }
  }

  /**
   * Labels that end in a colon where a text of its own ends, as in `Tel: <a>…</a> Web: <a>…</a>`: each stands for what follows
   * it up to the next. True when the line begins with one.
   */
  #severalWithin(line: TextLine): boolean {
    const { tree, flow } = this.#page;
    let label: string | null = null;
    let isMarked = false;
    let value = '';
    let valueNode = -1;
    let atStart = false;
    const close = () => {
      if (label !== null && value.trim() !== '')
        this.#add(label, value.replace(/\s+/g, ' '), valueNode, isMarked ? 0.9 : 0.8);
    };
    for (let node = line.from; node < line.to; node++) {
      if (tree.tag[node] !== tag.text || flow.kind[tree.parent[node] as number] === flowKind.skipped)
        continue;
      const text = textOf(tree, node);
      const said = labelAtEnd(text);
      if (said !== null) {
        close();
        if (node === line.from) atStart = true;
        label = said;
        isMarked = inlineLabels.has(tree.tag[tree.parent[node] as number] as number);
        value = '';
        valueNode = -1;
      } else if (label !== null) {
        value += text;
        if (valueNode === -1 && text.trim() !== '') valueNode = tree.parent[node] as number;
      }
    }
    const isFound = label !== null && value.trim() !== '';
    close();
    return isFound && atStart;
  }

  /** A cell, term or heading, and what follows it. */
  #acrossLines(lines: readonly TextLine[], index: number): void {
    const line = lines[index] as TextLine;
    const next = lines[index + 1];
    if (next === undefined || line.text.length > longestLabel + 2) return;
    const { tree } = this.#page;
    const block = this.#blockOf(line);
    const kind = tree.tag[block];
    if (kind === tag.dt || kind === tag.th || kind === tag.td) {
      const strength = kind === tag.td ? 0.8 : 0.95;
      this.#addFollowing(line, block, kind === tag.dt ? tag.dd : tag.td, strength);
      if (kind === tag.th) this.#addBelow(line, block);
      return;
    }
    const endsAsLabel = /[:：]$/.test(line.text);
    if (headings.has(kind as number)) this.#add(line.text, next.text, next.element, 0.68);
    else if (endsAsLabel)
      this.#add(line.text, next.text, next.element, this.#areClose(line, next) ? 0.85 : 0.6);
    else if (this.#areAlone(line, next)) this.#add(line.text, next.text, next.element, 0.7);
  }

  /** The innermost block around a line that is a cell, term or heading, or its own element. */
  #blockOf(line: TextLine): number {
    const { tree } = this.#page;
    for (let at = line.element, steps = 0; at > 0 && steps < 4; at = tree.parent[at] as number, steps++) {
      const kind = tree.tag[at] as number;
      if (kind === tag.dt || kind === tag.th || kind === tag.td || headings.has(kind)) return at;
    }
    return line.element;
  }

  /** The sibling right behind a term or header cell, when it is of a kind that holds values. */
  #addFollowing(line: TextLine, block: number, kind: number, strength: number): void {
    const { tree } = this.#page;
    let next = tree.end[block] as number;
    const end = tree.end[tree.parent[block] as number] as number;
    while (next < end && tree.tag[next] === tag.text) next++;
    if (next >= end || tree.tag[next] !== kind) return;
    // A label fills its cell alone.
    if (this.#page.textOf(block) !== line.text) return;
    const cells = tree.tag[block] === tag.td ? this.#cells(tree.parent[block] as number).length : 2;
    this.#add(
      line.text,
      this.#page.textOf(next),
      next,
      cells === 2 || /[:：]$/.test(line.text) ? strength : strength - 0.25,
    );
  }

  /** The cell under one of a row of header cells, when a single row follows. */
  #addBelow(line: TextLine, cell: number): void {
    const { tree } = this.#page;
    const row = tree.parent[cell] as number;
    if (this.#page.textOf(cell) !== line.text) return;
    const heads = this.#cells(row);
    if (heads.length < 2 || heads.some((head) => tree.tag[head] !== tag.th)) return;
    const below = this.#rowsAfter(row);
    const cells = below[0] === undefined ? [] : this.#cells(below[0]);
    const under = cells.length === heads.length ? cells[heads.indexOf(cell)] : undefined;
    if (under === undefined || tree.tag[under] !== tag.td) return;
    this.#add(line.text, this.#page.textOf(under), under, below.length === 1 ? 0.8 : 0.55);
  }

  /** Up to two rows behind one, also where it stands in a head of its own. */
  #rowsAfter(row: number): number[] {
    const { tree } = this.#page;
    const rows: number[] = [];
    let table = tree.parent[row] as number;
    if (tree.tag[table] === tag.thead) table = tree.parent[table] as number;
    const end = tree.end[table] as number;
    for (let node = tree.end[row] as number; node < end && rows.length < 2; node++) {
      if (tree.tag[node] !== tag.tr) continue;
      rows.push(node);
      node = (tree.end[node] as number) - 1;
    }
    return rows;
  }

  #cells(row: number): number[] {
    const { tree } = this.#page;
    const cells: number[] = [];
    const end = tree.end[row] as number;
    for (let child = row + 1; child < end && cells.length < mostCells; child = tree.end[child] as number) {
      if (tree.tag[child] === tag.td || tree.tag[child] === tag.th) cells.push(child);
    }
    return cells;
  }

  #areClose(line: TextLine, next: TextLine): boolean {
    const { tree } = this.#page;
    const outer = tree.parent[tree.parent[line.element] as number] as number;
    return next.from < (tree.end[Math.max(outer, 0)] as number);
  }

  /** Two elements that fill their parent: `<div><span>Label</span><div>value</div></div>`. */
  #areAlone(line: TextLine, next: TextLine): boolean {
    const { tree } = this.#page;
    let parent = tree.parent[line.element] as number;
    for (let steps = 0; steps < 2 && parent > 0; steps++, parent = tree.parent[parent] as number) {
      if (next.from >= (tree.end[parent] as number)) continue;
      return this.#page.textOf(parent) === `${line.text} ${next.text}`;
    }
    return false;
  }
}

const known = new WeakMap<PageView, readonly LabelPair[]>();

/** All labels of a page with their values, in document order; at most 4,000. Made once a page. */
export function labelPairsOf(page: PageView): readonly LabelPair[] {
  let pairs = known.get(page);
  if (pairs === undefined) {
    pairs = new PairGatherer(page).gather();
    known.set(page, pairs);
  }
  return pairs;
}
