import { dayMs } from '../../domain/values/day-ms.ts';
import type { BoundedSets } from './bounded-sets.ts';

/** Date that a URL of a calendar or archive refers to. */
export interface DatedUrl {
  /** Days since 1970-01-01. */
  day: number;
  unit: 'month' | 'day';
  /** URL without the date; equal for all pages of one calendar. */
  pattern: string;
  isInQuery: boolean;
  /** True if the month has two digits: `/topic/2031/2` is the second page of a topic. */
  isPadded: boolean;
}

const year = '(1[6-9]\\d\\d|2[01]\\d\\d)';
const month = '(0?[1-9]|1[0-2])';
const day = '(0?[1-9]|[12]\\d|3[01])';
/** A date at the end of the path; a date followed by a title belongs to an article. */
const pathDate = new RegExp(`[/_-]${year}[/-]${month}(?:[/-]${day})?/?$`);
const denseDate = /^(1[6-9]\d\d|2[01]\d\d)-?(0[1-9]|1[0-2])(?:-?(0[1-9]|[12]\d|3[01]))?(?:T.*)?$/;
const calendarWord =
  /calend|kalend|event|agenda|termin|schedule|booking|availab|verfuegbar|belegung|programm?e?\b|cartelera|evenement/i;

function dayOf(years: string, months: string, days: string | undefined): number {
  return Date.UTC(Number(years), Number(months) - 1, Number(days ?? 1)) / dayMs;
}

function dateInPath(url: URL): DatedUrl | null {
  const match = pathDate.exec(url.pathname);
  if (match === null) return null;
  const [, years, months, days] = match as unknown as [string, string, string, string | undefined];
  const pattern = `${url.host}${url.pathname.slice(0, match.index)}`;
  const unit = days === undefined ? 'month' : 'day';
  return { day: dayOf(years, months, days), unit, pattern, isInQuery: false, isPadded: months.length === 2 };
}

/** Finds `date=2026-11-05`, `m=202611`, or `year=2026&month=11&day=5` under common names. */
function dateInQuery(url: URL): DatedUrl | null {
  const pattern = `${url.host}${url.pathname}?`;
  const parts: { year?: string; month?: string; day?: string } = {};
  for (const [name, value] of url.searchParams) {
    const dense = denseDate.exec(value);
    if (dense !== null && value.length >= 6) {
      const [, years, months, days] = dense as unknown as [string, string, string, string | undefined];
      const unit = days === undefined ? 'month' : 'day';
      return {
        day: dayOf(years, months, days),
        unit,
        pattern: pattern + name,
        isInQuery: true,
        isPadded: true,
      };
    }
    const part = /(?:^|[^a-z])(y(?:ear|r)?|jahr|annee|m(?:onth|o)?|monat|mois|d(?:ay)?|tag|jour)$/i.exec(
      name,
    )?.[1];
    if (part === undefined || !/^\d{1,4}$/.test(value)) continue;
    const key = /^[yja]/i.test(part) && !/^jour/i.test(part) ? 'year' : /^m/i.test(part) ? 'month' : 'day';
    parts[key] ??= value;
  }
  if (!/^\d{4}$/.test(parts.year ?? '') || !/^(?:0?[1-9]|1[0-2])$/.test(parts.month ?? '')) return null;
  const unit = parts.day === undefined ? 'month' : 'day';
  return {
    day: dayOf(parts.year as string, parts.month as string, parts.day),
    unit,
    pattern,
    isInQuery: true,
    isPadded: true,
  };
}

/** Maximum number of pages of one calendar, and how far they may lie in the future. */
interface CalendarLimits {
  maxMonths: number;
  maxDays: number;
  maxFutureDays: number;
}

// A date in the path is usually an archive, a date in a query less often, and a calendar has no end.
const archiveLimits: CalendarLimits = { maxMonths: 1200, maxDays: 5000, maxFutureDays: 730 };
const queryLimits: CalendarLimits = { maxMonths: 150, maxDays: 366, maxFutureDays: 400 };
const calendarLimits: CalendarLimits = { maxMonths: 60, maxDays: 100, maxFutureDays: 400 };
/** Earlier dates in queries and calendars belong to endless navigation into the past. */
const earliestDay = 0;

/** Returns the date that a URL refers to, or null. */
export function findDate(url: URL): DatedUrl | null {
  if (!/\d{4}/.test(url.pathname + url.search)) return null;
  return dateInQuery(url) ?? dateInPath(url);
}

/** Returns true if a URL is a further page of a calendar above its limits; otherwise records it. */
export function isEndlessCalendar(url: URL, now: Date, visited: BoundedSets): boolean {
  const dated = findDate(url);
  if (dated === null) return false;
  const isCalendar = calendarWord.test(url.pathname);
  if (!isCalendar && !dated.isPadded) return false;
  const limits = isCalendar ? calendarLimits : dated.isInQuery ? queryLimits : archiveLimits;
  if (dated.day > now.getTime() / dayMs + limits.maxFutureDays) return true;
  if (dated.day < earliestDay && (isCalendar || dated.isInQuery)) return true;
  const pages = visited.get(`${dated.pattern} ${dated.unit}`);
  if (pages.has(dated.day)) return false;
  if (pages.size >= (dated.unit === 'month' ? limits.maxMonths : limits.maxDays)) return true;
  pages.add(dated.day);
  return false;
}
