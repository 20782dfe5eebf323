import type { Warning } from '../../domain/outcome.ts';
import type { Attempt } from '../../domain/receipt.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { RobotsGate } from '../../fetching/robots-gate.ts';
import { robotsToken } from '../../fetching/user-agent.ts';
import { headLinksOf } from '../../site/head-links.ts';
import type { RobotsRules } from '../../site/robots.ts';
import { createScope } from '../../site/scope.ts';
import { createLinkCollection, type LinkCollection } from './link-collection.ts';
import type { MapLink } from './map-answer.ts';
import type { MapCommand } from './map-request.ts';
import { rankLinks } from './rank-links.ts';
import { createSitemapWalk, type SitemapWalk } from './sitemap-walk.ts';

/** What finding links needs of the other rooms. */
export interface FindLinksPorts {
  fetchResource: FetchResource;
  robots: RobotsGate;
}

/** What was found of a site. */
export interface FoundSite {
  /** All that match, best first or in the order found. */
  links: MapLink[];
  /** Addresses found before the search was applied. */
  foundInAll: number;
  /** Why not everything may have been found; empty when it was. */
  gaps: Warning[];
  attempts: Attempt[];
}

/** Addresses held at most while a site is mapped. */
const mostLinks = 150_000;
/** The protocol's limit on one sitemap, decompressed. */
const maxSitemapBytes = 50_000_000;
const fileWithinMs = 30_000;
const filesAtOnce = 4;
/** After this, what was found is answered; below the time that every operation answers within. */
const walkWithinMs = 100_000;
/** So many sitemaps are always read, so that `total` tells something of the site. */
const fewestFiles = 10;

/** Where sitemaps usually stand when nobody names them, likeliest first. */
const usualPlaces = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
  '/wp-sitemap.xml',
];

function addPage(collection: LinkCollection, { page }: FetchedPage, url: string): void {
  const description = page.metadata.description ?? null;
  collection.add({ url, source: 'link', title: page.title, description });
  for (const link of page.links ?? []) collection.add({ url: link.url, source: 'link', title: link.text });
}

function openWalk(
  command: MapCommand,
  ports: FindLinksPorts,
  site: string,
  rules: RobotsRules | null,
  collection: LinkCollection,
  signal: AbortSignal,
): SitemapWalk {
  const delay = rules?.crawlDelay(robotsToken) ?? null;
  const wish = { country: command.country, strictCountry: false, network: 'service' as const };
  const crawlDelayMs = delay === null ? null : delay * 1000;
  // Waiting for one's turn counts as well.
  const limits = { maxBytes: maxSitemapBytes, timeoutMs: fileWithinMs + (crawlDelayMs ?? 0) };
  return createSitemapWalk({
    site,
    signal,
    filesAtOnce: crawlDelayMs === null ? filesAtOnce : 1,
    fetch: (url, stop) => ports.fetchResource({ url, wish, crawlDelayMs, ...limits }, stop),
    take(entry) {
      collection.add({ ...entry, source: 'sitemap' });
      return !collection.isFull;
    },
    wantsMore: (filesRead) =>
      !collection.isFull &&
      (command.search !== null || collection.size < command.limit || filesRead < fewestFiles),
  });
}

/** Reads the sitemaps that the site names, else those in the usual places, then the feeds; true when any is a sitemap. */
async function walkSitemaps(
  walk: SitemapWalk,
  site: string,
  named: readonly string[],
  feeds: readonly string[],
): Promise<boolean> {
  let sitemaps = await walk.read(named, true);
  for (const place of usualPlaces) {
    if (sitemaps > 0) break;
    sitemaps = await walk.read([new URL(place, site).href], false);
  }
  await walk.read(feeds, true);
  return sitemaps > 0;
}

const noSitemap: Warning = {
  code: 'no_sitemap',
  message: 'The site has no sitemap that could be found; pages without a link on the start page are missing.',
};
const sitemapSkipped: Warning = {
  code: 'sitemap_skipped',
  message: 'Only the links of the start page are listed, as asked.',
};
const robotsNotRead: Warning = {
  code: 'robots_not_read',
  message: 'robots.txt could not be read; sitemaps that it names are missing.',
};
const tooMany: Warning = {
  code: 'too_many_links',
  message: `The site names more than ${mostLinks} addresses.`,
};

/**
 * Finds the addresses of the site at `site`, where the start page led: its links, what robots.txt names, sitemaps and
 * feeds. Fetches nothing else. Rejects when the caller is gone.
 */
export async function findLinks(
  command: MapCommand,
  start: FetchedPage,
  site: string,
  ports: FindLinksPorts,
  signal: AbortSignal,
): Promise<FoundSite> {
  const collection = createLinkCollection(createScope(site, command.includeSubdomains), mostLinks);
  const gaps: Warning[] = [];
  const isRead = start.page.status === 'ok';
  if (isRead && command.sitemap !== 'only') addPage(collection, start, site);
  let attempts: readonly Attempt[] = [];
  if (command.sitemap === 'skip') gaps.push(sitemapSkipped);
  else {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(walkWithinMs)]);
    const rules = await ports.robots.rules(new URL(site), soon);
    const head = isRead ? headLinksOf(start.page.raw_html ?? '', site) : { feeds: [], sitemaps: [] };
    const walk = openWalk(command, ports, site, rules, collection, soon);
    const named = [...(rules?.sitemaps ?? []), ...head.sitemaps];
    const hasSitemap = await walkSitemaps(walk, site, named, head.feeds);
    if (command.sitemap === 'include')
      for (const url of rules?.pages ?? []) collection.add({ url, source: 'robots' });
    if (rules === null) gaps.push(robotsNotRead);
    gaps.push(...walk.warnings);
    if (!hasSitemap) gaps.push(noSitemap);
    attempts = walk.attempts;
  }
  if (collection.isFull) gaps.push(tooMany);
  const all = collection.links();
  const links = command.search === null ? all : await rankLinks(all, command.search, signal);
  return { links, foundInAll: all.length, gaps, attempts: [...attempts] };
}
