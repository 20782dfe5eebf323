import { createRequire } from 'node:module';
import type { ParsedResult } from 'chrono-node/en';
import { dayMs } from '../../../domain/values/day-ms.ts';
import { createSpanBefore, parseDigitSpan, parseIsoSpan, spans, type TimeSpan, utc } from './time-span.ts';
import { parseWordSpan } from './time-words.ts';

/** Requested moment of the past: the first or latest capture, or a span of time (docs/api/archive.md). */
export type RequestedTime = { kind: 'first' } | { kind: 'latest' } | { kind: 'span'; span: TimeSpan };

/** Parsed time, or the reason why the text is not a time. */
export type ParsedTime = { time: RequestedTime } | { fault: string };

/** Accepted forms, for error messages. */
export const acceptedTimeForms =
  'a year (2019), a month (2019-06), a date (2019-06-03), an ISO time, 4 to 14 digits, first, latest, or words such as "last year", "3 months ago", "June 2019", "Q3 2020", "spring 2017", "mid 2018", "late 1990s"';

const maxTextLength = 100;
const firstWords = /^(the )?(first|earliest|oldest)$/;
const latestWords = /^(the )?(latest|newest|most recent|now|current)$/;
const leading = /^(?:in|on|at|from|during|around|about|circa|ca\.?|c\.) (?!\d+ \D)/;

/** Returns whether day and month could be swapped: 03/06/2019. */
function isAmbiguous(text: string): boolean {
  const match = /(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](?:\d{2}|\d{4})(?!\d)/.exec(text);
  return match !== null && Number(match[1]) <= 12 && Number(match[2]) <= 12 && match[1] !== match[2];
}

/** Parses the previous calendar unit: last week, last month, last year. */
function parseLastUnit(text: string, now: Date): TimeSpan | null {
  const match = /^(?:the )?(last|previous|past|this) (week|month|year)$/.exec(text);
  if (match === null) return null;
  const offset = match[1] === 'this' ? 0 : 1;
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth() + 1;
  if (match[2] === 'year') return spans.years(year - offset);
  if (match[2] === 'month') return spans.months(year, month - offset);
  // An ISO 8601 week begins on Monday.
  const monday = utc(year, month, now.getUTCDate() - ((now.getUTCDay() + 6) % 7) - 7 * offset);
  return createSpanBefore(monday, new Date(monday.getTime() + 7 * dayMs));
}

/** Returns a span as precise as the text: a minute or second for a time, a day for a date, a month for a month. */
function createSpan({ start, text }: ParsedResult, now: Date): TimeSpan {
  let date = start.date();
  const isYearGuessed = !start.isCertain('year');
  // A date without a year lies in the past.
  if (isYearGuessed && date > now) {
    if (start.isCertain('weekday') && !start.isCertain('month')) date = new Date(date.getTime() - 7 * dayMs);
    else date = utc(date.getUTCFullYear() - 1, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours());
  }
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  if (start.isCertain('hour')) {
    const unit = start.isCertain('second') ? 1_000 : start.isCertain('minute') ? 60_000 : 3_600_000;
    const from = Math.floor(date.getTime() / unit) * unit;
    return createSpanBefore(new Date(from), new Date(from + unit));
  }
  // "two years ago" means that day, although only the year is stated.
  const isCounted = /\bago\b|\b(earlier|before)\b/i.test(text);
  if (isCounted || start.isCertain('day') || start.isCertain('weekday')) return spans.days(year, month, day);
  return start.isCertain('month') ? spans.months(year, month) : spans.years(year);
}

/** Loads chrono-node, some fifty modules, on its first use: few processes ever parse a time in words. */
function loadDateParser(): typeof import('chrono-node/en') {
  return createRequire(import.meta.url)('chrono-node/en');
}

/** Parses a date in words; null if a part of the text is left over. */
function parsePhrase(text: string, now: Date): TimeSpan | null {
  const [result, ...others] = loadDateParser().parse(text, { instant: now, timezone: 0 });
  if (result === undefined || others.length > 0 || result.end) return null;
  const rest = text.slice(0, result.index) + text.slice(result.index + result.text.length);
  return /^[\s,.]*$/.test(rest) ? createSpan(result, now) : null;
}

function parseSpan(text: string, now: Date): TimeSpan | null {
  const lower = text.toLowerCase().replace(leading, '');
  return (
    parseIsoSpan(lower.toUpperCase()) ??
    parseDigitSpan(lower) ??
    parseWordSpan(lower, now) ??
    parseLastUnit(lower, now) ??
    parsePhrase(lower, now)
  );
}

/**
 * Parses a requested time: `first`, `latest`, strict forms, then words. Everything is UTC. A time wholly in the
 * future, text that is only partly understood and an ambiguous date are errors.
 */
export function parseRequestedTime(input: string, now: Date): ParsedTime {
  const text = input.trim().replace(/\s+/g, ' ');
  const lower = text.toLowerCase();
  if (firstWords.test(lower)) return { time: { kind: 'first' } };
  if (latestWords.test(lower)) return { time: { kind: 'latest' } };
  if (text === '' || text.length > maxTextLength)
    return { fault: `is not a valid time. Use ${acceptedTimeForms}.` };
  if (isAmbiguous(text))
    return { fault: 'is ambiguous: day and month could be swapped. Write it as 2019-06-03.' };
  const span = parseSpan(text, now);
  if (span === null || Number.isNaN(span.from.getTime()))
    return { fault: `is not a valid time. Use ${acceptedTimeForms}.` };
  return span.from > now ? { fault: 'is in the future. Use a past time.' } : { time: { kind: 'span', span } };
}
