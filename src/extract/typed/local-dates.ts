import { escapeRegExp } from '../../domain/values/escape-reg-exp.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { foldText } from '../words/words.ts';

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
const styles = ['long', 'medium', 'full'] as const;
type Style = (typeof styles)[number] | 'short';
/** Calendars that count the years of eras, in whose short form the sign of the era tells them from other dates: `R8/5/3`. */
const eraCalendars: ReadonlySet<string> = new Set(['japanese', 'roc']);
/** Years in each of which another era of one of these calendars is current. */
const eraYears = [1900, 1920, 1950, 2000, 2024];
/** Years by which the Buddhist calendar is ahead of the Gregorian one. */
const buddhistYears = 543;
const persianYears = 621;
/** Maximum number of days between the estimate of a Persian date and its day. */
const maxEstimateError = 4;

const fold = (text: string) => foldText(normalizeDigits(text));

function formatOf(language: string, calendar: string, dateStyle: Style) {
  return new Intl.DateTimeFormat(language, { dateStyle, calendar, numberingSystem: 'latn', timeZone: 'UTC' });
}

/** Returns the months of a notation by their folded names, with the number of the month in its calendar. */
function monthNamesOf(format: Intl.DateTimeFormat, calendar: string): Map<string, number> {
  const numeric = new Intl.DateTimeFormat('en', { calendar, month: 'numeric', timeZone: 'UTC' });
  const names = new Map<string, number>();
  for (let at = 0; at < 12; at++) {
    const day = Date.UTC(2025, at, 28);
    const name = fold(format.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '');
    names.set(name.replace(/\.$/, ''), Number(numeric.format(day)));
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

const notationCache = new Map<string, readonly DayNotation[]>();

function notationsOf(language: string): readonly DayNotation[] {
  const cached = notationCache.get(language);
  if (cached !== undefined) return cached;
  let notations: DayNotation[] = [];
  try {
    const { calendar } = new Intl.DateTimeFormat(language).resolvedOptions();
    const ofEras = language.startsWith('ja')
      ? ['japanese']
      : /^zh-(?:tw|hant)/i.test(language)
        ? ['roc']
        : [];
    notations = [...new Set([calendar, 'gregory', ...ofEras])].flatMap((one) => {
      const all: readonly Style[] = eraCalendars.has(one) ? [...styles, 'short'] : styles;
      return all.flatMap((style) => createNotation(language, one, style) ?? []);
    });
  } catch {
    // A text in an unknown language has no notation of its own.
  }
  notationCache.set(language, notations);
  return notations;
}

/** Returns the Gregorian day of a Persian date, or null if there is no such date. */
function fromPersian(year: number, month: number, day: number): Date | null {
  const format = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const estimate = Date.UTC(year + persianYears, 2, 21) + Math.round((month - 1) * 30.6 + day - 1) * dayMs;
  for (let days = -maxEstimateError; days <= maxEstimateError; days++) {
    const date = new Date(estimate + days * dayMs);
    const parts = format.formatToParts(date);
    const numberOf = (kind: string) => Number(parts.find(({ type }) => type === kind)?.value);
    if (numberOf('year') === year && numberOf('month') === month && numberOf('day') === day) return date;
  }
  return null;
}

const calendarOfLanguage = memoize((language): string => {
  try {
    return new Intl.DateTimeFormat(language).resolvedOptions().calendar;
  } catch {
    return 'gregory';
  }
});

/** Returns the calendar of a language by which its pages write years, from `Intl`: `gregory`, `buddhist`, `persian`. */
export function calendarOf(language: string | null): string {
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
  if (calendar === 'persian' && year < 1500) {
    const date = fromPersian(year, month, day);
    return date && [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  }
  return ['gregory', 'buddhist', 'persian', ...eraCalendars].includes(calendar) ? [year, month, day] : null;
}

/**
 * Returns the first day that a folded text states in the notations that `Intl` has for a language (BCP 47), in the calendar
 * of the language too: `2026 m. gegužės 3 d.`, `3 พ.ค. 2569`, `令和8年5月3日`.
 */
export function findLocalDay(text: string, language: string): LocalDay | null {
  let best: LocalDay | null = null;
  for (const { calendar, pattern, months, eras } of notationsOf(language)) {
    const match = pattern.exec(text);
    const groups = match?.groups;
    if (match === null || groups === undefined) continue;
    const stated = groups.year === '元' ? 1 : Number(groups.year);
    const before = groups.era === undefined ? 0 : (eras.get(groups.era) ?? 0);
    const month = months.get(groups.month ?? '') ?? Number(groups.month);
    const gregorian = toGregorian(calendar, [stated + before, month, Number(groups.day)]);
    if (gregorian === null || (best !== null && best.from <= match.index)) continue;
    const [year, inYear, day] = gregorian;
    best = { year, month: inYear, day, from: match.index, to: match.index + match[0].length };
  }
  return best;
}
