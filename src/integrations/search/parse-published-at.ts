import { dayMs } from '../../domain/values/day-ms.ts';

const units: Readonly<Record<string, number>> = {
  second: 1_000,
  sec: 1_000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  month: 30.44 * dayMs,
  year: 365.25 * dayMs,
};
/** Earlier dates are treated as errors. */
const earliest = Date.UTC(1990, 0, 1);
/** Smaller numbers are seconds, larger ones milliseconds. */
const firstMilliseconds = 1e11;

const relative = /^(an?|\d{1,4})\s+(second|sec|minute|min|hour|day|week|month|year)s?\s+ago$/i;
const plainIso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/;

function parseAge(text: string, now: number): number | null {
  if (/^yesterday$/i.test(text)) return Math.floor(now / dayMs) * dayMs - dayMs;
  const match = relative.exec(text);
  if (match === null) return null;
  const [, count = '', unit = ''] = match;
  const ms = units[unit.toLowerCase()] as number;
  const instant = now - (/^an?$/i.test(count) ? 1 : Number(count)) * ms;
  // An age in days is not more precise than a day.
  return ms < dayMs ? instant : Math.floor(instant / dayMs) * dayMs;
}

function parseInstant(text: string, now: number): number {
  const age = parseAge(text, now);
  if (age !== null) return age;
  const iso = plainIso.exec(text);
  // A time without a zone is interpreted as UTC, not as the zone of this machine.
  if (iso !== null) return Date.parse(`${iso[1]}T${iso[2] ?? '00:00'}Z`);
  if (!/\d{4}/.test(text)) return Number.NaN;
  return Date.parse(/(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text} UTC`);
}

/**
 * Parses a publication time to ISO 8601 in UTC: an ISO or English date, a number of seconds or milliseconds since
 * 1970, or an age in English words ("3 days ago"). Null for other values and for times in the future.
 */
export function parsePublishedAt(value: unknown, now: Date): string | null {
  const at = now.getTime();
  let instant = Number.NaN;
  if (typeof value === 'number') instant = value < firstMilliseconds ? value * 1_000 : value;
  else if (typeof value === 'string' && /^\d{9,13}$/.test(value)) return parsePublishedAt(Number(value), now);
  else if (typeof value === 'string' && value.length <= 60) instant = parseInstant(value.trim(), at);
  if (!(instant >= earliest && instant <= at + dayMs)) return null;
  return new Date(instant).toISOString();
}
