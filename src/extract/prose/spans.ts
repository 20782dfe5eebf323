import { findNumbers, type NumberFormat, scaleAfter } from '../../page/text/number.ts';
import { findAmountSpans } from '../typed/amount-spans.ts';
import { parseDate } from '../typed/date.ts';
import { findDurations } from '../typed/duration.ts';
import { isUnit } from '../typed/quantity.ts';
import type { ParseContext } from '../values/coerce.ts';
import { foldText } from '../words/words.ts';
import type { Sentence } from './sentences.ts';

/** Form of a span, which shows of which type its value can be. */
export type SpanForm = 'money' | 'duration' | 'date' | 'quantity' | 'number';

/** A part of a sentence that can be a value. */
export interface Span {
  form: SpanForm;
  /** Range in the text of the sentence. */
  from: number;
  to: number;
  text: string;
}

type Range = Pick<Span, 'from' | 'to'>;

const maxDates = 4;
/** A number with a letter that stands for a measure as well as for a time: `88.2 m`. */
const otherUnit = /^[\d.,]+ ?(?:m|g|d|j|s|t|u|st)\.?$/iu;
/** Folds a text letter by letter, so that its positions stay the same. */
function foldInPlace(text: string): string {
  return text.replace(/[A-Z]|[^\x00-\x7f]/gu, (letter) => {
    const folded = foldText(letter);
    return folded.length === letter.length ? folded : letter;
  });
}

function findDates(text: string, language: string | null): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  while (ranges.length < maxDates) {
    const date = parseDate(text.slice(start), language);
    if (date === null) break;
    const at = foldInPlace(text).indexOf(foldInPlace(date.quote), start);
    if (at === -1) break;
    start = at + date.quote.length;
    ranges.push({ from: at, to: start });
  }
  return ranges;
}

/** Returns the end of the unit behind a number, or the position itself if there is none. */
function unitEnd(text: string, to: number): number {
  const [match, unit = ''] = /^\s?-?([\p{L}°µ²³]+[23]?|["%])/u.exec(text.slice(to, to + 24)) ?? [''];
  return unit !== '' && (isUnit(unit) || unit === '%') ? to + match.length : to;
}

/** Returns the end of the word of scale behind an amount: `1.2 million`. */
function scaleEnd(text: string, to: number, isMoney: boolean): number {
  const rest = text.slice(to, to + 24);
  const length = scaleAfter(rest, isMoney) === 1 ? 0 : (/^\s?\p{L}+/u.exec(rest)?.[0].length ?? 0);
  return to + length;
}

const overlaps = (one: Range, other: Range) => one.from < other.to && other.from < one.to;

/** Returns the spans of a sentence, those of the most specific form where two overlap. */
export function findSpans({ text }: Sentence, context: ParseContext, format: NumberFormat): Span[] {
  const spans: Span[] = [];
  const add = (form: SpanForm, ranges: readonly Range[]) => {
    for (const { from, to } of ranges)
      if (!spans.some((span) => overlaps(span, { from, to })))
        spans.push({ form, from, to, text: text.slice(from, to).replace(/\.$/, '') });
  };
  if (!/\d/.test(text)) return [];
  add('date', findDates(text, context.language));
  add(
    'money',
    findAmountSpans(text, undefined, undefined, context)
      .filter(({ hasMark }) => hasMark)
      .map(({ from, to }) => ({ from, to: scaleEnd(text, to, true) })),
  );
  add(
    'duration',
    findDurations(foldInPlace(text)).filter(({ from, to }) => !otherUnit.test(text.slice(from, to))),
  );
  for (const { from, to } of findNumbers(text, format)) {
    // Neither a part of a code or a time nor an end of a range is a number of its own.
    if (/(?:[\p{L}\d.,:/#–-]|\d\s?[-–]\s)$/u.test(text.slice(Math.max(0, from - 3), from))) continue;
    if (/^(?:[:/]\d|\s?[-–]\s?\d)/.test(text.slice(to, to + 4))) continue;
    const scaled = scaleEnd(text, to, false);
    const end = unitEnd(text, scaled);
    if (end === to && /^\p{L}/u.test(text.slice(to))) continue;
    add(end > scaled ? 'quantity' : 'number', [{ from, to: end }]);
  }
  return spans.sort((one, other) => one.from - other.from);
}
