import type { FetchResource } from '../../fetching/fetch-resource.ts';
import type { RobotsGate } from '../../fetching/stages/robots-gate.ts';
import { robotsToken } from '../../fetching/user-agent.ts';
import { computeUrlDigest } from '../../jobs/frontier/finished-page.ts';
import type { NewUrl } from '../../jobs/records/job-creation.ts';
import { readSitemap } from '../../site/sitemap/read-sitemap.ts';
import type { ExitOptions } from '../../web/exits/choose-exit.ts';
import type { LinkSelector } from './link-selector.ts';

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
  exitOptions: ExitOptions;
  signal: AbortSignal;
}

/** Maximum size of a sitemap by the sitemaps.org protocol. */
const maxSitemapBytes = 50_000_000;
const sitemapTimeoutMs = 120_000;
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

function createSitemapEntry(url: string, depth: number): NewUrl {
  return { kind: 'sitemap', url, digest: computeUrlDigest(`sitemap ${url}`), depth };
}

/** Returns the sitemaps that robots.txt names, otherwise the default locations. */
async function findNamedSitemaps(sitemap: SitemapRequest, { robots }: SitemapPorts): Promise<NewUrl[]> {
  const url = new URL(sitemap.url);
  const rules = await robots.rules(url, sitemap.signal, sitemap.exitOptions);
  const covered = (rules?.sitemaps ?? [])
    .filter((address) => sitemap.links.covers(address))
    .slice(0, countWantedSitemaps(sitemap.limit));
  const addresses = covered.length > 0 ? covered : defaultSitemapPaths.map((path) => new URL(path, url).href);
  return addresses.map((address) => createSitemapEntry(address, 1));
}

/** Returns the pages (at depth 1) and further sitemaps of a sitemap, a sitemap index or robots.txt. */
export async function followSitemap(sitemap: SitemapRequest, ports: SitemapPorts): Promise<NewUrl[]> {
  if (sitemap.depth === 0) return findNamedSitemaps(sitemap, ports);
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
    timeoutMs: sitemapTimeoutMs,
    crawlDelayMs: delay === null ? null : delay * 1_000,
  };
  const { response } = await ports.fetchResource(request, sitemap.signal);
  if (response === null || response.statusCode !== 200) return [];
  const entries: NewUrl[] = [];
  let sitemaps = 0;
  const wantedSitemaps = countWantedSitemaps(sitemap.limit);
  const options = {
    url: response.finalUrl,
    take(entry: { url: string; kind: 'page' | 'sitemap' }) {
      if (entry.kind === 'page') entries.push(...sitemap.links.selectOne(entry.url, 1).added);
      else if (
        sitemap.depth < maxIndexDepth &&
        sitemaps < wantedSitemaps &&
        sitemap.links.covers(entry.url)
      ) {
        sitemaps += 1;
        entries.push(createSitemapEntry(entry.url, sitemap.depth + 1));
      }
      return entries.length - sitemaps < sitemap.maxPages;
    },
  };
  await readSitemap(response.body, options, sitemap.signal);
  return entries;
}
