import { groupOf } from '../../../domain/values/elements.ts';
import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { closest, endOf, findTag, parentOf, tagOf, textOf } from '../../../page/tree/tree.ts';
import type { PageView, TextLine } from '../../page-view/page-view.ts';
import { isKnownLabel } from '../../schema/concepts.ts';
import { wordsOf } from '../../words/words.ts';
import { isCredit } from '../bylines/credit-words.ts';
import { readHeaderFields } from './header-fields.ts';
import { splitCount, splitDurationLabel, splitLabelRun, splitReference } from './joined-labels.ts';
import { isLabelText, type LabelCollector, maxLabelLength, trimmed } from './label-collector.ts';
import { splitTerms } from './split-terms.ts';
import { readStatements } from './statements.ts';

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
const isPreformatted = tagSet('pre');
const maxPreformattedLevels = 3;
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

/** Returns true if an element is the label of a control, whose value no text shows. */
function isOfControl({ tree, attributeOf }: PageView, element: number): boolean {
  return (
    tree.tag[element] === tag.label &&
    (attributeOf(element, 'for') !== null ||
      [tag.input, tag.select, tag.textarea].some((kind) => findTag(tree, element, kind) !== -1))
  );
}

/** Pairs the labels of a line with values in the same line. */
export class LineLabels {
  readonly #page: PageView;
  readonly #pairs: LabelCollector;

  constructor(page: PageView, pairs: LabelCollector) {
    this.#page = page;
    this.#pairs = pairs;
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
      if (isNameLike(name)) this.#pairs.add(label, name, node, 0.82);
      const [, deed] = label === 'by' ? (deedForm.exec(line.text) ?? []) : [];
      if (deed !== undefined && isNameLike(name)) this.#pairs.add(`${deed} by`, name, node, 0.8);
      if (name !== '') label = null;
    }
  }

  /** Pairs labels and values that one text joins. */
  #addJoined({ text, element }: TextLine): void {
    for (const { label, value } of splitLabelRun(text)) this.#pairs.add(label, value, element, 0.84);
    for (const { label, value } of splitTerms(text)) this.#pairs.add(label, value, element, 0.8);
    const count = splitCount(text);
    if (count !== null) this.#pairs.add(count.label, count.value, element, 0.8);
    const reference = splitReference(text);
    if (reference !== null) this.#pairs.add(reference.label, reference.value, element, 0.7);
    const duration = splitDurationLabel(text);
    if (duration !== null) this.#pairs.add(duration.label, duration.value, element, 0.8);
  }

  /** Pairs the fields at the start of preformatted text. Returns true for such text of several lines, which has no other pairs. */
  #addHeaderFields(line: TextLine): boolean {
    const { tree, flow } = this.#page;
    const block = closest(tree, line.element, isPreformatted, maxPreformattedLevels);
    if (block === -1) return false;
    let text = '';
    for (let node = line.from; node < line.to; node++)
      if (tree.tag[node] === tag.text && flow.kind[parentOf(tree, node)] !== flowKind.skipped)
        text += textOf(tree, node);
    for (const { label, value } of readHeaderFields(text)) this.#pairs.add(label, value, block, 0.85);
    return text.trim().includes('\n');
  }

  /** Pairs `<b>Label</b> value` and `Label: value`. */
  addFrom(line: TextLine): void {
    const { tree } = this.#page;
    if (this.#addHeaderFields(line)) return;
    this.#addCredits(line);
    this.#addJoined(line);
    if (this.#addInlinePairs(line)) return;
    const first = parentOf(tree, line.from);
    if (isOfControl(this.#page, first)) return;
    const marked = first !== line.element && inlineLabels.has(tagOf(tree, first)) ? first : -1;
    if (marked !== -1 && endOf(tree, marked) < line.to) {
      const label = this.#page.textOf(marked);
      const rest = line.text.startsWith(label) ? line.text.slice(label.length) : '';
      const hasColon = /[:：]\s*$/.test(label) || /^\s*[:：]/.test(rest);
      // A separator behind a name divides facts: "<b>Quay Ltd</b> · Norwick".
      const isDivided = /^\s*[·•|]/u.test(rest);
      if (rest.trim() !== '' && !isDivided && isLabelText(trimmed(label))) {
        this.#pairs.add(label, rest, line.element, hasColon ? 0.9 : 0.72);
        return;
      }
    }
    const statements = readStatements(line.text, this.#page.language);
    for (const { label, value, hasColon } of statements)
      this.#pairs.add(label, value, line.element, hasColon ? 0.62 : 0.6);
    if (statements.some(({ from }) => from === 0)) return;
    const colon = /^([^:：]{2,45})[:：]\s*(\S.*)$/u.exec(line.text);
    if (colon !== null && !/^\/\//.test(groupOf(colon, 2)) && !/\d$/.test(groupOf(colon, 1))) {
      this.#pairs.add(groupOf(colon, 1), groupOf(colon, 2), line.element, 0.62);
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
        this.#pairs.add(label, value.replace(/\s+/g, ' '), valueNode, isMarked ? 0.9 : 0.8);
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
}
