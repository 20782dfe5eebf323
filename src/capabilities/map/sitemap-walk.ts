import type { PageErrorCode, Warning } from '../../domain/outcome.ts';
import type { Attempt } from '../../domain/receipt.ts';
import type { FetchedResource } from '../../fetching/fetch-resource.ts';
import { readSitemap } from '../../site/read-sitemap.ts';
import { createScope } from '../../site/scope.ts';
import type { SitemapEntry, SitemapSummary } from '../../site/sitemap.ts';
import { canonicalUrl } from '../../site/url-rules.ts';

/** What a walk is told and needs. */
export interface SitemapWalkOptions {
  /** The site's address: sitemaps that an index names must belong to its domain, or stand beside the index. */
  site: string;
  fetch(url: URL, signal: AbortSignal): Promise<FetchedResource>;
  /** Takes an entry for a page; false when no more can be used. */
  take(entry: SitemapEntry): boolean;
  /** Whether another file is worth fetching, after so many. */
  wantsMore(filesRead: number): boolean;
  /** Files asked for at once. */
  filesAtOnce: number;
  signal: AbortSignal;
}

/** One walk through the sitemaps of a site, started from several places one after the other. */
export interface SitemapWalk {
  /** Reads the files named and what they name; says how many of them were sitemaps or feeds. */
  read(urls: readonly string[], mustBeThere: boolean): Promise<number>;
  /** Why the sitemaps were not read whole; empty when they were. */
  readonly warnings: readonly Warning[];
  readonly attempts: readonly Attempt[];
}

interface PlannedFile {
  url: URL;
  depth: number;
  /** False for a usual place where there may be none. */
  mustBeThere: boolean;
}

/** Indexes of indexes are against the protocol, but are found. */
const deepestIndex = 3;
const mostFiles = 500;
/** Warnings of one kind that name their file. */
const mostAlike = 5;

type Fetched = FetchedResource | { response: null; code: PageErrorCode; message: string; attempt: null };

/** Starts a walk; files are asked for a few at a time and read in their order. */
export function createSitemapWalk(options: SitemapWalkOptions): SitemapWalk {
  const { signal } = options;
  const siteScope = createScope(options.site, true);
  const seen = new Set<string>();
  const attempts: Attempt[] = [];
  const warnings: Warning[] = [];
  const warned = new Map<string, number>();
  let files = 0;

  function warn(code: string, message: string): void {
    const times = (warned.get(code) ?? 0) + 1;
    warned.set(code, times);
    if (times <= mostAlike) warnings.push({ code, message });
  }

  /** Whether an index may send us there; robots.txt and the page itself may send us anywhere the guard allows. */
  function isOwn(child: URL, index: URL): boolean {
    return child.host === index.host || siteScope.covers(child);
  }

  function plan(
    urls: readonly string[],
    depth: number,
    mustBeThere: boolean,
    index: URL | null,
  ): PlannedFile[] {
    return urls.flatMap((address) => {
      const url = URL.parse(address);
      if (url === null || seen.has(canonicalUrl(url))) return [];
      if (index !== null && !isOwn(url, index)) {
        warn('sitemap_elsewhere', `the index ${index.href} names a sitemap of another site, ${url.href}`);
        return [];
      }
      seen.add(canonicalUrl(url));
      return { url, depth, mustBeThere };
    });
  }

  async function fetchOne(file: PlannedFile): Promise<Fetched> {
    const fetched = await options.fetch(file.url, signal);
    if (fetched.attempt !== null) attempts.push(fetched.attempt);
    return fetched;
  }

  function judge(file: PlannedFile, summary: SitemapSummary): void {
    const { href } = file.url;
    if (summary.format === 'none') {
      if (file.mustBeThere) warn('sitemap_unreadable', `${href} is no sitemap`);
    } else if (summary.isCut) warn('sitemap_cut', `${href} was not read to its end`);
    else if (summary.isBroken)
      warn('sitemap_broken', `${href} is not well-formed; what could be read is listed`);
  }

  /** Reads one file; the files it names, or null when it is no sitemap. */
  async function readOne(file: PlannedFile, fetched: Fetched): Promise<PlannedFile[] | null> {
    const { url, depth, mustBeThere } = file;
    if (fetched.response === null || fetched.response.statusCode !== 200) {
      const reason =
        fetched.response === null ? fetched.message : `it answered ${fetched.response.statusCode}`;
      if (mustBeThere) warn('sitemap_not_read', `${url.href} could not be read: ${reason}`);
      return null;
    }
    const named: string[] = [];
    const take = (entry: SitemapEntry) => {
      if (entry.kind === 'page') return options.take(entry);
      named.push(entry.url);
      return named.length < mostFiles;
    };
    const { finalUrl, body } = fetched.response;
    const summary = await readSitemap(body, { url: finalUrl, take, maxEntries: 200_000 }, signal);
    judge(file, summary);
    if (summary.format === 'none') return null;
    if (named.length > 0 && depth >= deepestIndex) {
      warn('sitemap_too_deep', `${url.href} is an index within too many others`);
      return [];
    }
    return plan(named, depth + 1, true, new URL(finalUrl));
  }

  /** Whether the walk must end with files left, and why. */
  function hasToStop(): boolean {
    if (!options.wantsMore(files)) warn('sitemaps_left', 'enough was found before all sitemaps were read');
    else if (files >= mostFiles) warn('sitemaps_left', `only ${mostFiles} sitemaps were read`);
    else return false;
    return true;
  }

  async function walk(queue: PlannedFile[]): Promise<number> {
    let sitemaps = 0;
    while (queue.length > 0 && !hasToStop()) {
      const group = queue.splice(0, Math.min(options.filesAtOnce, mostFiles - files));
      files += group.length;
      const fetched = await Promise.all(group.map(fetchOne));
      for (const [at, file] of group.entries()) {
        const children = await readOne(file, fetched[at] as Fetched);
        if (children === null) continue;
        sitemaps += 1;
        queue.push(...children);
      }
    }
    return sitemaps;
  }

  return {
    async read(urls, mustBeThere) {
      try {
        return await walk(plan(urls, 1, mustBeThere, null));
      } catch (error) {
        const isLate = error instanceof DOMException && error.name === 'TimeoutError';
        if (!isLate) throw error;
        if (!warned.has('out_of_time'))
          warn('out_of_time', 'the sitemaps could not all be read in the time for an answer');
        return 0;
      }
    },
    warnings,
    attempts,
  };
}
