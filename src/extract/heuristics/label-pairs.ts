import { tag } from '../../page/parse/tags.ts';
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

const trimmed = (text: string) => text.replace(/^[\s:：\-–|•·*]+|[\s:：\-–|•·*]+$/gu, '').trim();

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
    if (!isLabelText(shown) || said === '' || said.length > longestValue) return;
    const words = wordsOf(shown.replace(/\([^)]*\)/g, ' '));
    if (words.length === 0 || words.length > 6) return;
    this.pairs.push({ phrase: labelPhrase(words), words, label: shown, value: said, node, strength });
  }

  /** `<b>Label</b> value` and `Label: value`. */
  #withinLine(line: TextLine): void {
    const { tree } = this.#page;
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
    const cells = tree.tag[block] === tag.td ? this.#cellsOf(tree.parent[block] as number) : 2;
    this.#add(
      line.text,
      this.#page.textOf(next),
      next,
      cells === 2 || /[:：]$/.test(line.text) ? strength : strength - 0.25,
    );
  }

  #cellsOf(row: number): number {
    const { tree } = this.#page;
    let cells = 0;
    for (let child = row + 1; child < (tree.end[row] as number); child = tree.end[child] as number) {
      if (tree.tag[child] === tag.td || tree.tag[child] === tag.th) cells++;
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
