import type { Warning } from '../../domain/pages/outcome.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import type { RobotsGate } from '../../fetching/stages/robots-gate.ts';
import { robotsToken } from '../../fetching/user-agent.ts';
import { computeUrlDigest } from '../../jobs/frontier/finished-page.ts';
import type { NewUrl } from '../../jobs/records/create-job.ts';
import { readSitemap } from '../../site/sitemap/read-sitemap.ts';
import type { ExitOptions } from '../../web/exits/choose-exit.ts';
import type { LinkSelector } from './link-selector.ts';
import type { SitemapBudget } from './sitemap-budget.ts';

/** Dependencies of {@link followSitemap}. */
export interface SitemapPorts {
  fetchResource: FetchResource;
  robots: RobotsGate;
  robotsPolicy: 'respect' | 'ignore';
}

/** One sitemap of the frontier. */
export interface SitemapRequest {
  url: string;
  /** 0 for robots.txt, 1 for the sitemaps it names, more for sitemaps in an index. */
  depth: number;
  links: LinkSelector;
  /** Maximum number of pages to take. */
  maxPages: number;
  /** Number of pages that the job reads. */
  limit: number;
  /** Limits of all sitemaps of the job together. */
  budget: SitemapBudget;
  exitOptions: ExitOptions;
  signal: AbortSignal;
}

/** Maximum size of a sitemap by the sitemaps.org protocol. */
const maxSitemapBytes = 50_000_000;
const defaultSitemapPaths = ['/sitemap.xml', '/sitemap_index.xml'];
/** Maximum depth of nested sitemap indexes. */
const maxIndexDepth = 3;
/** Minimum and maximum number of sitemaps that one file may name. */
const minSitemaps = 4;
const maxSitemaps = 100;
const pagesPerSitemap = 5;

/** Returns the number of sitemaps that one file may name, in proportion to the pages of the job. */
function countWantedSitemaps(limit: number): number {
  return Math.min(maxSitemaps, Math.max(minSitemaps, Math.ceil(limit / pagesPerSitemap)));
}

/** The URLs that a sitemap names. */
export interface FollowedSitemap {
  found: NewUrl[];
  warnings: Warning[];
}

const sitemapsLeftWarning: Warning = {
  code: 'sitemaps_left',
  message:
    'Not all sitemaps were read: their number, size and time are limited in proportion to `limit`. Pages that only the others name are missing.',
};

function createSitemapEntry(url: string, depth: number): NewUrl {
  return { kind: 'sitemap', url, digest: computeUrlDigest(`sitemap ${url}`), depth };
}

/** Returns the sitemaps that robots.txt names, otherwise the default locations. */
async function findNamedSitemaps(
  sitemap: SitemapRequest,
  { robots }: SitemapPorts,
): Promise<FollowedSitemap> {
  const url = new URL(sitemap.url);
  const rules = await robots.rules(url, sitemap.signal, sitemap.exitOptions);
  const covered = (rules?.sitemaps ?? []).filter((address) => sitemap.links.covers(address));
  const wanted = covered.slice(0, countWantedSitemaps(sitemap.limit));
  const addresses = wanted.length > 0 ? wanted : defaultSitemapPaths.map((path) => new URL(path, url).href);
  return {
    found: addresses.map((address) => createSitemapEntry(address, 1)),
    warnings: wanted.length < covered.length ? [sitemapsLeftWarning] : [],
  };
}

/** Returns the pages (at depth 1) and further sitemaps of a sitemap, a sitemap index or robots.txt. */
export async function followSitemap(sitemap: SitemapRequest, ports: SitemapPorts): Promise<FollowedSitemap> {
  if (sitemap.depth === 0) return findNamedSitemaps(sitemap, ports);
  const timeoutMs = sitemap.budget.start();
  if (timeoutMs === null) return { found: [], warnings: [sitemapsLeftWarning] };
  const startedAt = performance.now();
  let bytes = 0;
  try {
    const { bytes: readBytes, ...followed } = await readEntries(sitemap, timeoutMs, ports);
    bytes = readBytes;
    return followed;
  } finally {
    sitemap.budget.spend({ bytes, ms: performance.now() - startedAt });
  }
}

async function readEntries(
  sitemap: SitemapRequest,
  timeoutMs: number,
  ports: SitemapPorts,
): Promise<FollowedSitemap & { bytes: number }> {
  const url = new URL(sitemap.url);
  const rules =
    ports.robotsPolicy === 'respect'
      ? await ports.robots.rules(url, sitemap.signal, sitemap.exitOptions)
      : null;
  const delay = rules?.crawlDelay(robotsToken) ?? null;
  const request = {
    url,
    exitOptions: sitemap.exitOptions,
    maxBytes: maxSitemapBytes,
    timeoutMs,
    crawlDelayMs: delay === null ? null : delay * 1_000,
  };
  const { response } = await ports.fetchResource(request, sitemap.signal);
  if (response === null || response.statusCode !== 200) return { found: [], warnings: [], bytes: 0 };
  const entries: NewUrl[] = [];
  let sitemaps = 0;
  let hasMoreSitemaps = false;
  const wantedSitemaps = countWantedSitemaps(sitemap.limit);
  const options = {
    url: response.finalUrl,
    take(entry: { url: string; kind: 'page' | 'sitemap' }) {
      if (entry.kind === 'page') entries.push(...sitemap.links.selectOne(entry.url, 1).added);
      else if (sitemap.links.covers(entry.url)) {
        if (sitemap.depth >= maxIndexDepth || sitemaps >= wantedSitemaps) {
          hasMoreSitemaps = true;
          return false;
        }
        sitemaps += 1;
        entries.push(createSitemapEntry(entry.url, sitemap.depth + 1));
      }
      return entries.length - sitemaps < sitemap.maxPages;
    },
  };
  const { bytes } = await readSitemap(response.body, options, sitemap.signal);
  return { found: entries, warnings: hasMoreSitemaps ? [sitemapsLeftWarning] : [], bytes };
}
