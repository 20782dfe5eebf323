import { groupOf } from '../../domain/values/elements.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { once } from '../../domain/values/once.ts';
import { parseIsoDate } from '../../page/text/iso-date.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { foldText } from '../words/words.ts';
import type { DateOrderOf } from './date-order.ts';
import { readHebrewNumerals } from './hebrew-numerals.ts';
import { calendarOfNumbers, findLocalDay, toGregorian } from './local-dates.ts';
import { timeAfter } from './time-after.ts';

/** A date found in a text. */
export interface FoundDate {
  /** ISO 8601: `2026-03-05`, with time and zone if the text has both, or `2026-03` or `2026`. */
  iso: string;
  precision: 'time' | 'day' | 'month' | 'year';
  /** The part of the text that contains the date. */
  quote: string;
}

/** Languages whose month names are recognized. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'ru',
  'uk',
  'tr',
  'ro',
  'hu',
  'el',
  'id',
];
const monthFirstRegions = new Set(['US', 'PH', 'FM', 'PW', 'BZ']);
/** Regions whose English pages write both orders. */
const mixedRegions = new Set(['CA']);
/** Languages that write the year first in every numeric date. */
const yearFirstLanguages = /^(?:ja|ko|zh|hu|mn)(?![a-z])/i;

/** Returns the months by their folded names, long and short, alone and as part of a date. */
const months = once((): ReadonlyMap<string, number> => {
  const monthNames = new Map([['sept', 9]]);
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      for (const options of [{ month }, { month, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
        for (let index = 0; index < 12; index++) {
          const part = format.formatToParts(Date.UTC(2026, index, 15)).find(({ type }) => type === 'month');
          const name = foldText(part?.value ?? '').replace(/\.$/, '');
          if (/^\p{L}{3,}$/u.test(name) && !monthNames.has(name)) monthNames.set(name, index + 1);
        }
      }
    }
  }
  return monthNames;
});

function monthOf(word: string): number | null {
  return months().get(word.replace(/\.$/, '')) ?? null;
}

const padTwo = (value: number) => String(value).padStart(2, '0');

function toIsoDay(year: number, month: number, date: number): string | null {
  if (month < 1 || month > 12 || date < 1 || year < 1000 || year > 2999) return null;
  if (date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${padTwo(month)}-${padTwo(date)}`;
}

function yearOf(text: string): number {
  const digits = text.replace(/^['’]/, '');
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

interface DateMatch {
  iso: string;
  precision: FoundDate['precision'];
  from: number;
  to: number;
}

const cjkPattern = /(\d{4})\s*[年년]\s*(?:(\d{1,2})\s*[月월]\s*(?:(\d{1,2})\s*[日일])?)?/;
const numericPattern = /(?<![\d.,/-])(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{2,4})(?![\d]|[./-]\d)/;
/** A date whose day has one digit, which a version number has as well unless a year is first: `2026/5/3`. */
const yearFirstPattern = /(?<![\d.,/-])(\d{4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d)(?![\d]|[./-]\d)/;
const dayMonthYear =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|\.)?[\s-]+(?:(?:de|of|di|del)\s+)?(\p{L}{3,12})\.?,?[\s-]+(?:(?:de|of|del|of the year)\s+)?(\d{4}|'\d{2}|(?<=\p{L}-)\d{2})(?![\d-])/u;
const monthDayYear = /(?<!\p{L})(\p{L}{3,12})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4}|'\d{2})(?!\d)/u;
const yearMonthDay = /(?<!\d)(\d{4})[.\s]+(\p{L}{3,12})\.?\s+(\d{1,2})(?!\d)/u;
const monthYear = /(?<!\p{L})(\p{L}{3,12})\.?,?[\s-]+(?:de\s+|of\s+)?(\d{4})(?!\d)/u;

function toDateMatch(
  match: RegExpExecArray,
  iso: string | null,
  precision: DateMatch['precision'],
): DateMatch | null {
  return iso === null ? null : { iso, precision, from: match.index, to: match.index + match[0].length };
}

/** Returns true if a language writes the year before the month in a numeric date, from `Intl`. */
const isYearFirst = memoize((language): boolean => {
  try {
    const parts = new Intl.DateTimeFormat(language).formatToParts(0);
    return parts.find(({ type }) => /^(?:year|month|day)$/.test(type))?.type === 'year';
  } catch {
    // A language that no standard knows has no order of its own.
    return false;
  }
});

/** Returns a day of a calendar as ISO 8601, or null if it does not exist. */
function isoOf(calendar: string, day: readonly [number, number, number]): string | null {
  const gregorian = toGregorian(calendar, day);
  return gregorian === null ? null : toIsoDay(...gregorian);
}

function matchNumericDate(
  text: string,
  language: string | null,
  orderOf: DateOrderOf | null,
): DateMatch | null {
  const match = numericPattern.exec(text) ?? yearFirstPattern.exec(text);
  if (match === null) return null;
  const [all, first = '', separator = '', second = '', third = ''] = match;
  const writtenYear = first.length === 4 ? Number(first) : yearOf(third);
  const calendar = calendarOfNumbers(language, writtenYear, text.slice(match.index + all.length));
  if (first.length === 4) {
    if (third.length > 2) return null;
    return toDateMatch(match, isoOf(calendar, [Number(first), Number(second), Number(third)]), 'day');
  }
  if (first.length > 2 || third.length === 3) return null;
  // Two digits of a year tell nothing where pages count years in two calendars.
  if (calendar !== 'gregory' && third.length === 2) return null;
  if (third.length === 2 && language !== null && isYearFirst(language)) {
    const yearFirst = toIsoDay(yearOf(first), Number(second), Number(third));
    const isOnlyReading = toIsoDay(yearOf(third), Number(second), Number(first)) === null;
    const isCertain = isOnlyReading || yearFirstLanguages.test(language ?? '');
    return isCertain ? toDateMatch(match, yearFirst, 'day') : null;
  }
  const dayFirst = isoOf(calendar, [writtenYear, Number(second), Number(first)]);
  const monthFirst = isoOf(calendar, [writtenYear, Number(first), Number(second)]);
  const isMonthFirst = monthFirstIn(language, separator, orderOf);
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) {
    const isOnlyDayFirst = separator === '.' && isMonthFirst === false;
    return toDateMatch(match, isOnlyDayFirst ? dayFirst : (dayFirst ?? monthFirst), 'day');
  }
  // Both readings are valid dates, and the convention of the text is unknown.
  return isMonthFirst === null ? null : toDateMatch(match, isMonthFirst ? monthFirst : dayFirst, 'day');
}

function matchNamedMonth(text: string): DateMatch | null {
  const shapes: [RegExp, number, number, number][] = [
    [dayMonthYear, 3, 2, 1],
    [monthDayYear, 3, 1, 2],
    [yearMonthDay, 1, 2, 3],
  ];
  let best: DateMatch | null = null;
  for (const [shape, year, month, date] of shapes) {
    const match = shape.exec(text);
    if (match === null) continue;
    const number = monthOf(groupOf(match, month));
    if (number === null) continue;
    const dateMatch = toDateMatch(
      match,
      toIsoDay(yearOf(groupOf(match, year)), number, Number(match[date])),
      'day',
    );
    if (dateMatch !== null && (best === null || dateMatch.from < best.from)) best = dateMatch;
  }
  return best;
}

function matchMonthAndYear(text: string): DateMatch | null {
  const match = monthYear.exec(text);
  const month = match === null ? null : monthOf(groupOf(match, 1));
  if (match === null || month === null) return null;
  return toDateMatch(match, `${match[2]}-${padTwo(month)}`, 'month');
}

function matchCjkDate(text: string): DateMatch | null {
  const match = cjkPattern.exec(text);
  if (match === null) return null;
  const [, year = '', month, date] = match;
  if (month === undefined) return toDateMatch(match, year, 'year');
  if (date === undefined) return toDateMatch(match, `${year}-${padTwo(Number(month))}`, 'month');
  return toDateMatch(match, toIsoDay(Number(year), Number(month), Number(date)), 'day');
}

function matchLocalDay(text: string, language: string): DateMatch | null {
  const found = findLocalDay(text, language);
  const iso = found === null ? null : toIsoDay(found.year, found.month, found.day);
  return found === null || iso === null ? null : { iso, precision: 'day', from: found.from, to: found.to };
}

/**
 * Returns true if a numeric date on a page in a language has the month before the day; null if that is unknown: English without a
 * region uses both orders, and a point is unusual where the month is first. There the other dates of the page decide.
 */
function monthFirstIn(
  language: string | null,
  separator: string,
  orderOf: DateOrderOf | null,
): boolean | null {
  const [base = '', ...rest] = language?.toLowerCase().split(/[-_]/) ?? [];
  const region = rest.find((part) => /^[a-z]{2}$/.test(part))?.toUpperCase();
  const isMonthFirst = region !== undefined && monthFirstRegions.has(region);
  if (language !== null && base !== 'en' && !isMonthFirst) return false;
  const shown = orderOf?.(separator) ?? null;
  if (shown !== null) return shown === 'month';
  if (separator === '.') return isMonthFirst ? null : false;
  if (isMonthFirst) return true;
  return region === undefined || mixedRegions.has(region) ? null : false;
}

/**
 * Returns the first date of a text, in the language of the page, in any of twenty languages and in common notations. Returns null if there
 * is none or it is ambiguous, such as 03/04/2026 on an English page without a region. `language` is BCP 47; `orderOf` returns the
 * order that other dates of the page show.
 */
export function parseDate(
  raw: string,
  language: string | null,
  orderOf: DateOrderOf | null = null,
): FoundDate | null {
  const text = readHebrewNumerals(foldText(normalizeDigits(raw.slice(0, 300))));
  if (!/\d/.test(text)) return null;
  const isoForm = parseIsoDate(text.toUpperCase());
  if (isoForm !== null && isOfCalendar(text, language) && /^\d{4}[-/.]?\d{2}[-/.]?\d{2}/.test(text)) {
    return { iso: isoForm, precision: isoForm.includes('T') ? 'time' : 'day', quote: raw.trim() };
  }
  // The notation of the page's language is first: some months have the name of another one elsewhere.
  const matches = [
    language === null ? null : matchLocalDay(text, language),
    matchCjkDate(text),
    matchNamedMonth(text),
    matchNumericDate(text, language, orderOf),
  ].filter((dateMatch) => dateMatch !== null);
  // Of two that start together, the longer one has the sign behind its day, as in `3日`.
  const sorted = matches.sort((one, other) => one.from - other.from || other.to - one.to);
  const dateMatch = sorted[0] ?? matchMonthAndYear(text);
  if (dateMatch === null || dateMatch === undefined) return null;
  const timePart =
    dateMatch.precision === 'day' ? timeAfter(text.slice(dateMatch.to), language, dateMatch.iso) : '';
  const quote = text.slice(dateMatch.from, dateMatch.to);
  return timePart === ''
    ? { iso: dateMatch.iso, precision: dateMatch.precision, quote }
    : { iso: `${dateMatch.iso}${timePart}`, precision: 'time', quote };
}

/** Returns true if the year at the start of a text is one of the Gregorian calendar on a page in a language. */
function isOfCalendar(text: string, language: string | null): boolean {
  const year = Number(text.slice(0, 4));
  // Years of other calendars in use are far from those of the Gregorian one.
  return (year > 1500 && year < 2300) || calendarOfNumbers(language, year, text.slice(10)) === 'gregory';
}

/** Forms of dates in each language. */
const dateFormats = once(() =>
  languages
    .concat('ja', 'zh', 'ko', 'en-GB', 'ar')
    .flatMap((language) =>
      (['long', 'medium'] as const).map(
        (dateStyle) => new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }),
      ),
    ),
);

/**
 * Returns the forms in which a page may show a day (`YYYY-MM-DD`), folded: those of each language, and common
 * numeric notations.
 */
export function getDateForms(iso: string): string[] {
  const [year = '', month = '', date = ''] = iso.slice(0, 10).split('-');
  const moment = Date.UTC(Number(year), Number(month) - 1, Number(date));
  if (Number.isNaN(moment)) return [];
  const named = dateFormats().map((format) => foldText(normalizeDigits(format.format(moment))));
  const [m, d, y] = [String(Number(month)), String(Number(date)), year.slice(2)];
  const plain = [
    `${year}-${month}-${date}`,
    `${year}/${month}/${date}`,
    `${year}.${month}.${date}`,
    `${date}.${month}.${year}`,
    `${d}.${m}.${year}`,
    `${date}/${month}/${year}`,
    `${d}/${m}/${year}`,
    `${month}/${date}/${year}`,
    `${m}/${d}/${year}`,
    `${date}-${month}-${year}`,
    `${m}/${d}/${y}`,
    `${month}/${date}/${y}`,
    `${date}.${month}.${y}`,
    `${date}/${month}/${y}`,
  ];
  return [...new Set([...plain, ...named])];
}
