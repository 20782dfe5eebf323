import { integerAt, itemAt } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { hyphenateNames, isNamedFormerPrice } from '../../../page/text/former-price-names.ts';
import { normalizeDigits } from '../../../page/text/number.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { isStruck } from '../../../page/tree/struck.ts';
import { endOf, parentOf, textOf } from '../../../page/tree/tree.ts';
import type { PageView, TextLine } from '../../page-view/page-view.ts';
import { type AmountSpan, findAmountSpans } from '../../typed/amount-spans.ts';
import { countryOf } from '../../words/country-of.ts';

/** An amount in a line of text, with the words around it. */
export interface LineAmount {
  /** The amount with its sign, as the page shows it. */
  quote: string;
  /** The same with its unit and the words behind it that belong to it. */
  text: string;
  /** Words in front of the amount, from the end of the amount before it. */
  before: string;
  /** Words behind it that belong to it. */
  behind: string;
  hasMark: boolean;
  /** True if the page strikes the amount out. */
  isStruck: boolean;
  /** True if the names of its elements say that it is a former price. */
  isNamedFormer: boolean;
  /** Class names, ids and item properties of the surrounding elements, in lower case. */
  hints: string;
  element: number;
}

/** Numbers of levels above a line in which an element can strike it out, name it, and give hints. */
const maxAncestors = 4;
const maxNaming = 3;

/** Part of a line in one text node. */
interface Segment {
  text: string;
  /** Range in the text of the line. */
  from: number;
  to: number;
  element: number;
  isStruck: boolean;
  isNamedFormer: boolean;
  hints: string;
}

/** Returns class, id and item property of an element, in lower case. */
function hintsOf(page: PageView, element: number): string {
  const values = ['class', 'id', 'itemprop', 'data-testid', 'data-test', 'data-qa']
    .map((name) => page.attributeOf(element, name) ?? '')
    .filter((text) => text !== '');
  return hyphenateNames(values.join(' ').slice(0, 300));
}

type SegmentContext = Pick<Segment, 'isStruck' | 'isNamedFormer' | 'hints'>;

/** Collects the properties of the elements around a text, up to a few levels above its line. */
function findContext(page: PageView, text: number, line: TextLine): SegmentContext {
  const context: SegmentContext = { isStruck: false, isNamedFormer: false, hints: '' };
  let above = 0;
  for (let at = parentOf(page.tree, text); at > 0 && above < maxAncestors; at = parentOf(page.tree, at)) {
    if (page.tree.names[integerAt(page.tree.name, at)] === 'body') break;
    const hints = hintsOf(page, at);
    if (isStruck(page.tree, at)) context.isStruck = true;
    if (above < maxNaming && isNamedFormerPrice(hints, () => page.textOf(at))) context.isNamedFormer = true;
    context.hints += ` ${hints}`;
    if (at <= line.element) above++;
  }
  return context;
}

/** Joins a text to a line. Decimals stay with their amount; a digit and a letter of different elements become two words. */
function join(before: string, text: string, isSeparate: boolean): string {
  if (/^[.,]\d{2}(?!\d)/.test(text) && !isSeparate) return before.trimEnd() + text;
  const needsSpace = (/\d$/.test(before) && /^\p{L}/u.test(text)) || isSeparate;
  return needsSpace && before !== '' && !before.endsWith(' ') ? `${before} ${text}` : before + text;
}

/** Returns true for an amount without an integer part behind a name that ends in a number: `Gate 12`, `.75 €`. */
function isOtherNumber(before: string, text: string): boolean {
  return /^[.,]\d{2}\s?\p{Sc}/u.test(text) && /\p{L}/u.test(before) && !/[\p{Sc}:]/u.test(before);
}

/** Returns the parts of a line. */
function readSegments(page: PageView, line: TextLine): { text: string; segments: Segment[] } {
  const { tree, flow } = page;
  const segments: Segment[] = [];
  let text = '';
  for (let node = line.from; node < line.to; node++) {
    if (flow.kind[node] === flowKind.skipped) {
      if (tree.tag[node] !== tag.text) node = endOf(tree, node) - 1;
      continue;
    }
    if (tree.tag[node] !== tag.text) continue;
    const own = normalizeDigits(textOf(tree, node).replace(/\s+/g, ' '));
    if (own.trim() === '') {
      if (!text.endsWith(' ')) text += ' ';
      continue;
    }
    const element = parentOf(tree, node);
    const context = findContext(page, node, line);
    const last = segments.at(-1);
    const isSeparate =
      last !== undefined && (last.isStruck !== context.isStruck || isOtherNumber(last.text, own));
    const joined = join(text, text.endsWith(' ') ? own.trimStart() : own, isSeparate);
    segments.push({ ...context, text: own, from: joined.length - own.length, to: joined.length, element });
    text = joined;
  }
  return { text, segments };
}

/** Text behind an amount that belongs to it: its unit, a remark in brackets, a tax remark. */
const suffix =
  /^\s*(?:(?:\/|per\b|pro\b|par\b|je(?=\s\d{0,4}\s?(?:[kmc]?[gl]|m[²³]?|st|stk|stück|paar|packung|pack|person|monat|tag|nacht|bestellung|einheit)\b)|por\b|al\b|na\b|za\b)\s?\d{0,4}\s?\p{L}{1,12}\.?|\([^()]{0,60}\)|(?:incl|inkl|excl|exkl|inc|ex)\.?\s[^,;|]{0,40})/iu;

/** Returns the length of the part of the text between two amounts that belongs to the first. */
function splitGap(gap: string, from: number, segments: readonly Segment[]): number {
  const own = suffix.exec(gap)?.[0].length ?? 0;
  // The text of the element that ends in the gap belongs to the amount in it, if another element holds the next one.
  const current = segments.find((segment) => segment.from < from && segment.to >= from);
  const isShared = current !== undefined && current.to >= from + gap.length;
  return isShared || current === undefined ? own : Math.max(own, current.to - from);
}

/** Returns the amounts of a line in order. Numbers without a currency sign count if the line has no sign at all. */
export function readLineAmounts(page: PageView, line: TextLine): LineAmount[] {
  const { text, segments } = readSegments(page, line);
  const segmentAt = (position: number) =>
    segments.find((segment) => position >= segment.from && position < segment.to) ?? segments[0];
  const spans = findAmountSpans(
    text,
    (one, other) => segmentAt(one)?.isStruck !== segmentAt(other)?.isStruck,
    (one, other) => segmentAt(one) !== segmentAt(other),
    { language: page.language, country: countryOf(page.url) },
  );
  const ends = spans.map((span, at) => {
    const next = spans[at + 1]?.from ?? text.length;
    const gap = text.slice(span.to, next);
    return at === spans.length - 1 ? text.length : span.to + splitGap(gap, span.to, segments);
  });
  return spans.map((span, at) => {
    const start = at === 0 ? 0 : itemAt(ends, at - 1);
    return toLineAmount(text, span, { start, end: itemAt(ends, at) }, segmentsOf(segments, span));
  });
}

function segmentsOf(segments: readonly Segment[], { from, to }: AmountSpan): Segment[] {
  return segments.filter((segment) => segment.from < to && segment.to > from);
}

/** Maximum number of characters behind an amount that are read with it. */
const maxBehind = 60;

function toLineAmount(
  text: string,
  { from, to, hasMark }: AmountSpan,
  { start, end }: { start: number; end: number },
  segments: readonly Segment[],
): LineAmount {
  return {
    quote: text.slice(from, to).trim(),
    text: text.slice(from, Math.min(end, to + maxBehind)).trim(),
    before: text.slice(start, from),
    behind: text.slice(to, end),
    hasMark,
    isStruck: segments.some((segment) => segment.isStruck),
    isNamedFormer: segments.some((segment) => segment.isNamedFormer),
    hints: segments.map(({ hints }) => hints).join(' '),
    element: segments[0]?.element ?? 0,
  };
}
