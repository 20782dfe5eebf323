import { dayMs } from '../../../domain/values/day-ms.ts';
import { groupOf, itemAt } from '../../../domain/values/elements.ts';
import type { CaptureQuery } from '../archive.ts';
import { parseDigitSpan } from '../time/time-span.ts';
import { formatTimestamp, parseTimestamp } from './timestamps.ts';

/** One crawl of Common Crawl, which has its own index. */
export interface CrawlIndex {
  id: string;
  /** Path of its index, relative to the index host. */
  path: string;
  /** First and last second that it covers. */
  from: Date;
  until: Date;
}

/** Maximum number of indexes queried for captures: no query covers all of them, and the server is slow. */
const maxQueriedCrawls = 3;

/** Returns the Monday of an ISO 8601 week. */
function findMonday(year: number, week: number): Date {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * dayMs;
  return new Date(monday + (week - 1) * 7 * dayMs);
}

/** Derives the period of a crawl from its id: `CC-MAIN-2025-21` is a week, older ids are years. */
function parseCrawlPeriod(id: string): { from: Date; until: Date } | null {
  const week = /^CC-MAIN-(\d{4})-(\d{2})$/.exec(id);
  if (week !== null) {
    const from = findMonday(Number(week[1]), Number(week[2]));
    return { from, until: new Date(from.getTime() + 21 * dayMs) };
  }
  const years = /(\d{4})(?:-(\d{4}))?/.exec(id);
  if (years === null) return null;
  const from = parseDigitSpan(groupOf(years, 1))?.from;
  const until = parseDigitSpan(years[2] ?? groupOf(years, 1))?.until;
  return from === undefined || until === undefined ? null : { from, until };
}

function parseDate(value: unknown): Date | null {
  const date = new Date(typeof value === 'string' ? `${value.replace(/Z$/, '')}Z` : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * Parses the crawls of a `collinfo.json`, newest first; null for anything else. An empty list also gives null: it
 * means an outage.
 */
export function parseCrawlList(value: unknown): CrawlIndex[] | null {
  if (!Array.isArray(value)) return null;
  const crawls = value.flatMap((item: unknown): CrawlIndex[] => {
    const { id, 'cdx-api': api, from, to } = (item ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || !/^[\w.-]{1,60}$/.test(id)) return [];
    const byId = parseCrawlPeriod(id);
    const span = { from: parseDate(from) ?? byId?.from, until: parseDate(to) ?? byId?.until };
    if (span.from === undefined || span.until === undefined) return [];
    const path = typeof api === 'string' ? URL.parse(api)?.pathname : undefined;
    return [{ id, path: path ?? `/${id}-index`, from: span.from, until: span.until }];
  });
  return crawls.length === 0 ? null : crawls.sort((one, other) => other.from.getTime() - one.from.getTime());
}

/** Returns at most `count` crawls nearest to an instant, nearest first. */
function findNearestCrawls(crawls: readonly CrawlIndex[], instant: Date, count: number): CrawlIndex[] {
  const at = instant.getTime();
  const distance = ({ from, until }: CrawlIndex) => Math.max(0, from.getTime() - at, at - until.getTime());
  return crawls.toSorted((one, other) => distance(one) - distance(other)).slice(0, count);
}

/** Returns at most `count` crawls of a window, evenly distributed, including the first and the last. */
export function sampleCrawls(
  crawls: readonly CrawlIndex[],
  from: string | null,
  until: string | null,
  count: number,
): CrawlIndex[] {
  const inside = crawls.filter(
    (crawl) =>
      (from === null || formatTimestamp(crawl.until) >= from) &&
      (until === null || formatTimestamp(crawl.from) <= until),
  );
  if (inside.length <= count) return inside;
  const step = (inside.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, at) => itemAt(inside, Math.round(at * step)));
}

/** Returns the crawls used to list URLs: the newest of the window, and one for each earlier year. */
export function selectCrawlsForUrls(
  crawls: readonly CrawlIndex[],
  from: string | null,
  until: string | null,
): CrawlIndex[] {
  const inside = sampleCrawls(crawls, from, until, crawls.length);
  const years = new Set<number>();
  return inside.filter((crawl, at) => {
    const year = crawl.from.getUTCFullYear();
    const isFirst = !years.has(year);
    years.add(year);
    return at === 0 || isFirst;
  });
}

/** Selects the crawls to query for captures. */
export function selectCrawlsForCaptures(
  crawls: readonly CrawlIndex[],
  { order, from, until, limit }: CaptureQuery,
): CrawlIndex[] {
  if (typeof order === 'object')
    return findNearestCrawls(crawls, parseTimestamp(order.closest), maxQueriedCrawls);
  const inside = sampleCrawls(crawls, from, until, crawls.length);
  // Either a few captures from one end are needed, or as many as possible from the whole window.
  if (limit > 100) return sampleCrawls(inside, from, until, maxQueriedCrawls);
  return order === 'newest' ? inside.slice(0, maxQueriedCrawls) : inside.slice(-maxQueriedCrawls).reverse();
}
