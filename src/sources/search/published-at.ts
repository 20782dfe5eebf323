const units: Readonly<Record<string, number>> = {
  second: 1_000,
  sec: 1_000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30.44 * 86_400_000,
  year: 365.25 * 86_400_000,
};
const dayMs = units.day as number;
/** Nothing on the web is older. */
const earliest = Date.UTC(1990, 0, 1);
/** Numbers below this are seconds. */
const firstMilliseconds = 1e11;

const relative = /^(an?|\d{1,4})\s+(second|sec|minute|min|hour|day|week|month|year)s?\s+ago$/i;
const plainIso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/;

function ageOf(text: string, now: number): number | null {
  if (/^yesterday$/i.test(text)) return Math.floor(now / dayMs) * dayMs - dayMs;
  const match = relative.exec(text);
  if (match === null) return null;
  const [, count = '', unit = ''] = match;
  const ms = units[unit.toLowerCase()] as number;
  const instant = now - (/^an?$/i.test(count) ? 1 : Number(count)) * ms;
  // An age in days says no more than the day.
  return ms < dayMs ? instant : Math.floor(instant / dayMs) * dayMs;
}

function instantOf(text: string, now: number): number {
  const age = ageOf(text, now);
  if (age !== null) return age;
  const iso = plainIso.exec(text);
  // What names no zone is taken as UTC, never as the zone of this machine.
  if (iso !== null) return Date.parse(`${iso[1]}T${iso[2] ?? '00:00'}Z`);
  if (!/\d{4}/.test(text)) return Number.NaN;
  return Date.parse(/(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text} UTC`);
}

/**
 * When something was published, as ISO 8601 in UTC: from an ISO or English date, a number of seconds or milliseconds since
 * 1970, or an age in English words ("3 days ago"). Null for what makes no sense or lies in the future.
 */
export function publishedAt(value: unknown, now: Date): string | null {
  const at = now.getTime();
  let instant = Number.NaN;
  if (typeof value === 'number') instant = value < firstMilliseconds ? value * 1_000 : value;
  else if (typeof value === 'string' && /^\d{9,13}$/.test(value)) return publishedAt(Number(value), now);
  else if (typeof value === 'string' && value.length <= 60) instant = instantOf(value.trim(), at);
  if (!(instant >= earliest && instant <= at + dayMs)) return null;
  return new Date(instant).toISOString();
}
