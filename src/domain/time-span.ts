/** A stretch of time, to the second: its first and its last second, both inside. */
export interface TimeSpan {
  from: Date;
  until: Date;
}

const secondMs = 1_000;

/** An instant of UTC; a month of 13 or a day of 0 goes over into the next or the last, as `Date.UTC` has it. */
export function utc(year: number, month = 1, day = 1, hour = 0, minute = 0, second = 0): Date {
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  instant.setUTCHours(hour, minute, second, 0);
  return instant;
}

/** From `from` up to the second before `end`. */
export function spanUpTo(from: Date, end: Date): TimeSpan {
  return { from, until: new Date(end.getTime() - secondMs) };
}

/** Whole years, months or days from a first to a last one. */
export const spans = {
  years: (first: number, last = first): TimeSpan => spanUpTo(utc(first), utc(last + 1)),
  months: (year: number, first: number, last = first): TimeSpan =>
    spanUpTo(utc(year, first), utc(year, last + 1)),
  days: (year: number, month: number, first: number, last = first): TimeSpan =>
    spanUpTo(utc(year, month, first), utc(year, month, last + 1)),
};

/** The instant halfway. */
export function middleOf({ from, until }: TimeSpan): Date {
  return new Date((from.getTime() + until.getTime()) / 2);
}

/** Milliseconds between an instant and the span; 0 inside. */
export function distanceTo({ from, until }: TimeSpan, instant: Date): number {
  const at = instant.getTime();
  // The last second lasts until the next one.
  const end = until.getTime() + secondMs - 1;
  return Math.max(0, from.getTime() - at, at - end);
}

/** A number within the days, hours, minutes and so on that there are, or null. */
function within(text: string | undefined, least: number, most: number, unless: number): number | null {
  if (text === undefined) return unless;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

function daysIn(year: number, month: number): number {
  return utc(year, month + 1, 0).getUTCDate();
}

/** One place of a digit timestamp: what is left of it to be read, and the values that its digits allow. */
function place(
  digits: string,
  least: number,
  most: number,
): { rest: string; low: number; high: number } | null {
  const own = digits.slice(0, 2);
  if (own === '') return { rest: '', low: least, high: most };
  const low = Math.max(least, Number(own.padEnd(2, '0')));
  const high = Math.min(most, Number(own.padEnd(2, '9')));
  return low > high ? null : { rest: digits.slice(2), low, high };
}

/**
 * The span of a timestamp of 4 to 14 digits, `yyyyMMddhhmmss` cut anywhere: all instants that begin like it. Null for
 * digits that are no time.
 */
export function spanOfDigits(digits: string): TimeSpan | null {
  if (!/^\d{4,14}$/.test(digits)) return null;
  const year = Number(digits.slice(0, 4));
  const month = place(digits.slice(4), 1, 12);
  const day = month && place(month.rest, 1, digits.length > 6 ? daysIn(year, month.low) : 31);
  const hour = day && place(day.rest, 0, 23);
  const minute = hour && place(hour.rest, 0, 59);
  const second = minute && place(minute.rest, 0, 59);
  if (year < 1 || !month || !day || !hour || !minute || !second) return null;
  const lastDay = digits.length > 6 ? day.high : daysIn(year, month.high);
  return {
    from: utc(year, month.low, day.low, hour.low, minute.low, second.low),
    until: utc(year, month.high, lastDay, hour.high, minute.high, second.high),
  };
}

const isoPattern =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)?(?: ?(Z|UTC|[+-]\d{2}(?::?\d{2})?))?)?)?)?$/i;

function offsetMs(zone: string | undefined): number | null {
  if (zone === undefined || /^(z|utc)$/i.test(zone)) return 0;
  const hours = within(zone.slice(1, 3), 0, 14, 0);
  const minutes = within(/(\d{2})$/.exec(zone.slice(3))?.[1], 0, 59, 0);
  if (hours === null || minutes === null) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * The span of an ISO 8601 date or time at the precision it is written in: `2019`, `2019-06`, `2019-06-03`,
 * `2019-06-03T14:00Z`. A time without a zone is UTC. Null for anything else.
 */
export function spanOfIso(text: string): TimeSpan | null {
  const match = isoPattern.exec(text);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = within(match[2], 1, 12, 1);
  const day = within(match[3], 1, daysIn(year, month ?? 1), 1);
  const hour = within(match[4], 0, 23, 0);
  const minute = within(match[5], 0, 59, 0);
  const second = within(match[6], 0, 59, 0);
  const offset = offsetMs(match[7]);
  if (year < 1 || month === null || day === null || hour === null || minute === null) return null;
  if (second === null || offset === null) return null;
  if (match[2] === undefined) return spans.years(year);
  if (match[3] === undefined) return spans.months(year, month);
  if (match[4] === undefined) return spans.days(year, month, day);
  const start = utc(year, month, day, hour, minute, second).getTime() - offset;
  const lasts = match[5] === undefined ? 3_600_000 : match[6] === undefined ? 60_000 : secondMs;
  return spanUpTo(new Date(start), new Date(start + lasts));
}
