import { groupOf, itemAt } from '../../domain/values/elements.ts';
import { replaceSpans } from '../../domain/values/replace-spans.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { endOf, parentOf, tagOf, textOf } from '../../page/tree/tree.ts';
import { governedRange } from '../page-view/governed-range.ts';
import type { PageView, TextLine } from '../page-view/page-view.ts';
import { isKnownLabel, labelPhrase } from '../schema/concepts.ts';
import { wordsOf } from '../words/words.ts';
import { isCredit } from './bylines/credit-words.ts';
import { splitCount, splitDurationLabel, splitLabelRun, splitReference } from './joined-labels.ts';

/** A label on the page and the value beside it. */
export interface LabelPair {
  /** Label in the form used for comparison. */
  phrase: string;
  words: readonly string[];
  /** Label as the page shows it. */
  label: string;
  value: string;
  /** The whole block that the label governs, if the value is only its first line. */
  block?: string;
  node: number;
  /** Certainty that the label belongs to the value, from 0 to 1, judged by the markup. */
  strength: number;
}

const maxLabelLength = 45;
const maxValueLength = 1_500;
const maxPairs = 4_000;
const maxUnitLength = 12;
/** Maximum length and number of lines of a block that a label governs. */
const maxBlockLength = 400;
const maxBlockLines = 8;
/** Maximum number of cells read in a row; the work is quadratic in it. */
const maxCells = 60;

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
/** Elements whose text no control shows. */
const isUnseen = tagSet('script style template noscript');
const headings: ReadonlySet<number> = new Set([tag.h1, tag.h2, tag.h3, tag.h4, tag.h5, tag.h6]);

function isLabelText(text: string): boolean {
  return text.length <= maxLabelLength && /\p{L}/u.test(text) && !/[.!?]\s/.test(text);
}

/** Texts such as "see all" that lead to more and are no value. */
const moreLinkPattern =
  /^[([]?(?:more|see (?:all|more)|view (?:all|more)|show (?:all|more)|read more|details|learn more|edit|help|what's this\??|mehr|plus|más|ver más|altro|meer|więcej)[)\]]?[\s»›>.…]*$/iu;

const trimmed = (text: string) =>
  text.replace(/^(?:[\s:：–|•·*]|-(?![\p{L}-]))+|(?<![\s:：\-–|•·*])[\s:：\-–|•·*]+$/gu, '').trim();

/** Returns the label before the colon at the end of a text: the part behind the last separator. */
function labelAtEnd(text: string): string | null {
  const end = text.slice(-80).trimEnd();
  if (!/[:：]$/.test(end)) return null;
  const label = end.slice(0, -1).trimEnd();
  const from = Math.max(
    ...['|', ',', ';', '•', '·', '–', '\n', ':', '. ', ') ', '  '].map((mark) => label.lastIndexOf(mark)),
  );
  const lastPart = label.slice(from + 1).trim();
  const count = lastPart.split(' ').length;
  return lastPart.length >= 2 && lastPart.length <= maxLabelLength && count <= 5 ? lastPart : null;
}

/** Maximum length of a line that is a byline, and no sentence with a name in it. */
const maxCreditLine = 200;
const creditElements: ReadonlySet<number> = new Set([tag.a, tag.span, tag.b, tag.strong, tag.em, tag.i]);
const maxNameLength = 60;
/** What somebody did, at the start of a line that ends with who: "asked May 4 by Rowan". */
const deedForm = /^(\p{L}{3,14}ed)\s/iu;

/** Returns the words at the end of a credit by which labels name authors: "posted by", "by". */
function creditOf(text: string): string {
  const words = text.split(' ');
  const two = words.slice(-2).join(' ');
  return isKnownLabel(wordsOf(two)) ? two : (words.at(-1) ?? '');
}

/** Returns true if a text may be a name: up to six words that start with capitals or are short. */
function isNameLike(text: string): boolean {
  if (text.length < 3 || text.length > maxNameLength || /[\d@:/]/.test(text)) return false;
  const words = text.split(' ');
  const capital = words.filter((word) => /^["'(]?(?:\p{Lu}|\p{Lo})/u.test(word)).length;
  return words.length <= 6 && capital * 2 > words.length;
}

/** Pairs each label with the text behind or below it, in one pass over the lines. */
class PairGatherer {
  readonly pairs: LabelPair[] = [];
  readonly #page: PageView;

  constructor(page: PageView) {
    this.#page = page;
  }

  gather(): LabelPair[] {
    const lines = this.#page.lines();
    for (let index = 0; index < lines.length && this.pairs.length < maxPairs; index++) {
      this.#addWithinLine(itemAt(lines, index));
      this.#addAcrossLines(lines, index);
    }
    return this.pairs;
  }

  #add(label: string, value: string, node: number, strength: number, block?: string): void {
    const labelText = trimmed(label);
    const valueText = value.replace(/^[\s:：\-–]+/u, '').trim();
    if (
      !isLabelText(labelText) ||
      valueText === '' ||
      valueText.length > maxValueLength ||
      moreLinkPattern.test(valueText)
    )
      return;
    // Text in brackets is a unit, or part of the label as in "City (mpg)": both forms are added.
    for (const variant of new Set([replaceSpans(labelText, '(', ')', ' '), labelText])) {
      const words = wordsOf(variant);
      if (words.length === 0 || words.length > 6) continue;
      this.pairs.push({
        phrase: labelPhrase(words),
        words,
        label: labelText,
        value: valueText,
        ...(block !== undefined && { block }),
        node,
        strength,
      });
    }
  }

  /**
   * Pairs words such as "by" at the start of a line with the names behind them, which are elements of their own:
   * `by <a>Ada Crane</a>`.
   */
  #addCredits(line: TextLine): void {
    const { tree, flow, language } = this.#page;
    if (line.text.length > maxCreditLine) return;
    let label: string | null = null;
    let before = '';
    for (let node = line.from; node < line.to; node++) {
      if (tree.tag[node] === tag.text) {
        if (flow.kind[parentOf(tree, node)] === flowKind.skipped) continue;
        before = `${before} ${textOf(tree, node)}`.replace(/\s+/g, ' ').trimEnd();
        if (textOf(tree, node).trim() !== '') label = isCredit(before, language) ? creditOf(before) : null;
        continue;
      }
      if (label === null || !creditElements.has(tagOf(tree, node))) continue;
      const name = this.#page.textOf(node);
      if (isNameLike(name)) this.#add(label, name, node, 0.82);
      const [, deed] = label === 'by' ? (deedForm.exec(line.text) ?? []) : [];
      if (deed !== undefined && isNameLike(name)) this.#add(`${deed} by`, name, node, 0.8);
      if (name !== '') label = null;
    }
  }

  /** Pairs labels and values that one text joins. */
  #addJoined({ text, element }: TextLine): void {
    for (const { label, value } of splitLabelRun(text)) this.#add(label, value, element, 0.84);
    const count = splitCount(text);
    if (count !== null) this.#add(count.label, count.value, element, 0.8);
    const reference = splitReference(text);
    if (reference !== null) this.#add(reference.label, reference.value, element, 0.7);
    const duration = splitDurationLabel(text);
    if (duration !== null) this.#add(duration.label, duration.value, element, 0.8);
  }

  /** Pairs `<b>Label</b> value` and `Label: value`. */
  #addWithinLine(line: TextLine): void {
    const { tree } = this.#page;
    this.#addCredits(line);
    this.#addJoined(line);
    if (this.#addInlinePairs(line)) return;
    const first = parentOf(tree, line.from);
    const marked = first !== line.element && inlineLabels.has(tagOf(tree, first)) ? first : -1;
    if (marked !== -1 && endOf(tree, marked) < line.to) {
      const label = this.#page.textOf(marked);
      const rest = line.text.startsWith(label) ? line.text.slice(label.length) : '';
      const hasColon = /[:：]\s*$/.test(label) || /^\s*[:：]/.test(rest);
      if (rest.trim() !== '' && isLabelText(trimmed(label))) {
        this.#add(label, rest, line.element, hasColon ? 0.9 : 0.72);
        return;
      }
    }
    const colon = /^([^:：]{2,45})[:：]\s*(\S.*)$/u.exec(line.text);
    if (colon !== null && !/^\/\//.test(groupOf(colon, 2)) && !/\d$/.test(groupOf(colon, 1))) {
      this.#add(groupOf(colon, 1), groupOf(colon, 2), line.element, 0.62);
    }
  }

  /**
   * Pairs the labels of a line such as `Tel: <a>…</a> Web: <a>…</a>`: each ends with a colon at the end of a
   * text node, and its value reaches to the next label. Returns true if the line starts with a label.
   */
  #addInlinePairs(line: TextLine): boolean {
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
      if (tree.tag[node] !== tag.text || flow.kind[parentOf(tree, node)] === flowKind.skipped) continue;
      const text = textOf(tree, node);
      const nextLabel = labelAtEnd(text);
      if (nextLabel !== null) {
        close();
        if (node === line.from) atStart = true;
        label = nextLabel;
        isMarked = inlineLabels.has(tagOf(tree, parentOf(tree, node)));
        value = '';
        valueNode = -1;
      } else if (label !== null) {
        value += text;
        if (valueNode === -1 && text.trim() !== '') valueNode = parentOf(tree, node);
      }
    }
    const hasValue = label !== null && value.trim() !== '';
    close();
    return hasValue && atStart;
  }

  /**
   * Returns true if the panel of a heading is closed: hidden text follows it, and the heading holds the control that opens
   * it, or the next visible line is a heading of its own.
   */
  #governsClosedPanel(heading: number, next: TextLine): boolean {
    const { tree, flow } = this.#page;
    const nextKind = tagOf(tree, this.#blockOf(next));
    const isFollowedByHeading = headings.has(nextKind) && nextKind <= tagOf(tree, heading);
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
  #addAcrossLines(lines: readonly TextLine[], index: number): void {
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
    if (headings.has(kind as number)) {
      if (this.#governsClosedPanel(block, next)) return;
      this.#add(line.text, next.text, next.element, 0.68, this.#blockBelow(block, next));
    } else if (endsAsLabel)
      this.#add(
        line.text,
        next.text,
        next.element,
        this.#areClose(line, next) ? 0.85 : 0.6,
        this.#linesBelow(lines, index),
      );
    else if (this.#areOnlyChildren(line, next)) {
      this.#add(line.text, next.text, next.element, 0.7);
      if (isValueAbove(line.text, next.text)) this.#add(next.text, line.text, line.element, 0.76);
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
      if (this.#page.textOf(parent) === whole) this.#add(line.text, `${next.text} ${unit.text}`, parent, 0.8);
      return;
    }
  }

  /** The innermost block around a line that is a cell, term or heading, or its own element. */
  #blockOf(line: TextLine): number {
    const { tree } = this.#page;
    for (let at = line.element, steps = 0; at > 0 && steps < 4; at = parentOf(tree, at), steps++) {
      const kind = tagOf(tree, at);
      if (kind === tag.dt || kind === tag.th || kind === tag.td || headings.has(kind)) return at;
    }
    return line.element;
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
    this.#add(
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
    this.#add(line.text, this.#page.textOf(under), under, below.length === 1 ? 0.8 : 0.55);
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

  /** Returns true if two elements fill their parent: `<div><span>Label</span><div>value</div></div>`. */
  #areOnlyChildren(line: TextLine, next: TextLine): boolean {
    const { tree } = this.#page;
    let parent = parentOf(tree, line.element);
    for (let steps = 0; steps < 2 && parent > 0; steps++, parent = parentOf(tree, parent)) {
      if (next.from >= endOf(tree, parent)) continue;
      return this.#page.textOf(parent) === `${line.text} ${next.text}`;
    }
    return false;
  }
}

/** Returns true if a text with a number stands above a known label: `15 min`, `Prep time`. */
function isValueAbove(value: string, label: string): boolean {
  return (
    /\d/.test(value) && !/\d/.test(label) && label.length <= maxLabelLength && isKnownLabel(wordsOf(label))
  );
}

/** Returns the label pairs of a page in document order, at most 4,000. */
export function findLabelPairs(page: PageView): readonly LabelPair[] {
  return new PairGatherer(page).gather();
}

/** Maximum length of a value, and minimum strength of a pair, that are looked up by the value. */
const maxKnownValueLength = 120;
const minKnownStrength = 0.7;

/** Returns the labels of short values, by the text of the value. */
export function labelsByValue(pairs: readonly LabelPair[]): ReadonlyMap<string, readonly LabelPair[]> {
  return Map.groupBy(
    pairs.filter(
      ({ value, strength }) => value.length <= maxKnownValueLength && strength >= minKnownStrength,
    ),
    ({ value }) => value,
  );
}
