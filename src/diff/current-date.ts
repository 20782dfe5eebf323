import { dayMs } from '../domain/values/day-ms.ts';
import { escapeRegExp } from '../domain/values/escape-reg-exp.ts';

/** Languages in which dates are recognized. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'tr',
] as const;

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Returns the long and short names of the month as used in dates (genitive in some languages), without final points. */
function monthNames(date: Date): string[] {
  const names = languages.flatMap((language) =>
    (['long', 'short'] as const).map((month) => {
      const parts = new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month,
        timeZone: 'UTC',
      }).formatToParts(date);
      return (parts.find(({ type }) => type === 'month')?.value ?? '').replace(/\.$/, '');
    }),
  );
  return [...new Set(names)].filter((name) => name !== '' && !/^\d+$/.test(name));
}

function weekdayNames(date: Date): string[] {
  const names = languages.flatMap((language) =>
    (['long', 'short'] as const).map((weekday) =>
      new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(date).replace(/\.$/, ''),
    ),
  );
  return [...new Set(names)];
}

/** Returns regular expression source that matches one day in all common notations. */
function datePatternSource(date: Date): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [d, m] = [`0?${day}`, `0?${month}`];
  const years = `(?:${year}|${twoDigits(year % 100)})`;
  const names = monthNames(date).map(escapeRegExp).join('|');
  const notations = [
    `${year}[-/.]${twoDigits(month)}[-/.]${twoDigits(day)}`,
    `${d}[-/.] ?${m}[-/.] ?${years}`,
    `${m}/${d}/${years}`,
    `${d}(?:st|nd|rd|th|º|er|\\.)?(?: of| de)? (?:${names})\\.?,?(?: de| del)? ${year}`,
    `(?:${names})\\.? ${d}(?:st|nd|rd|th)?,? ${year}`,
  ];
  const weekday = `(?<!\\p{L})(?:(?:${weekdayNames(date).map(escapeRegExp).join('|')})\\.?,? (?:the |den |le |il )?)?`;
  return `${weekday}(?<![\\p{L}\\d.,])(?:${notations.join('|')})(?![\\p{L}\\d])`;
}

const patternCache = new Map<number, RegExp>();
const maxCachedPatterns = 4;

/** Returns an expression for the UTC day of an instant and the days next to it, because of time zones. */
function patternFor(at: Date): RegExp {
  const day = Math.floor(at.getTime() / dayMs);
  const cached = patternCache.get(day);
  if (cached !== undefined) return cached;
  const days = [-1, 0, 1].map((offset) => new Date((day + offset) * dayMs));
  const pattern = new RegExp(days.map(datePatternSource).join('|'), 'giu');
  const [oldest] = patternCache.keys();
  if (patternCache.size >= maxCachedPatterns && oldest !== undefined) patternCache.delete(oldest);
  patternCache.set(day, pattern);
  return pattern;
}

/** Removes the date of the reading in all common notations. Returns null if the text does not contain it. */
export function removeCurrentDate(text: string, at: Date): string | null {
  if (!/\d/.test(text)) return null;
  const result = text.replace(patternFor(at), '');
  return result === text ? null : result;
}
