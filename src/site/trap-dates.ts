import type { BoundedSets } from './bounded-sets.ts';

/** The date that an address is a page for. */
interface DatedAddress {
  /** Days since 1970. */
  day: number;
  unit: 'month' | 'day';
  /** Where the date was taken from; two addresses of one calendar have the same. */
  pattern: string;
  isInQuery: boolean;
  /** Whether its month was written with two digits: `/topic/2031/2` is the second page of a topic. */
  isPadded: boolean;
}

const year = '(1[6-9]\\d\\d|2[01]\\d\\d)';
const month = '(0?[1-9]|1[0-2])';
const day = '(0?[1-9]|[12]\\d|3[01])';
/** A date that ends the path: what follows one by a title is an article, not a leaf of a calendar. */
const pathDate = new RegExp(`[/_-]${year}[/-]${month}(?:[/-]${day})?/?$`);
const denseDate = /^(1[6-9]\d\d|2[01]\d\d)-?(0[1-9]|1[0-2])(?:-?(0[1-9]|[12]\d|3[01]))?(?:T.*)?$/;
const calendarWord =
  /calend|kalend|event|agenda|termin|schedule|booking|availab|verfuegbar|belegung|programm?e?\b|cartelera|evenement/i;
const msPerDay = 86_400_000;

function dayOf(years: string, months: string, days: string | undefined): number {
  return Date.UTC(Number(years), Number(months) - 1, Number(days ?? 1)) / msPerDay;
}

function inPath(url: URL): DatedAddress | null {
  const found = pathDate.exec(url.pathname);
  if (found === null) return null;
  const [, years, months, days] = found as unknown as [string, string, string, string | undefined];
  const pattern = `${url.host}${url.pathname.slice(0, found.index)}`;
  const unit = days === undefined ? 'month' : 'day';
  return { day: dayOf(years, months, days), unit, pattern, isInQuery: false, isPadded: months.length === 2 };
}

/** `date=2026-11-05`, `m=202611`, or `year=2026&month=11&day=5` under any usual names. */
function inQuery(url: URL): DatedAddress | null {
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

/** How many leaves one calendar may have, and how far ahead it may look. */
interface Allowance {
  months: number;
  days: number;
  aheadDays: number;
}

/** An archive by date in the path is believed; a query that names dates less; what calls itself a calendar least. */
const archive: Allowance = { months: 1200, days: 5000, aheadDays: 730 };
const query: Allowance = { months: 150, days: 366, aheadDays: 400 };
const calendar: Allowance = { months: 60, days: 100, aheadDays: 400 };
/** Before this, dates in queries and calendars are steps of an endless walk back. */
const earliestDay = 0;

/** Whether an address is a leaf of a calendar that has shown enough; notes it when not. */
export function isEndlessCalendar(url: URL, now: Date, seen: BoundedSets): boolean {
  if (!/\d{4}/.test(url.pathname + url.search)) return false;
  const dated = inQuery(url) ?? inPath(url);
  if (dated === null) return false;
  const isCalendar = calendarWord.test(url.pathname);
  if (!isCalendar && !dated.isPadded) return false;
  const allowed = isCalendar ? calendar : dated.isInQuery ? query : archive;
  if (dated.day > now.getTime() / msPerDay + allowed.aheadDays) return true;
  if (dated.day < earliestDay && (isCalendar || dated.isInQuery)) return true;
  const leaves = seen.of(`${dated.pattern} ${dated.unit}`);
  if (leaves.has(dated.day)) return false;
  if (leaves.size >= (dated.unit === 'month' ? allowed.months : allowed.days)) return true;
  leaves.add(dated.day);
  return false;
}
