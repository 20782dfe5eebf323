import { spanOfDigits } from '../../domain/time-span.ts';
import { timestampOf } from './timestamps.ts';

/** One crawl of Common Crawl: an index of its own. */
export interface CrawlIndex {
  id: string;
  /** Path of its index, below the index host. */
  path: string;
  /** First and last second that it covers. */
  from: Date;
  until: Date;
}

const dayMs = 24 * 3_600_000;

/** Monday of an ISO 8601 week. */
function mondayOf(year: number, week: number): Date {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * dayMs;
  return new Date(monday + (week - 1) * 7 * dayMs);
}

/** What an id says of when the crawl was: `CC-MAIN-2025-21` is a week, older ids are years. */
function spanOfId(id: string): { from: Date; until: Date } | null {
  const week = /^CC-MAIN-(\d{4})-(\d{2})$/.exec(id);
  if (week !== null) {
    const from = mondayOf(Number(week[1]), Number(week[2]));
    return { from, until: new Date(from.getTime() + 21 * dayMs) };
  }
  const years = /(\d{4})(?:-(\d{4}))?/.exec(id);
  if (years === null) return null;
  const from = spanOfDigits(years[1] as string)?.from;
  const until = spanOfDigits(years[2] ?? (years[1] as string))?.until;
  return from === undefined || until === undefined ? null : { from, until };
}

function dateOf(value: unknown): Date | null {
  const date = new Date(typeof value === 'string' ? `${value.replace(/Z$/, '')}Z` : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The crawls of a `collinfo.json`, newest first; null for anything else. An empty list is no list: it means an outage. */
export function readCrawlList(value: unknown): CrawlIndex[] | null {
  if (!Array.isArray(value)) return null;
  const crawls = value.flatMap((item: unknown): CrawlIndex[] => {
    const { id, 'cdx-api': api, from, to } = (item ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || !/^[\w.-]{1,60}$/.test(id)) return [];
    const byId = spanOfId(id);
    const span = { from: dateOf(from) ?? byId?.from, until: dateOf(to) ?? byId?.until };
    if (span.from === undefined || span.until === undefined) return [];
    const path = typeof api === 'string' ? URL.parse(api)?.pathname : undefined;
    return [{ id, path: path ?? `/${id}-index`, from: span.from, until: span.until }];
  });
  return crawls.length === 0 ? null : crawls.sort((one, other) => other.from.getTime() - one.from.getTime());
}

/** The crawls that lie nearest to an instant, at most `count`, nearest first. */
export function crawlsNear(crawls: readonly CrawlIndex[], instant: Date, count: number): CrawlIndex[] {
  const at = instant.getTime();
  const distance = ({ from, until }: CrawlIndex) => Math.max(0, from.getTime() - at, at - until.getTime());
  return crawls.toSorted((one, other) => distance(one) - distance(other)).slice(0, count);
}

/** Crawls of a window: at most `count`, evenly spread, the first and the last among them. */
export function crawlsWithin(
  crawls: readonly CrawlIndex[],
  from: string | null,
  until: string | null,
  count: number,
): CrawlIndex[] {
  const inside = crawls.filter(
    (crawl) =>
      (from === null || timestampOf(crawl.until) >= from) &&
      (until === null || timestampOf(crawl.from) <= until),
  );
  if (inside.length <= count) return inside;
  const step = (inside.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, at) => inside[Math.round(at * step)] as CrawlIndex);
}

/** For listing addresses: the newest of the window, and one a year further back. */
export function crawlsForAddresses(
  crawls: readonly CrawlIndex[],
  from: string | null,
  until: string | null,
): CrawlIndex[] {
  const inside = crawlsWithin(crawls, from, until, crawls.length);
  const years = new Set<number>();
  return inside.filter((crawl, at) => {
    const year = crawl.from.getUTCFullYear();
    const isFirst = !years.has(year);
    years.add(year);
    return at === 0 || isFirst;
  });
}
