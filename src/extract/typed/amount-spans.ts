import { type CurrencyMark, findMarks, type MarkSignals } from './currency-marks.ts';
import { isFormerLabel } from './price-words.ts';

/** Range of an amount in a text, with its currency sign or without one. A round amount such as `25,–` needs none. */
export interface AmountSpan {
  from: number;
  to: number;
  hasMark: boolean;
}

/** A written number: groups of thousands, decimals, the dash of a round amount, as in `25,–`, and decimals alone: `.75`. */
const numberShape =
  /(?:(?<![\d\p{L}])[.,](?=\d{2}(?!\d)))?\d+(?:[.,']\d+|(?<=\d) \d{3}(?!\d))*(?:[.,][-–]+)?/gu;
const percentSign = /^ ?%/;
const between = /^[\s:.\-–*]{0,4}$/;
const rangeSeparator = /^\s*(?:[-–~]|to|bis|à|a|until|tot|do|till|до)\s*$/iu;
/** The sign between an amount and its cents: `35€ 99`. */
const signBeforeCents = /^ ?\p{Sc} ?$/u;

interface NumberSpan extends AmountSpan {
  /** Range of the number without its sign. */
  start: number;
  end: number;
}

/** Joins two spans if the text between them makes them one amount, or the two ends of a range. */
function isJoined(text: string, one: NumberSpan, next: NumberSpan, areSeparate: AreSeparate): boolean {
  if (areSeparate(one.start, next.start)) return false;
  const gap = text.slice(one.end, next.start);
  if (
    signBeforeCents.test(gap) &&
    next.end - next.start === 2 &&
    !/[.,]/.test(text.slice(one.start, one.end))
  )
    return true;
  const inner = text.slice(Math.max(one.end, one.to), Math.max(next.from, one.to, one.end));
  return rangeSeparator.test(inner) && (one.hasMark || next.hasMark) && !isFormerLabel(inner);
}

/** Returns true if two positions of a text belong to different amounts whatever stands between them. */
export type AreSeparate = (one: number, other: number) => boolean;

/**
 * Returns true if a sign between two numbers is that of the second: it stands in the text of the second one, as behind a
 * name that ends in a number: `Stool 19 €32.00`, or touches only the second one in one text.
 */
function isOfNext(
  mark: CurrencyMark,
  end: number,
  next: RegExpExecArray | undefined,
  isOtherText: AreSeparate,
): boolean {
  if (next === undefined || mark.to > next.index) return false;
  const isOfThisText = !isOtherText(end - 1, mark.from);
  const isOfNextText = !isOtherText(mark.from, next.index);
  if (isOfThisText !== isOfNextText) return isOfNextText;
  return mark.to === next.index && mark.from > end;
}

/** Gives each sign to one number: signs stand in front of all amounts of a text, or behind them. */
function markNumbers(
  text: string,
  numbers: readonly RegExpExecArray[],
  marks: readonly CurrencyMark[],
  isOtherText: AreSeparate,
): NumberSpan[] {
  const first = numbers[0];
  const isPrefix =
    first !== undefined &&
    marks.some((mark) => mark.to <= first.index && between.test(text.slice(mark.to, first.index)));
  const used = new Set<CurrencyMark>();
  return numbers.map((match, at) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const before = marks.find(
      (mark) => !used.has(mark) && mark.to <= start && between.test(text.slice(mark.to, start)),
    );
    const behind = marks.find(
      (mark) =>
        !used.has(mark) &&
        mark.from >= end &&
        between.test(text.slice(end, mark.from)) &&
        !isOfNext(mark, end, numbers[at + 1], isOtherText),
    );
    const mark = isPrefix ? (before ?? behind) : (behind ?? before);
    if (mark !== undefined) used.add(mark);
    return {
      start,
      end,
      from: Math.min(start, mark?.from ?? start),
      to: Math.max(end, mark?.to ?? end),
      // The dash in place of cents is written for amounts of money only.
      hasMark: mark !== undefined || /[-–]$/.test(match[0]),
    };
  });
}

/**
 * Returns the amounts of a text that has passed `normalizeDigits`, in order: numbers with a currency sign, and both ends of a
 * range as one. A text without signs has one for each number. Percentages are left out. `isOtherText` tells that two positions are in
 * different texts of a page.
 */
export function findAmountSpans(
  text: string,
  areSeparate: AreSeparate = () => false,
  isOtherText: AreSeparate = () => false,
  signals?: MarkSignals,
): AmountSpan[] {
  const numbers = [...text.matchAll(numberShape)].filter(
    (match) =>
      !percentSign.test(text.slice(match.index + match[0].length, match.index + match[0].length + 2)),
  );
  const spans = markNumbers(text, numbers, findMarks(text, signals), isOtherText);
  const joined: NumberSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last === undefined || !isJoined(text, last, span, areSeparate)) joined.push({ ...span });
    else {
      last.to = Math.max(last.to, span.to);
      last.end = span.end;
      last.hasMark ||= span.hasMark;
    }
  }
  const marked = joined.filter(({ hasMark }) => hasMark);
  return marked.length > 0 ? marked : joined;
}
