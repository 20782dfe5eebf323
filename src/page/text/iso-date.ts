import { groupOf } from '../../domain/values/elements.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const isoLikePattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)?)?/i;
const compactPattern = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?$/;
const dayFirstPattern =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2}(?=\s+\d{1,2}:\d{2}))(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?:(GMT|UTC|UT|Z)\b|([+-]\d{2}):?(\d{2})|([a-z]{3,4})\b)?)?/i;
const monthFirstPattern = /^(?:[a-z]{3,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i;

/** Offsets of time zones that a date names: those of RFC 5322, 4.3, and others whose name has one meaning. */
const zoneOffsets: Readonly<Record<string, string>> = {
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  CET: '+01:00',
  CEST: '+02:00',
  EET: '+02:00',
  EEST: '+03:00',
  JST: '+09:00',
};

function padTwo(value: string | number): string {
  return String(value).padStart(2, '0');
}

function formatDate(year: string, month: number, day: string): string | null {
  const dayNumber = Number(day);
  if (month < 1 || month > 12 || dayNumber < 1) return null;
  if (dayNumber > new Date(Date.UTC(Number(year), month, 0)).getUTCDate()) return null;
  return `${year}-${padTwo(month)}-${padTwo(dayNumber)}`;
}

function formatTime(parts: readonly (string | undefined)[]): string {
  const [hour, minute, second, utc, zoneHour, zoneMinute, zoneName] = parts;
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return '';
  const named = zoneOffsets[zoneName?.toUpperCase() ?? ''] ?? '';
  const zone = utc !== undefined ? 'Z' : zoneHour === undefined ? named : `${zoneHour}:${zoneMinute ?? '00'}`;
  return `T${padTwo(hour)}:${minute}:${second ?? '00'}${zone === '+00:00' ? 'Z' : zone}`;
}

/**
 * Converts a date in a common notation to ISO 8601: a date, or a date and time with the given zone. Returns null for invalid
 * and ambiguous dates, such as 03/04/2020.
 */
export function parseIsoDate(text: string): string | null {
  const trimmed = text.trim().slice(0, 80);
  const isoLike = isoLikePattern.exec(trimmed);
  if (isoLike !== null) {
    const date = formatDate(groupOf(isoLike, 1), Number(isoLike[2]), groupOf(isoLike, 3));
    return date === null ? null : date + formatTime(isoLike.slice(4));
  }
  const compactMatch = compactPattern.exec(trimmed);
  if (compactMatch !== null) {
    const date = formatDate(groupOf(compactMatch, 1), Number(compactMatch[2]), groupOf(compactMatch, 3));
    return date === null ? null : date + formatTime(compactMatch.slice(4));
  }
  const day = dayFirstPattern.exec(trimmed);
  if (day !== null) {
    const date = formatDate(fullYear(groupOf(day, 3)), parseMonth(groupOf(day, 2)), groupOf(day, 1));
    return date === null ? null : date + formatTime(day.slice(4));
  }
  const month = monthFirstPattern.exec(trimmed);
  return month === null
    ? null
    : formatDate(groupOf(month, 3), parseMonth(groupOf(month, 1)), groupOf(month, 2));
}

/** Returns a year with four digits: of two digits, one from 1950 to 2049 (RFC 5322, 4.3). */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 50 ? '20' : '19'}${year}`;
}

function parseMonth(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
