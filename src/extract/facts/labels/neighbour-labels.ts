import { itemAt } from '../../../domain/values/elements.ts';
import { isHeading, tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { closest, endOf, parentOf, tagOf, textOf } from '../../../page/tree/tree.ts';
import { governedRange } from '../../page-view/governed-range.ts';
import type { PageView, TextLine } from '../../page-view/page-view.ts';
import { isKnownLabel } from '../../schema/concepts.ts';
import { wordsOf } from '../../words/words.ts';

import { type LabelCollector, maxLabelLength } from './label-collector.ts';

const maxUnitLength = 12;
/** Maximum length and number of lines of a block that a label governs. */
const maxBlockLength = 400;
const maxBlockLines = 8;
/** Maximum number of cells read in a row; the work is quadratic in it. */
const maxCells = 60;
/** Elements whose text no control shows. */
const isUnseen = tagSet('script style template noscript');
const isLabelBlock = tagSet('dt th td h1 h2 h3 h4 h5 h6');

/** Returns true if a text with a number stands above a known label: `15 min`, `Prep time`. */
function isValueAbove(value: string, label: string): boolean {
  return (
    /\d/.test(value) && !/\d/.test(label) && label.length <= maxLabelLength && isKnownLabel(wordsOf(label))
  );
}

/** Pairs labels that fill a line with the text behind or below them. */
export class NeighbourLabels {
  readonly #page: PageView;
  readonly #pairs: LabelCollector;

  constructor(page: PageView, pairs: LabelCollector) {
    this.#page = page;
    this.#pairs = pairs;
  }

  /**
   * Returns true if the panel of a heading is closed: hidden text follows it, and the heading holds the control that opens
   * it, or the next visible line is a heading of its own.
   */
  #governsClosedPanel(heading: number, next: TextLine): boolean {
    const { tree, flow } = this.#page;
    const nextKind = tagOf(tree, this.#blockOf(next));
    const isFollowedByHeading = isHeading[nextKind] === 1 && nextKind <= tagOf(tree, heading);
    if (!isFollowedByHeading && !this.#holdsOpener(heading)) return false;
    for (let node = endOf(tree, heading); node < next.from; node++) {
      if (tree.tag[node] !== tag.text || flow.kind[node] !== flowKind.skipped) continue;
      if (isUnseen[tagOf(tree, parentOf(tree, node))] !== 1 && textOf(tree, node).trim() !== '') return true;
    }
    return false;
  }

  /** Returns true if an element contains a control that opens something. */
  #holdsOpener(element: number): boolean {
    const end = endOf(this.#page.tree, element);
    for (let node = element; node < end; node++)
      if (this.#page.attributeOf(node, 'aria-expanded') !== null) return true;
    return false;
  }

  /** Pairs a cell, term or heading with the text after it. */
  addFrom(lines: readonly TextLine[], index: number): void {
    const line = itemAt(lines, index);
    const next = lines[index + 1];
    if (next === undefined || line.text.length > maxLabelLength + 2) return;
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
    if (isHeading[tagOf(tree, block)] === 1) {
      if (this.#governsClosedPanel(block, next)) return;
      this.#pairs.add(line.text, next.text, next.element, 0.68, this.#blockBelow(block, next));
    } else if (endsAsLabel)
      this.#pairs.add(
        line.text,
        next.text,
        next.element,
        this.#areClose(line, next) ? 0.85 : 0.6,
        this.#linesBelow(lines, index),
      );
    else if (this.#areOnlyChildren(line, next)) {
      this.#pairs.add(line.text, next.text, next.element, 0.7);
      if (isValueAbove(line.text, next.text)) this.#pairs.add(next.text, line.text, line.element, 0.76);
    } else this.#addWithUnit(line, next, lines[index + 2]);
  }

  /** Returns the text of the element behind a heading if it is short and has several lines, of which `next` is the first. */
  #blockBelow(heading: number, next: TextLine): string | undefined {
    const { from } = governedRange(this.#page, heading);
    const { tree } = this.#page;
    let element = next.element;
    while (element > 0 && parentOf(tree, element) > 0 && parentOf(tree, element) >= from)
      element = parentOf(tree, element);
    const text = element >= from ? this.#page.textOf(element) : '';
    return text.length > next.text.length && text.length <= maxBlockLength ? text : undefined;
  }

  /** Returns the lines behind a label in its own element, up to the next label: an address with breaks between its lines. */
  #linesBelow(lines: readonly TextLine[], index: number): string | undefined {
    const label = itemAt(lines, index);
    const own: string[] = [];
    for (let at = index + 1; at < lines.length && own.length < maxBlockLines; at++) {
      const line = itemAt(lines, at);
      const isInElement = line.from < endOf(this.#page.tree, this.#blockAround(label));
      if (!isInElement || /[:：]$/.test(line.text) || /^[^:：]{2,30}[:：]\s/.test(line.text)) break;
      own.push(line.text);
    }
    return own.length > 1 ? own.join(' ') : undefined;
  }

  /** Returns the innermost block around a line. */
  #blockAround(line: TextLine): number {
    const { tree, flow } = this.#page;
    let at = line.element;
    while (at > 0 && flow.kind[at] !== flowKind.block) at = parentOf(tree, at);
    return at;
  }

  /** Pairs a label with a number and the unit below it: three elements that fill their parent. */
  #addWithUnit(line: TextLine, next: TextLine, unit: TextLine | undefined): void {
    if (unit === undefined || !/^\d{1,5}$/.test(next.text) || unit.text.length > maxUnitLength) return;
    const { tree } = this.#page;
    let parent = parentOf(tree, line.element);
    for (let steps = 0; steps < 2 && parent > 0; steps++, parent = parentOf(tree, parent)) {
      if (unit.from >= endOf(tree, parent)) continue;
      const whole = `${line.text} ${next.text} ${unit.text}`;
      if (this.#page.textOf(parent) === whole)
        this.#pairs.add(line.text, `${next.text} ${unit.text}`, parent, 0.8);
      return;
    }
  }

  /** The innermost block around a line that is a cell, term or heading, or its own element. */
  #blockOf(line: TextLine): number {
    const block = closest(this.#page.tree, line.element, isLabelBlock, 4);
    return block === -1 ? line.element : block;
  }

  /** Pairs a term or header cell with its next sibling, if that can contain a value. */
  #addFollowing(line: TextLine, block: number, kind: number, strength: number): void {
    const { tree } = this.#page;
    let next = endOf(tree, block);
    const end = endOf(tree, parentOf(tree, block));
    while (next < end && tree.tag[next] === tag.text) next++;
    if (next >= end || tree.tag[next] !== kind) return;
    // A cell with more text than the label is no label cell.
    if (this.#page.textOf(block) !== line.text) return;
    const cells = tree.tag[block] === tag.td ? this.#cells(parentOf(tree, block)).length : 2;
    this.#pairs.add(
      line.text,
      this.#page.textOf(next),
      next,
      cells === 2 || /[:：]$/.test(line.text) ? strength : strength - 0.25,
    );
  }

  /** Pairs a header cell with the cell below it, if its row has only header cells. */
  #addBelow(line: TextLine, cell: number): void {
    const { tree } = this.#page;
    const row = parentOf(tree, cell);
    if (this.#page.textOf(cell) !== line.text) return;
    const heads = this.#cells(row);
    if (heads.length < 2 || heads.some((head) => tree.tag[head] !== tag.th)) return;
    const below = this.#rowsAfter(row);
    const cells = below[0] === undefined ? [] : this.#cells(below[0]);
    const under = cells.length === heads.length ? cells[heads.indexOf(cell)] : undefined;
    if (under === undefined || tree.tag[under] !== tag.td) return;
    if (below.length === 1) this.#pairs.add(line.text, this.#page.textOf(under), under, 0.8);
  }

  /** Returns up to two rows after a row, also if the row is in a `thead`. */
  #rowsAfter(row: number): number[] {
    const { tree } = this.#page;
    const rows: number[] = [];
    let table = parentOf(tree, row);
    if (tree.tag[table] === tag.thead) table = parentOf(tree, table);
    const end = endOf(tree, table);
    for (let node = endOf(tree, row); node < end && rows.length < 2; node++) {
      if (tree.tag[node] !== tag.tr) continue;
      rows.push(node);
      node = endOf(tree, node) - 1;
    }
    return rows;
  }

  #cells(row: number): number[] {
    const { tree } = this.#page;
    const cells: number[] = [];
    const end = endOf(tree, row);
    for (let child = row + 1; child < end && cells.length < maxCells; child = endOf(tree, child)) {
      if (tree.tag[child] === tag.td || tree.tag[child] === tag.th) cells.push(child);
    }
    return cells;
  }

  #areClose(line: TextLine, next: TextLine): boolean {
    const { tree } = this.#page;
    const outer = parentOf(tree, parentOf(tree, line.element));
    return next.from < endOf(tree, Math.max(outer, 0));
  }

  /** Returns true if two entries of a list have a value each: "Weight 120 g" and "Doors: 5". */
  #areEntries(line: TextLine, next: TextLine): boolean {
    const { tree } = this.#page;
    if (tree.tag[line.element] !== tag.li || tree.tag[next.element] !== tag.li) return false;
    return /\d/.test(line.text) || /^[\p{L} ]{2,30}[:：]\s/u.test(next.text);
  }

  /** Returns true if two elements fill their parent: `<div><span>Label</span><div>value</div></div>`. */
  #areOnlyChildren(line: TextLine, next: TextLine): boolean {
    const { tree } = this.#page;
    let parent = parentOf(tree, line.element);
    for (let steps = 0; steps < 2 && parent > 0; steps++, parent = parentOf(tree, parent)) {
      if (next.from >= endOf(tree, parent)) continue;
      if (this.#areEntries(line, next)) return false;
      return this.#page.textOf(parent) === `${line.text} ${next.text}`;
    }
    return false;
  }
}
