import { dayMs } from '../../../domain/values/day-ms.ts';

const pattern = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Returns a date or time (RFC 5545 3.3.4 and 3.3.5, RFC 6350 4.3) in ISO 8601; other values as they are. */
export function calendarDate(value: string): string {
  const match = pattern.exec(value.trim());
  if (match === null) return value.trim();
  const [, year, month, day, hour, minute, second = '00', zone = ''] = match;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`;
}

/** Returns the day before a date in ISO 8601: the end of an event of whole days is the day after it. */
export function dayBefore(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  const before = Number.isNaN(time) ? '' : new Date(time - dayMs).toISOString();
  // The year before 0 has another form.
  return /^\d/.test(before) ? before.slice(0, 10) : date;
}
