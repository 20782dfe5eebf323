import { setImmediate } from 'node:timers/promises';
import type { ContentThreads } from '../../domain/pages/content.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import type { UrlDigests } from '../../domain/values/url-digests.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { findLlmsTexts, type LlmsTexts } from '../../fetching/find-llms-texts.ts';
import type { RobotsGate } from '../../fetching/stages/robots-gate.ts';
import { robotsToken } from '../../fetching/user-agent.ts';
import { maxHeadLength } from '../../site/links/max-head-length.ts';
import { createScope } from '../../site/links/scope.ts';
import { headLinksWork } from '../../site/links/thread-work.ts';
import type { RobotsRules } from '../../site/robots/robots.ts';
import { sitemapLimits } from '../../site/sitemap/sitemap-limits.ts';
import type { ExitOptions } from '../../web/exits/choose-exit.ts';
import type { FoundRoutes } from './find-routes.ts';
import { createLinkCollection, type LinkCollection } from './link-collection.ts';
import { type MapCommand, networksOfMap } from './map-request.ts';
import type { MapLink } from './map-response.ts';
import { rankLinks } from './rank-links.ts';
import {
  createSitemapWalk,
  type PlannedFile,
  type SitemapWalk,
  type SitemapWalkOptions,
} from './sitemap-walk.ts';

/** Dependencies of {@link findLinks}. */
export interface FindLinksPorts {
  fetchResource: FetchResource;
  robots: RobotsGate;
  threads: Pick<ContentThreads, 'run'>;
}

/** Links of a site. */
export interface SiteLinks {
  /** All matching links, best first with a search, otherwise in the order found. */
  links: MapLink[];
  /** Number of URLs before the search was applied. */
  totalFound: number;
  /** Reasons for a possibly incomplete list; empty if it is complete. */
  gaps: Warning[];
  hasSitemap: boolean;
  /** Sitemaps that were not read; null if not even robots.txt was. */
  left: readonly PlannedFile[] | null;
  /** Number of sitemaps that this call and those before it requested. */
  requestedFiles: number;
  /** URLs of `llms.txt` and `llms-full.txt`, as far as this call found them. */
  llmsTexts: string[];
  attempts: Attempt[];
}

/** Links added between two turns of the event loop; takes a few milliseconds. */
const linksPerSlice = 500;
/** Maximum number of URLs in memory while a site is mapped. */
const maxLinks = 150_000;
/** Maximum size of a decompressed sitemap by the sitemaps.org protocol. */
const maxSitemapBytes = 50_000_000;
const fileTimeoutMs = 30_000;
const maxConcurrentFiles = 4;
/** Maximum time after which a file lets others pass, and the part of the time of the call that this is at most. */
const maxPatienceMs = 2_000;
const patienceParts = 8;
/** Maximum time of a text for language models, which few sites have. */
const maxTextMs = 5_000;
/** Maximum number of sitemaps that a call and its free continuations request. */
const maxFilesOfMap = 2_000;
/** Minimum number of sitemaps to read, so that `total` is meaningful. */
const minFilesRead = 10;

/** Common locations of sitemaps, most likely first, for sites that name none. */
const defaultSitemapPaths = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
  '/wp-sitemap.xml',
];

/** Adds the links of the start page, yielding to the event loop in between. */
async function addPage(collection: LinkCollection, { page }: FetchedPage, url: string): Promise<void> {
  const description = page.metadata.description ?? null;
  collection.add({ url, source: 'link', title: page.title, description });
  for (const [at, link] of (page.links ?? []).entries()) {
    collection.add({ url: link.url, source: 'link', title: link.text });
    if (at % linksPerSlice === linksPerSlice - 1) await setImmediate();
  }
}

function exitOptionsOf(command: MapCommand): ExitOptions {
  const { country, strictCountry } = command;
  return { country, strictCountry, networks: networksOfMap(command) };
}

function startWalk(
  command: MapCommand,
  ports: FindLinksPorts,
  site: string,
  rules: RobotsRules | null,
  collection: LinkCollection,
  { maxMs, ...signals }: Pick<SitemapWalkOptions, 'signal' | 'timeLimit'> & { maxMs: number },
): SitemapWalk {
  const delay = rules?.crawlDelay(robotsToken) ?? null;
  const exitOptions = exitOptionsOf(command);
  const crawlDelayMs = delay === null ? null : delay * 1000;
  // The time limit includes waiting for politeness.
  const fileLimits = { maxBytes: maxSitemapBytes, timeoutMs: fileTimeoutMs + (crawlDelayMs ?? 0) };
  // A search needs the URLs of the whole site.
  const { files, bytes } = sitemapLimits(command.search === null ? command.limit : maxLinks);
  const freeFiles = Math.max(0, maxFilesOfMap - (command.rest?.requestedFiles ?? 0));
  const limits = { files: Math.min(files, freeFiles), bytes };
  const patienceMs = Math.min(maxPatienceMs, maxMs / patienceParts) + (crawlDelayMs ?? 0);
  return createSitemapWalk({
    site,
    ...signals,
    filesAtOnce: crawlDelayMs === null ? maxConcurrentFiles : 1,
    fetch: (url, stop) => ports.fetchResource({ url, exitOptions, crawlDelayMs, ...fileLimits }, stop),
    limits,
    patienceMs,
    addEntry(entry) {
      collection.add({ ...entry, source: 'sitemap' });
      return !collection.isFull;
    },
    shouldContinue: (filesRead) =>
      !collection.isFull &&
      (command.search !== null || collection.size < command.limit || filesRead < minFilesRead),
  });
}

/**
 * Reads the sitemaps that the site names and the feeds, and if there is no sitemap, those at common locations. Returns
 * true if a sitemap was found.
 */
async function walkSitemaps(
  walk: SitemapWalk,
  site: string,
  namedSitemaps: readonly string[],
  feeds: readonly string[],
): Promise<boolean> {
  let sitemaps = await walk.read({ sitemaps: namedSitemaps, feeds, mustBeThere: true });
  for (const sitemapPath of defaultSitemapPaths) {
    // The rest of the named files is left, so that their number is not known.
    if (sitemaps > 0 || (walk.isOutOfTime && namedSitemaps.length > 0)) break;
    sitemaps = await walk.read({ sitemaps: [new URL(sitemapPath, site).href], mustBeThere: false });
  }
  return sitemaps > 0;
}

const noSitemapWarning: Warning = {
  code: 'no_sitemap',
  message: 'No sitemap was found. Pages without a link on the start page are missing.',
};
const sitemapSkippedWarning: Warning = {
  code: 'sitemap_skipped',
  message: 'Only the links of the start page are listed, because `sitemap` is `skip`.',
};
const robotsNotReadWarning: Warning = {
  code: 'robots_not_read',
  message: 'robots.txt could not be read. Sitemaps that it names are missing.',
};
const outOfTimeWarning: Warning = {
  code: 'out_of_time',
  message: 'The sitemaps could not be read within the time limit of the request.',
};
const filesSpentWarning: Warning = {
  code: 'sitemaps_spent',
  message: `This call and those that it continues requested ${maxFilesOfMap} sitemaps, the most for one map. The rest is not read. Map a part of the site, or crawl it.`,
};
const tooManyLinksWarning: Warning = {
  code: 'too_many_links',
  message: `The site lists more than ${maxLinks} URLs. The rest is not listed.`,
};

/** Time and digests with which links are searched. */
export interface FindLinksContext {
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Milliseconds after which the links found so far are returned. */
  maxMs: number;
  /** URLs that earlier responses listed. */
  listed: UrlDigests;
  found: FoundRoutes;
}

/** The sitemaps of a site as far as they were read. */
interface SitemapReading
  extends Pick<SiteLinks, 'gaps' | 'hasSitemap' | 'left' | 'requestedFiles' | 'llmsTexts' | 'attempts'> {}

const noTexts: LlmsTexts = { urls: [], links: [], attempts: [] };

/** Reads the sitemaps and feeds that robots.txt and the start page name. Returns true if a sitemap was found. */
async function readNamedFiles(
  walk: SitemapWalk,
  start: FetchedPage,
  site: string,
  rules: RobotsRules | null,
  { ports, signal }: { ports: FindLinksPorts; signal: AbortSignal },
): Promise<boolean> {
  const isRead = start.page.status === 'ok';
  const source = { html: (start.page.raw_html ?? '').slice(0, maxHeadLength), url: site };
  const head = isRead ? await ports.threads.run(headLinksWork, source, signal) : { feeds: [], sitemaps: [] };
  const namedSitemaps = [...(rules?.sitemaps ?? []), ...head.sitemaps];
  return walkSitemaps(walk, site, namedSitemaps, head.feeds);
}

/** Reads the texts for language models; none if the time of the call ends before. */
async function readLlmsTexts(
  command: MapCommand,
  site: string,
  rules: RobotsRules | null,
  ports: FindLinksPorts,
  { signal, timeLimit, maxMs }: Pick<SitemapWalkOptions, 'signal' | 'timeLimit'> & { maxMs: number },
): Promise<LlmsTexts> {
  if (command.sitemap !== 'include') return noTexts;
  const timeoutMs = Math.min(maxTextMs, maxMs / patienceParts);
  const request = { site: new URL(site), rules, exitOptions: exitOptionsOf(command), timeoutMs };
  try {
    return await findLlmsTexts(request, ports, AbortSignal.any([signal, timeLimit]));
  } catch (error) {
    if (signal.aborted || !timeLimit.aborted) throw error;
    return noTexts;
  }
}

/** Reads the sitemaps that the site names, or those that an earlier call left. */
async function readSitemaps(
  command: MapCommand,
  start: FetchedPage,
  site: string,
  ports: FindLinksPorts,
  collection: LinkCollection,
  { signal, maxMs }: FindLinksContext,
): Promise<SitemapReading> {
  const timeLimit = AbortSignal.timeout(Math.max(1, Math.ceil(maxMs)));
  const rules = await ports.robots.rules(
    new URL(site),
    AbortSignal.any([signal, timeLimit]),
    exitOptionsOf(command),
  );
  if (rules === null && timeLimit.aborted)
    return {
      gaps: [outOfTimeWarning],
      hasSitemap: false,
      left: null,
      requestedFiles: command.rest?.requestedFiles ?? 0,
      llmsTexts: [],
      attempts: [],
    };
  const walk = startWalk(command, ports, site, rules, collection, { signal, timeLimit, maxMs });
  const files = command.rest?.files ?? null;
  let hasSitemap = command.rest?.hasSitemap ?? false;
  let texts = noTexts;
  if (files !== null) hasSitemap = (await walk.resume(files)) > 0 || hasSitemap;
  else {
    const readNamed = () => readNamedFiles(walk, start, site, rules, { ports, signal });
    const readTexts = () => readLlmsTexts(command, site, rules, ports, { signal, timeLimit, maxMs });
    const isPaused = (rules?.crawlDelay(robotsToken) ?? null) !== null;
    // A site that asks for pauses is asked for its sitemaps first.
    const [isFound, found] = isPaused
      ? [await readNamed(), await readTexts()]
      : await Promise.all([readNamed(), readTexts()]);
    hasSitemap = isFound || hasSitemap;
    texts = found;
    if (command.sitemap === 'include') {
      for (const url of rules?.pages ?? []) collection.add({ url, source: 'robots' });
      for (const { url, text } of texts.links) collection.add({ url, source: 'llms_txt', title: text });
    }
  }
  const requestedFiles = (command.rest?.requestedFiles ?? 0) + walk.requested;
  const isSpent = walk.left.length > 0 && requestedFiles >= maxFilesOfMap;
  const gaps = [
    ...(rules === null ? [robotsNotReadWarning] : []),
    ...walk.warnings,
    ...(isSpent ? [filesSpentWarning] : []),
  ];
  const hasNone = !hasSitemap && walk.left.length === 0;
  return {
    gaps: hasNone ? [...gaps, noSitemapWarning] : gaps,
    hasSitemap,
    left: isSpent ? [] : walk.left,
    requestedFiles,
    llmsTexts: texts.urls,
    attempts: [...walk.attempts, ...texts.attempts],
  };
}

/**
 * Finds the URLs of the site at `site`, the final URL of the start page, from the links of that page, robots.txt,
 * sitemaps, feeds and `llms.txt`; no other page is fetched. Rejects if the caller disconnects.
 */
export async function findLinks(
  command: MapCommand,
  start: FetchedPage,
  site: string,
  ports: FindLinksPorts,
  context: FindLinksContext,
): Promise<SiteLinks> {
  const scope = createScope(site, command.includeSubdomains);
  const { routes, shown, urls } = context.found;
  const collection = createLinkCollection(scope, maxLinks, context.listed, routes);
  if (start.page.status === 'ok' && command.sitemap !== 'only') await addPage(collection, start, site);
  for (const route of shown)
    if (route.page.status === 'ok') await addPage(collection, route, route.page.final_url ?? route.page.url);
  for (const url of urls) collection.add({ url, source: 'link' });
  const reading: SitemapReading =
    command.sitemap === 'skip'
      ? {
          gaps: [sitemapSkippedWarning],
          hasSitemap: false,
          left: [],
          requestedFiles: 0,
          llmsTexts: [],
          attempts: [],
        }
      : await readSitemaps(command, start, site, ports, collection, context);
  const gaps = collection.isFull ? [...reading.gaps, tooManyLinksWarning] : reading.gaps;
  const all = collection.links();
  const links = command.search === null ? all : await rankLinks(all, command.search, context.signal);
  return { ...reading, gaps, links, totalFound: all.length };
}
