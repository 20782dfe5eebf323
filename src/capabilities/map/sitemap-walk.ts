import type { PageErrorCode, Warning } from '../../domain/pages/outcome.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import type { FetchedResource } from '../../fetching/fetch-resource.ts';
import { createScope } from '../../site/links/scope.ts';
import { canonicalUrl } from '../../site/links/url-normalization.ts';
import { readSitemap } from '../../site/sitemap/read-sitemap.ts';
import type { SitemapEntry, SitemapSummary } from '../../site/sitemap/sitemap.ts';
import type { SitemapLimits } from '../../site/sitemap/sitemap-limits.ts';
import { createFileQueue, type FileQueue } from './file-queue.ts';

/** Options of a sitemap walk. */
export interface SitemapWalkOptions {
  /** URL of the site. Sitemaps in an index must be on its domain or on the host of the index. */
  site: string;
  fetch(url: URL, signal: AbortSignal): Promise<FetchedResource>;
  /** Adds an entry of a page; returns false if no more are needed. */
  addEntry(entry: SitemapEntry): boolean;
  /** Returns true if another file should be fetched, given the number read so far. */
  shouldContinue(filesRead: number): boolean;
  /** Maximum number of concurrent requests. */
  filesAtOnce: number;
  /** Limits of this walk. */
  limits: SitemapLimits;
  /** Milliseconds after which a file that has not arrived leaves its place to one that waits. */
  patienceMs: number;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Aborts with a `TimeoutError` when no further file should be fetched. */
  timeLimit: AbortSignal;
}

/** A file that was not read yet. */
export interface PlannedFile {
  url: string;
  depth: number;
  /** False for a default location, where a sitemap may not exist. */
  mustBeThere: boolean;
  /** True for a feed, which lists only the newest pages of its site. */
  isFeed?: boolean;
}

/** Locations at which a walk starts. */
export interface WalkStart {
  sitemaps: readonly string[];
  feeds?: readonly string[];
  /** False for default locations, where a sitemap may not exist. */
  mustBeThere: boolean;
}

/** A walk through the sitemaps of a site, which can start from several locations in sequence. */
export interface SitemapWalk {
  /** Reads the given files and the files they name. Returns how many of them were sitemaps. */
  read(start: WalkStart): Promise<number>;
  /** Reads the files that an earlier walk left. Returns how many of them were sitemaps. */
  resume(files: readonly PlannedFile[]): Promise<number>;
  /** Files that were not read, because the time, the maximum number of files or the wanted URLs were reached. */
  readonly left: readonly PlannedFile[];
  /** True if the time limit was reached. */
  readonly isOutOfTime: boolean;
  /** Reasons for an incomplete walk; empty if all sitemaps were read completely. */
  readonly warnings: readonly Warning[];
  readonly attempts: readonly Attempt[];
  /** Number of files that were requested. */
  readonly requested: number;
}

/** Maximum depth of nested indexes. The protocol forbids nesting, but sites use it. */
const maxIndexDepth = 3;
/** Maximum number of files that wait to be read. */
const maxQueuedFiles = 2_000;
/** Maximum number of warnings per code that name their file. */
const maxWarningsPerCode = 5;

type FetchResult = FetchedResource | { response: null; code: PageErrorCode; message: string; attempt: null };

/** Creates a walk. A few files are requested concurrently and read as they arrive. */
export function createSitemapWalk(options: SitemapWalkOptions): SitemapWalk {
  const { signal, limits } = options;
  const fetchSignal = AbortSignal.any([signal, options.timeLimit]);
  const siteScope = createScope(options.site, true);
  const seen = new Set<string>();
  const attempts: Attempt[] = [];
  const warnings: Warning[] = [];
  const warningCounts = new Map<string, number>();
  const left: PlannedFile[] = [];
  let isOutOfTime = false;
  let files = 0;
  let bytes = 0;

  function warn(code: string, message: string): void {
    const occurrences = (warningCounts.get(code) ?? 0) + 1;
    warningCounts.set(code, occurrences);
    if (occurrences <= maxWarningsPerCode) warnings.push({ code, message });
  }

  /**
   * Returns true if an index may refer to this URL. robots.txt and the page may refer to any URL that the guard
   * allows.
   */
  function isAllowed(child: URL, index: URL): boolean {
    return child.host === index.host || siteScope.covers(child);
  }

  function planFiles(
    urls: readonly string[],
    depth: number,
    kind: Pick<PlannedFile, 'mustBeThere' | 'isFeed'>,
    index: URL | null,
  ): PlannedFile[] {
    return urls.flatMap((address) => {
      const url = URL.parse(address);
      if (url === null || seen.has(canonicalUrl(url))) return [];
      if (index !== null && !isAllowed(url, index)) {
        warn(
          'sitemap_elsewhere',
          `The index ${index.href} names a sitemap of another site, ${url.href}, which was not read.`,
        );
        return [];
      }
      seen.add(canonicalUrl(url));
      return { url: url.href, depth, ...kind };
    });
  }

  async function fetchOne(file: PlannedFile, isSlow: AbortSignal): Promise<FetchResult> {
    const fetched = await options.fetch(new URL(file.url), AbortSignal.any([fetchSignal, isSlow]));
    if (fetched.attempt !== null) attempts.push(fetched.attempt);
    // The time limit of the walk ended the request, not that of the file.
    if (fetched.response === null) fetchSignal.throwIfAborted();
    return fetched;
  }

  function addFileWarnings(file: PlannedFile, summary: SitemapSummary): void {
    const { url: href } = file;
    if (summary.format === 'none') {
      if (file.mustBeThere) warn('sitemap_unreadable', `${href} is not a sitemap.`);
    } else if (summary.isCut) warn('sitemap_cut', `${href} was not read to its end.`);
    else if (summary.isBroken)
      warn('sitemap_broken', `${href} is not well-formed. Only the readable part is listed.`);
  }

  /** Reads one file. Returns the files it names, or null if it is not a sitemap. */
  async function readOne(file: PlannedFile, fetched: FetchResult): Promise<PlannedFile[] | null> {
    const { url, depth, mustBeThere } = file;
    if (fetched.response === null || fetched.response.statusCode !== 200) {
      const reason =
        fetched.response === null
          ? fetched.message
          : `the response status was ${fetched.response.statusCode}`;
      if (mustBeThere) warn('sitemap_not_read', `${url} could not be read: ${reason}`);
      return null;
    }
    const childUrls: string[] = [];
    const addEntry = (entry: SitemapEntry) => {
      if (entry.kind === 'page') return options.addEntry(entry);
      childUrls.push(entry.url);
      return childUrls.length < maxQueuedFiles;
    };
    const { finalUrl, body } = fetched.response;
    const summary = await readSitemap(body, { url: finalUrl, take: addEntry, maxEntries: 200_000 }, signal);
    bytes += summary.bytes;
    addFileWarnings(file, summary);
    if (summary.format === 'none') return null;
    if (childUrls.length > 0 && depth >= maxIndexDepth) {
      warn('sitemap_too_deep', `${url} is nested too deeply in other indexes and was not read.`);
      return [];
    }
    return planFiles(childUrls, depth + 1, { mustBeThere: true }, new URL(finalUrl));
  }

  /** Reads one file; `late` if the time limit was reached before its end. */
  async function readInTime(
    file: PlannedFile,
    settled: PromiseSettledResult<FetchResult>,
  ): Promise<PlannedFile[] | null | 'late'> {
    try {
      if (settled.status === 'rejected') throw settled.reason;
      return await readOne(file, settled.value);
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
      if (!isTimeout) throw error;
      isOutOfTime = true;
      return 'late';
    }
  }

  /** Returns true, and adds a warning, if the walk must end before all files are read. */
  function shouldStop(): boolean {
    if (isOutOfTime) {
      if (!warningCounts.has('out_of_time'))
        warn('out_of_time', 'Not all sitemaps could be read within the time limit of the request.');
    } else if (!options.shouldContinue(files))
      warn('sitemaps_left', 'Enough URLs were found before all sitemaps were read.');
    else if (files >= limits.files)
      warn('sitemaps_left', `Only ${limits.files} sitemaps were read, the most for this \`limit\`.`);
    else if (bytes >= limits.bytes)
      warn('sitemaps_left', `Only ${limits.bytes} bytes of sitemaps were read, the most for this \`limit\`.`);
    else return false;
    return true;
  }

  /** Adds files to the queue, at most as many as one site may have. */
  function enqueue(queue: FileQueue<PlannedFile, FetchResult>, added: readonly PlannedFile[]): void {
    const space = Math.max(0, maxQueuedFiles - queue.size);
    if (added.length > space)
      warn('sitemaps_left', `The indexes name more than ${maxQueuedFiles} sitemaps. The rest was not read.`);
    for (const file of added.slice(0, space)) queue.add(file);
  }

  /** Requests a few files at a time, and reads each one when it arrives, so that slow ones do not delay others. */
  async function walk(start: readonly PlannedFile[]): Promise<number> {
    let sitemaps = 0;
    const queue = createFileQueue<PlannedFile, FetchResult>({
      filesAtOnce: options.filesAtOnce,
      patienceMs: options.patienceMs,
      request: fetchOne,
    });
    for (const file of start) queue.add(file);
    while (queue.size > 0 || queue.running > 0) {
      while (queue.size > 0 && queue.hasPlace && !shouldStop()) {
        files += 1;
        queue.startNext();
      }
      if (queue.running === 0) break;
      const arrived = await queue.nextArrival();
      if (arrived === null) continue;
      const { file, settled } = arrived;
      const children = await readInTime(file, settled);
      // Read again from its start; its URLs are listed once.
      if (children === 'late') queue.add(file);
      else if (children !== null) {
        if (file.isFeed !== true) sitemaps += 1;
        enqueue(queue, children);
      }
    }
    for (const file of queue.waiting()) left.push(file);
    return sitemaps;
  }

  return {
    read: ({ sitemaps, feeds = [], mustBeThere }) =>
      walk([
        ...planFiles(sitemaps, 1, { mustBeThere }, null),
        ...planFiles(feeds, 1, { mustBeThere: true, isFeed: true }, null),
      ]),
    resume(leftFiles) {
      for (const { url } of leftFiles) seen.add(canonicalUrl(new URL(url)));
      return walk([...leftFiles]);
    },
    left,
    get isOutOfTime() {
      return isOutOfTime;
    },
    warnings,
    attempts,
    get requested() {
      return files;
    },
  };
}
