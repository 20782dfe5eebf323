/** Span of time in seconds, including its first and last second. */
export interface TimeSpan {
  from: Date;
  until: Date;
}

const secondMs = 1_000;

/** Returns an instant in UTC; a month of 13 or a day of 0 overflows as in `Date.UTC`. */
export function utc(year: number, month = 1, day = 1, hour = 0, minute = 0, second = 0): Date {
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  instant.setUTCHours(hour, minute, second, 0);
  return instant;
}

/** Returns the span from `from` to the second before `end`. */
export function createSpanBefore(from: Date, end: Date): TimeSpan {
  return { from, until: new Date(end.getTime() - secondMs) };
}

/** Create spans of whole years, months or days. */
export const spans = {
  years: (first: number, last = first): TimeSpan => createSpanBefore(utc(first), utc(last + 1)),
  months: (year: number, first: number, last = first): TimeSpan =>
    createSpanBefore(utc(year, first), utc(year, last + 1)),
  days: (year: number, month: number, first: number, last = first): TimeSpan =>
    createSpanBefore(utc(year, month, first), utc(year, month, last + 1)),
};

/** Returns the middle of a span. */
export function findMiddle({ from, until }: TimeSpan): Date {
  return new Date((from.getTime() + until.getTime()) / 2);
}

/** Returns the milliseconds between an instant and the span; 0 if the instant is inside. */
export function distanceToSpan({ from, until }: TimeSpan, instant: Date): number {
  const at = instant.getTime();
  // The last second lasts until the next one starts.
  const end = until.getTime() + secondMs - 1;
  return Math.max(0, from.getTime() - at, at - end);
}

/** Parses a number in a range; null if it is outside, `unless` if there is no text. */
function parseInRange(
  text: string | undefined,
  min: number,
  max: number,
  defaultValue: number,
): number | null {
  if (text === undefined) return defaultValue;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

function countDays(year: number, month: number): number {
  return utc(year, month + 1, 0).getUTCDate();
}

/** Parses two digits of a timestamp: the remaining digits, and the range that the digits allow. */
function parseDigitPair(
  digits: string,
  min: number,
  max: number,
): { rest: string; low: number; high: number } | null {
  const pair = digits.slice(0, 2);
  if (pair === '') return { rest: '', low: min, high: max };
  const low = Math.max(min, Number(pair.padEnd(2, '0')));
  const high = Math.min(max, Number(pair.padEnd(2, '9')));
  return low > high ? null : { rest: digits.slice(2), low, high };
}

/**
 * Returns the span of a timestamp of 4 to 14 digits, `yyyyMMddhhmmss` truncated anywhere: all instants with this
 * prefix. Null for an invalid time.
 */
export function parseDigitSpan(digits: string): TimeSpan | null {
  if (!/^\d{4,14}$/.test(digits)) return null;
  const year = Number(digits.slice(0, 4));
  const month = parseDigitPair(digits.slice(4), 1, 12);
  const day = month && parseDigitPair(month.rest, 1, digits.length > 6 ? countDays(year, month.low) : 31);
  const hour = day && parseDigitPair(day.rest, 0, 23);
  const minute = hour && parseDigitPair(hour.rest, 0, 59);
  const second = minute && parseDigitPair(minute.rest, 0, 59);
  if (year < 1 || !month || !day || !hour || !minute || !second) return null;
  const lastDay = digits.length > 6 ? day.high : countDays(year, month.high);
  return {
    from: utc(year, month.low, day.low, hour.low, minute.low, second.low),
    until: utc(year, month.high, lastDay, hour.high, minute.high, second.high),
  };
}

const isoPattern =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)?(?: ?(Z|UTC|[+-]\d{2}(?::?\d{2})?))?)?)?)?$/i;

function offsetMs(zone: string | undefined): number | null {
  if (zone === undefined || /^(z|utc)$/i.test(zone)) return 0;
  const hours = parseInRange(zone.slice(1, 3), 0, 14, 0);
  const minutes = parseInRange(/(\d{2})$/.exec(zone.slice(3))?.[1], 0, 59, 0);
  if (hours === null || minutes === null) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * Returns the span of an ISO 8601 date or time at its precision: `2019`, `2019-06`, `2019-06-03`,
 * `2019-06-03T14:00Z`. A time without a zone is UTC. Null for anything else.
 */
export function parseIsoSpan(text: string): TimeSpan | null {
  const match = isoPattern.exec(text);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = parseInRange(match[2], 1, 12, 1);
  const day = parseInRange(match[3], 1, countDays(year, month ?? 1), 1);
  const hour = parseInRange(match[4], 0, 23, 0);
  const minute = parseInRange(match[5], 0, 59, 0);
  const second = parseInRange(match[6], 0, 59, 0);
  const offset = offsetMs(match[7]);
  if (year < 1 || month === null || day === null || hour === null || minute === null) return null;
  if (second === null || offset === null) return null;
  if (match[2] === undefined) return spans.years(year);
  if (match[3] === undefined) return spans.months(year, month);
  if (match[4] === undefined) return spans.days(year, month, day);
  const start = utc(year, month, day, hour, minute, second).getTime() - offset;
  const durationMs = match[5] === undefined ? 3_600_000 : match[6] === undefined ? 60_000 : secondMs;
  return createSpanBefore(new Date(start), new Date(start + durationMs));
}
