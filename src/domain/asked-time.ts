import { createRequire } from 'node:module';
import type { ParsedResult } from 'chrono-node/en';
import { spanOfDigits, spanOfIso, spans, spanUpTo, type TimeSpan, utc } from './time-span.ts';
import { spanOfWords } from './time-words.ts';

/** A moment of the past as somebody asked for it: the first or the latest there is, or a span (archives.md section 9). */
export type AskedTime = { kind: 'first' } | { kind: 'latest' } | { kind: 'span'; span: TimeSpan };

/** What a text means as a time, or why it means none. */
export type ReadTime = { time: AskedTime } | { fault: string };

/** What may be written, for whoever wrote something else. */
export const timeForms =
  'a year (2019), a month (2019-06), a date (2019-06-03), an ISO time, 4 to 14 digits, first, latest, or words such as "last year", "3 months ago", "June 2019", "Q3 2020", "spring 2017", "mid 2018", "late 1990s"';

const longestText = 100;
const dayMs = 24 * 3_600_000;
const firstWords = /^(the )?(first|earliest|oldest)$/;
const latestWords = /^(the )?(latest|newest|most recent|now|current)$/;
const leading = /^(?:in|on|at|from|during|around|about|circa|ca\.?|c\.) (?!\d+ \D)/;

/** A day and a month that could as well be the other way round: 03/06/2019. */
function isAmbiguous(text: string): boolean {
  const match = /(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](?:\d{2}|\d{4})(?!\d)/.exec(text);
  return match !== null && Number(match[1]) <= 12 && Number(match[2]) <= 12 && match[1] !== match[2];
}

/** The calendar unit before this one: last week, last month, last year. */
function lastUnit(text: string, now: Date): TimeSpan | null {
  const match = /^(?:the )?(last|previous|past|this) (week|month|year)$/.exec(text);
  if (match === null) return null;
  const back = match[1] === 'this' ? 0 : 1;
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth() + 1;
  if (match[2] === 'year') return spans.years(year - back);
  if (match[2] === 'month') return spans.months(year, month - back);
  // ISO 8601: a week begins on Monday.
  const monday = utc(year, month, now.getUTCDate() - ((now.getUTCDay() + 6) % 7) - 7 * back);
  return spanUpTo(monday, new Date(monday.getTime() + 7 * dayMs));
}

/** As precise as what was written: a time is its minute or second, a date its day, a month that month. */
function spanOfParsed({ start, text }: ParsedResult, now: Date): TimeSpan {
  let date = start.date();
  const isYearGuessed = !start.isCertain('year');
  // What has no year lies in the past.
  if (isYearGuessed && date > now) {
    if (start.isCertain('weekday') && !start.isCertain('month')) date = new Date(date.getTime() - 7 * dayMs);
    else date = utc(date.getUTCFullYear() - 1, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours());
  }
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  if (start.isCertain('hour')) {
    const unit = start.isCertain('second') ? 1_000 : start.isCertain('minute') ? 60_000 : 3_600_000;
    const from = Math.floor(date.getTime() / unit) * unit;
    return spanUpTo(new Date(from), new Date(from + unit));
  }
  // "two years ago" is that day, however little of it was said.
  const isCounted = /\bago\b|\b(earlier|before)\b/i.test(text);
  if (isCounted || start.isCertain('day') || start.isCertain('weekday')) return spans.days(year, month, day);
  return start.isCertain('month') ? spans.months(year, month) : spans.years(year);
}

/** Some fifty modules, loaded with their first use: few processes are ever asked for a time in words. */
function loadReader(): typeof import('chrono-node/en') {
  return createRequire(import.meta.url)('chrono-node/en');
}

/** What a reader of dates in plain words makes of the whole text; null when something of it is left over. */
function spanOfPhrase(text: string, now: Date): TimeSpan | null {
  const [result, ...others] = loadReader().parse(text, { instant: now, timezone: 0 });
  if (result === undefined || others.length > 0 || result.end) return null;
  const rest = text.slice(0, result.index) + text.slice(result.index + result.text.length);
  return /^[\s,.]*$/.test(rest) ? spanOfParsed(result, now) : null;
}

function spanOf(text: string, now: Date): TimeSpan | null {
  const lower = text.toLowerCase().replace(leading, '');
  return (
    spanOfIso(lower.toUpperCase()) ??
    spanOfDigits(lower) ??
    spanOfWords(lower, now) ??
    lastUnit(lower, now) ??
    spanOfPhrase(lower, now)
  );
}

/**
 * Reads a time as it may be asked for: `first`, `latest`, strict forms, then words. Everything is UTC. What lies wholly in
 * the future, is only partly understood or could mean two days is a fault.
 */
export function readAskedTime(written: string, now: Date): ReadTime {
  const text = written.trim().replace(/\s+/g, ' ');
  const lower = text.toLowerCase();
  if (firstWords.test(lower)) return { time: { kind: 'first' } };
  if (latestWords.test(lower)) return { time: { kind: 'latest' } };
  if (text === '' || text.length > longestText) return { fault: `is no time; give ${timeForms}` };
  if (isAmbiguous(text)) return { fault: 'may mean two different days; write it as 2019-06-03' };
  const span = spanOf(text, now);
  if (span === null || Number.isNaN(span.from.getTime())) return { fault: `is no time; give ${timeForms}` };
  return span.from > now ? { fault: 'lies in the future' } : { time: { kind: 'span', span } };
}
