import { groupOf } from '../../../domain/values/elements.ts';
import { monthNames } from '../../../domain/values/month-names.ts';
import { spans, type TimeSpan } from './time-span.ts';

/** Third of a period: `early`, `mid`, `late`. */
type PeriodThird = 0 | 1 | 2;

const periodThirds: Readonly<Record<string, PeriodThird>> = {
  early: 0,
  beginning: 0,
  start: 0,
  mid: 1,
  middle: 1,
  late: 2,
  end: 2,
};

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  last: 4,
};

const decadesByName: Readonly<Record<string, number>> = {
  seventies: 1970,
  eighties: 1980,
  nineties: 1990,
  noughties: 2000,
  twenties: 2020,
};

const numbersByWord: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3 };

/**
 * First month of a season (meteorological, northern); winter starts in December of the stated year and ends in the
 * next.
 */
const seasonStart: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  autumn: 9,
  fall: 9,
  winter: 12,
};

function parseMonth(word: string): number | null {
  const stem = word.replace(/\.$/, '');
  const index = monthNames.findIndex(
    (name) => name === stem || name.slice(0, 3) === stem || (stem === 'sept' && name === 'september'),
  );
  return index < 0 ? null : index + 1;
}

function parseQuarter(text: string): TimeSpan | null {
  const short = /^q([1-4])[ ,/-]*(\d{4})$/.exec(text) ?? /^(\d{4})[ ,/-]*q([1-4])$/.exec(text);
  if (short !== null) {
    const [number, year] = short[1]?.length === 4 ? [short[2], short[1]] : [short[1], short[2]];
    return createQuarter(Number(year), Number(number));
  }
  const long = /^(first|second|third|fourth|last|1st|2nd|3rd|4th) quarter(?: of)? (\d{4})$/.exec(text);
  return long === null ? null : createQuarter(Number(long[2]), ordinals[groupOf(long, 1)] as number);
}

function createQuarter(year: number, number: number): TimeSpan {
  return spans.months(year, 3 * number - 2, 3 * number);
}

function parseHalf(text: string): TimeSpan | null {
  const match = /^(?:h([12])|(first|second|last|1st|2nd) half(?: of)?) (\d{4})$/.exec(text);
  if (match === null) return null;
  const isFirst = match[1] === '1' || match[2] === 'first' || match[2] === '1st';
  return spans.months(Number(match[3]), isFirst ? 1 : 7, isFirst ? 6 : 12);
}

function parseSeason(text: string): TimeSpan | null {
  const match = /^(spring|summer|autumn|fall|winter)(?: of)? (\d{4})(?:[/-](\d{2}|\d{4}))?$/.exec(text);
  if (match === null) return null;
  const [, name = '', year = '', next] = match;
  // `2017/18` is valid only for winter, which spans two years.
  if (next !== undefined && (name !== 'winter' || Number(next) % 100 !== (Number(year) + 1) % 100))
    return null;
  const start = seasonStart[name] as number;
  return spans.months(Number(year), start, start + 2);
}

function createDecadeThird(first: number, third: PeriodThird | null): TimeSpan {
  if (third === null) return spans.years(first, first + 9);
  return [
    spans.years(first, first + 3),
    spans.years(first + 4, first + 6),
    spans.years(first + 7, first + 9),
  ][third] as TimeSpan;
}

function createMonthThird(year: number, month: number, third: PeriodThird): TimeSpan {
  if (third < 2) return spans.days(year, month, third * 10 + 1, third * 10 + 10);
  return { from: spans.days(year, month, 21).from, until: spans.months(year, month).until };
}

/** Returns the first year of the decade that a word names; two digits mean the most recent such decade. */
function parseDecade(word: string, now: Date): number | null {
  if (word in decadesByName) return decadesByName[word] as number;
  const match = /^'?(\d{2}|\d{4})'?s$/.exec(word);
  const digits = match?.[1];
  if (digits === undefined || !digits.endsWith('0')) return null;
  if (digits.length === 4) return Number(digits);
  const candidate = Math.floor(now.getUTCFullYear() / 100) * 100 + Number(digits);
  return candidate > now.getUTCFullYear() ? candidate - 100 : candidate;
}

/** Parses `mid 2018`, `late June 2019`, `early 2000s`, `the nineties`, `beginning of 2015`. */
function parsePart(text: string, now: Date): TimeSpan | null {
  const match =
    /^(?:(?:the )?(early|mid|late)[ -]|(?:the )?(beginning|start|middle|end) of )?(?:the )?(.+)$/.exec(text);
  if (match === null) return null;
  const word = match[1] ?? match[2];
  const third = word === undefined ? null : (periodThirds[word] as PeriodThird);
  const rest = groupOf(match, 3);
  const decade = parseDecade(rest, now);
  if (decade !== null) return createDecadeThird(decade, third);
  if (third === null) return null;
  if (/^\d{4}$/.test(rest)) return spans.months(Number(rest), third * 4 + 1, third * 4 + 4);
  const dated = /^([a-z]+\.?),? (?:of )?(\d{4})$/.exec(rest);
  const month = dated === null ? null : parseMonth(groupOf(dated, 1));
  return month === null ? null : createMonthThird(Number(dated?.[2]), month, third);
}

function parseDecadesAgo(text: string, now: Date): TimeSpan | null {
  const year = now.getUTCFullYear();
  if (/^(?:the )?(last|previous|past) decade$/.test(text))
    return spans.years(year - (year % 10) - 10, year - (year % 10) - 1);
  const match = /^(a|one|two|three|\d) decades? ago$/.exec(text);
  if (match === null) return null;
  const decades = numbersByWord[groupOf(match, 1)] ?? Number(match[1]);
  return spans.years(year - 10 * decades);
}

/**
 * Returns the span of phrases that common date parsers do not support: quarters, halves, seasons, early/mid/late,
 * decades. `text` is in lower case with single spaces. Null for other text.
 */
export function parseWordSpan(text: string, now: Date): TimeSpan | null {
  const plain = text.replace(/^the /, '');
  return (
    parseQuarter(plain) ??
    parseHalf(plain) ??
    parseSeason(plain) ??
    parseDecadesAgo(plain, now) ??
    parsePart(plain, now)
  );
}
