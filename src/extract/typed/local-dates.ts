import { escapeRegExp } from '../../domain/values/escape-reg-exp.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { foldText } from '../words/words.ts';
import { gregorianDayOf, isCurrentYear, monthNumbersOf } from './calendar-days.ts';
import { readHebrewNumerals } from './hebrew-numerals.ts';

/** A day that a text states in the notation of a language. */
export interface LocalDay {
  year: number;
  month: number;
  day: number;
  from: number;
  to: number;
}

/** Notation of a day in a language and a calendar. */
interface DayNotation {
  calendar: string;
  pattern: RegExp;
  /** Months by their folded names; empty if months are numbers. */
  months: ReadonlyMap<string, number>;
  /** Years before the first year of each era, by its folded name; empty if the calendar counts no eras. */
  eras: ReadonlyMap<string, number>;
}

const dayMs = 86_400_000;
/** Days from one sample of the months of a calendar to the next one, and their number: in three years every month occurs. */
const sampleDays = 9;
const sampleCount = 125;
const styles = ['long', 'medium', 'full'] as const;
type Style = (typeof styles)[number] | 'short';
/** Calendars that count the years of eras, in whose short form the sign of the era tells them from other dates: `R8/5/3`. */
const eraCalendars: ReadonlySet<string> = new Set(['japanese', 'roc']);
/** Years in each of which another era of one of these calendars is current. */
const eraYears = [1900, 1920, 1950, 2000, 2024];
/** Years by which the Buddhist calendar is ahead of the Gregorian one. */
const buddhistYears = 543;
/** Maximum number of languages whose notations are kept. */
const maxLanguages = 100;
const hijriCalendar = 'islamic-umalqura';
/** Calendars of feasts and records in many languages, with the form of a year that a text needs for them. */
const lunarCalendars: ReadonlyMap<string, RegExp> = new Map([
  [hijriCalendar, /(?<!\d)1[34]\d{2}(?!\d)/],
  ['hebrew', /(?<!\d)5[678]\d{2}(?!\d)/],
]);
/** Languages whose pages write Hijri years in numeric dates. */
const hijriLanguages = /^(?:ar|ur)(?![a-z])/i;
/** The mark of Hijri years behind a date, and that of Gregorian ones. */
const hijriMark = /^\s?(?:هـ|[هھ]|ہجری|h|ah|a\.h\.)(?![\p{L}\p{M}])/u;
const gregorianMark = /^\s?(?:م|ء|ad|ce)(?![\p{L}\p{M}])/u;

const fold = (text: string) => foldText(normalizeDigits(text));

function formatOf(language: string, calendar: string, dateStyle: Style) {
  return new Intl.DateTimeFormat(language, { dateStyle, calendar, numberingSystem: 'latn', timeZone: 'UTC' });
}

/** Returns the months of a notation by their folded names, with the number of the month in its calendar. */
function monthNamesOf(format: Intl.DateTimeFormat, calendar: string): Map<string, number> {
  const numberOf = monthNumbersOf(calendar);
  const names = new Map<string, number>();
  const isLunar = lunarCalendars.has(calendar);
  for (let at = 0; at < (isLunar ? sampleCount : 12); at++) {
    const day = isLunar ? Date.UTC(2025, 0, 1) + at * sampleDays * dayMs : Date.UTC(2025, at, 28);
    const name = fold(format.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '');
    names.set(name.replace(/\.$/, ''), numberOf(day));
  }
  return names;
}

function erasOf(format: Intl.DateTimeFormat): Map<string, number> {
  return new Map(
    eraYears.map((year) => {
      const parts = format.formatToParts(Date.UTC(year, 5, 15));
      const partOf = (kind: string) => parts.find(({ type }) => type === kind)?.value ?? '';
      return [fold(partOf('era')), year - Number(partOf('year'))];
    }),
  );
}

/** Returns the expression for the text between two parts of a date. */
function betweenParts(literal: string, isNumeric: boolean): string {
  const text = fold(literal);
  if (text === '') return '\\s+';
  if (text === '/') return '[./-]';
  if (!isNumeric && !/[\p{L}\p{M}]/u.test(text)) return '[\\s.,]+';
  return `\\s*${text.split(/\s+/).map(escapeRegExp).join('\\s+')}\\s*`;
}

/** Creates the notation of one style of `Intl`; null for one without year, month and day. */
function createNotation(language: string, calendar: string, style: Style): DayNotation | null {
  const format = formatOf(language, calendar, style);
  const hasEras = eraCalendars.has(calendar);
  const names = monthNamesOf(format, calendar);
  const isNumeric = [...names.keys()].every((name) => /^\d+$/.test(name));
  const eras = hasEras ? erasOf(format) : new Map<string, number>();
  const choice = (texts: Iterable<string>) =>
    [...texts]
      .sort((one, other) => other.length - one.length)
      .map(escapeRegExp)
      .join('|');
  const expressions: Readonly<Record<string, string>> = {
    year: hasEras ? '(?<year>\\d{1,3}|元)' : '(?<year>\\d{4})(?!\\d)',
    month: isNumeric ? '(?<month>\\d{1,2})' : `(?<month>${choice(names.keys())})(?!\\p{L})\\.?`,
    day: '(?<day>\\d{1,2})(?!\\d)',
    era: hasEras ? `(?<era>${choice(eras.keys())})` : '',
  };
  // The day of the week is left out, with the text at the ends; so may be the name of the only era that is in use.
  const parts = format.formatToParts(Date.UTC(2025, 10, 28)).filter(({ type }) => type !== 'weekday');
  const known = parts.map(({ type }) => type !== 'literal');
  const inner = parts.slice(known.indexOf(true), known.lastIndexOf(true) + 1);
  const source = inner.map(({ type, value }, at) => {
    if (type === 'era' && !hasEras) return `(?:${escapeRegExp(fold(value))}\\s*)?`;
    if (type !== 'literal') return expressions[type] ?? '';
    // Of two texts around a part that is left out, the first one is enough.
    const before = inner[at - 1]?.type;
    const isSecond = before === 'literal' || (before === 'era' && !hasEras);
    return isSecond ? '' : betweenParts(value, isNumeric);
  });
  if (!['(?<year>', '(?<month>', '(?<day>'].every((group) => source.join('').includes(group))) return null;
  const start = inner[0]?.type === 'month' ? '(?<![\\p{L}\\d])' : '(?<![\\d.,/-])';
  const pattern = new RegExp(`${start}${source.join('')}`, 'u');
  return { calendar, pattern, months: isNumeric ? new Map() : names, eras };
}

/** Marks in the names of months that texts leave out. */
const apostrophes = /[ʻʼʿʾ']/gu;

/** Returns the notations of a lunar calendar in a language, by both (`hebrew he`): its months by name, in every order. */
const lunarNotationsOf = memoize((key): readonly DayNotation[] => {
  const [calendar = '', language = ''] = key.split(' ');
  const months = new Map<string, number>();
  try {
    for (const style of styles)
      for (const [name, number] of monthNamesOf(formatOf(language, calendar, style), calendar))
        if (!/^\d/.test(name)) months.set(readHebrewNumerals(name).replace(apostrophes, ''), number);
  } catch {
    // A text in an unknown language has no notation of its own.
    return [];
  }
  if (months.size === 0) return [];
  const letters = (name: string) => [...name].map(escapeRegExp).join("[ʻʼʿʾ']?");
  const names = [...months.keys()].sort((one, other) => other.length - one.length).map(letters);
  const month = `(?:(?<![\\p{L}\\p{M}])ב?)(?<month>${names.join('|')})(?![\\p{L}\\p{M}])`;
  const day = '(?<![\\d.,/-])(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)';
  const year = '(?<!\\d)(?<year>\\d{4})(?!\\d)';
  const between = "[ʻʼʿʾ'\\s.,،-]+(?:(?:de|of|di)\\s+)?";
  return [
    [day, month, year],
    [month, day, year],
    [year, month, day],
  ].map((parts) => ({ calendar, pattern: new RegExp(parts.join(between), 'u'), months, eras: new Map() }));
}, maxLanguages);

const ownNotationsOf = memoize((language): readonly DayNotation[] => {
  try {
    const { calendar } = new Intl.DateTimeFormat(language).resolvedOptions();
    const ofEras = language.startsWith('ja')
      ? ['japanese']
      : /^zh-(?:tw|hant)/i.test(language)
        ? ['roc']
        : [];
    return [...new Set([calendar, 'gregory', ...ofEras])].flatMap((one) => {
      const all: readonly Style[] = eraCalendars.has(one) ? [...styles, 'short'] : styles;
      return all.flatMap((style) => createNotation(language, one, style) ?? []);
    });
  } catch {
    // A text in an unknown language has no notation of its own.
    return [];
  }
}, maxLanguages);

function notationsFor(text: string, language: string): readonly DayNotation[] {
  const lunar = [...lunarCalendars].flatMap(([calendar, year]) =>
    year.test(text) ? lunarNotationsOf(`${calendar} ${language}`) : [],
  );
  return [...ownNotationsOf(language), ...lunar];
}

const calendarOfLanguage = memoize((language): string => {
  try {
    return new Intl.DateTimeFormat(language).resolvedOptions().calendar;
  } catch {
    return 'gregory';
  }
});

/** Returns the calendar of a language by which its pages write years, from `Intl`: `gregory`, `buddhist`, `persian`. */
function calendarOf(language: string | null): string {
  return language === null ? 'gregory' : calendarOfLanguage(language);
}

/**
 * Returns a day of a calendar in the Gregorian one; a year that can only be Gregorian is one in every calendar. Null if the
 * calendar is not supported, or the day does not exist.
 */
export function toGregorian(
  calendar: string,
  [year, month, day]: readonly [number, number, number],
): [number, number, number] | null {
  if (calendar === 'buddhist' && year > 2300) return [year - buddhistYears, month, day];
  if (isCurrentYear(calendar, year)) return gregorianDayOf(calendar, [year, month, day]);
  if (lunarCalendars.has(calendar)) return null;
  return ['gregory', 'buddhist', 'persian', ...eraCalendars].includes(calendar) ? [year, month, day] : null;
}

/**
 * Returns the calendar of a numeric date: that of the language, or the Hijri one for a year of it, if the text behind the date
 * says so or the language uses it. `behind` is folded.
 */
export function calendarOfNumbers(language: string | null, year: number, behind: string): string {
  const own = calendarOf(language);
  if (!isCurrentYear(hijriCalendar, year)) return own;
  const isLocal = hijriLanguages.test(language ?? '') && !gregorianMark.test(behind);
  return isLocal || hijriMark.test(behind) ? hijriCalendar : own;
}

/**
 * Returns the first day that a folded text states in the notations that `Intl` has for a language (BCP 47), in the calendar
 * of the language too, and in the Hijri and the Hebrew one: `2026 m. gegužės 3 d.`, `3 พ.ค. 2569`, `令和8年5月3日`,
 * `16 Iyar 5786`.
 */
export function findLocalDay(text: string, language: string): LocalDay | null {
  let best: LocalDay | null = null;
  for (const { calendar, pattern, months, eras } of notationsFor(text, language)) {
    const match = pattern.exec(text);
    const groups = match?.groups;
    if (match === null || groups === undefined) continue;
    const stated = groups.year === '元' ? 1 : Number(groups.year);
    const before = groups.era === undefined ? 0 : (eras.get(groups.era) ?? 0);
    const name = groups.month ?? '';
    const month = months.get(name) ?? months.get(name.replace(apostrophes, '')) ?? Number(name);
    const behind = text.slice(match.index + match[0].length);
    if (months.size === 0 && calendarOfNumbers(language, stated, behind) === hijriCalendar) continue;
    const gregorian = toGregorian(calendar, [stated + before, month, Number(groups.day)]);
    if (gregorian === null || (best !== null && best.from <= match.index)) continue;
    const [year, inYear, day] = gregorian;
    best = { year, month: inYear, day, from: match.index, to: match.index + match[0].length };
  }
  return best;
}
