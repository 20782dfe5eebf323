import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProgram } from './child-program.ts';
import type { Crawled, DeliveredPage } from './crawl-webdata.ts';
import type { InstalledPeer } from './install-peer.ts';
import type { PeerName } from './peer-list.ts';

/** What a crawl writes of each page: its main content, or its whole body. */
export type CrawlJob = 'main' | 'body';

/** A crawler with the software that makes Markdown of its pages. */
export interface Crawler {
  /** Name of the rows: of the peer, and of the pipeline if it has several. */
  system: string;
  peer: PeerName;
  title: string;
  job: CrawlJob;
  pipeline: 'main' | 'readability' | 'defuddle' | 'body';
  script: string | null;
  /** True if its program continues a crawl that was killed. */
  resumes: boolean;
  /** Tables that it is measured on; all of its job if absent. */
  tables?: readonly string[];
}

const scrapy = { peer: 'scrapy', script: 'crawl_with_scrapy.py', resumes: true } as const;
const crawlee = { peer: 'crawlee', script: 'crawl-with-crawlee.mjs', resumes: true } as const;
const crawl4ai = { peer: 'crawl4ai', script: 'crawl_with_crawl4ai.py', resumes: true } as const;
const spider = { peer: 'spider', script: null, resumes: false } as const;

/** Tables without the Python documentation, which takes a crawler of few pages a second two to four minutes. */
const shortTables = ['main-site', 'main-slow-sites', 'main-first'];
/** Table of the crawlers that read a few pages a second, on which the other tables would take longer than all other rows together. */
const fastTables = ['main-site'];

/** Every crawler with the best pipeline for each job that is published for it. */
export const crawlers: readonly Crawler[] = [
  { ...spider, system: 'spider', title: 'spider + rs-trafilatura', job: 'main', pipeline: 'main' },
  {
    ...scrapy,
    system: 'scrapy',
    title: 'Scrapy + Trafilatura',
    job: 'main',
    pipeline: 'main',
    tables: shortTables,
  },
  {
    ...crawlee,
    system: 'crawlee-readability',
    title: 'Crawlee + Readability',
    job: 'main',
    pipeline: 'readability',
    tables: shortTables,
  },
  {
    ...crawlee,
    system: 'crawlee-defuddle',
    title: 'Crawlee + Defuddle',
    job: 'main',
    pipeline: 'defuddle',
    tables: fastTables,
  },
  {
    ...crawl4ai,
    system: 'crawl4ai',
    title: 'Crawl4AI, fit Markdown',
    job: 'main',
    pipeline: 'main',
    tables: fastTables,
  },
  { ...spider, system: 'spider', title: 'spider', job: 'body', pipeline: 'body' },
  { ...scrapy, system: 'scrapy', title: 'Scrapy + markdownify', job: 'body', pipeline: 'body' },
  { ...crawlee, system: 'crawlee', title: 'Crawlee + Turndown', job: 'body', pipeline: 'body' },
  { ...crawl4ai, system: 'crawl4ai', title: 'Crawl4AI', job: 'body', pipeline: 'body' },
];

/** A crawl by another crawler. */
export interface PeerCrawl {
  crawler: Crawler;
  peer: InstalledPeer;
  urls: readonly string[];
  concurrency: number;
  /** Path of the files of the crawl, without their ends. */
  base: string;
}

const timeoutMs = 12 * 60_000;
/** Duration of Crawlee's lease of a request, which ends after a kill; the default is five minutes. */
const crawleeTimeoutMs = '20000';

function filesOf(base: string) {
  return {
    order: `${base}.json`,
    output: `${base}.jsonl`,
    errors: `${base}.err`,
    state: `${base}-state`,
  };
}

function startCrawler({ crawler, peer, urls, concurrency, base }: PeerCrawl, keepsState: boolean) {
  const { order, output, errors, state } = filesOf(base);
  const { pipeline, resumes } = crawler;
  const orderText = {
    urls,
    concurrency,
    limit: null,
    pipeline,
    output,
    ...(keepsState && resumes && { state }),
  };
  writeFileSync(order, JSON.stringify(orderText));
  return startProgram({
    program: peer.program,
    script: crawler.script,
    args: [order, ...(crawler.peer === 'crawlee' ? [peer.folder] : [])],
    errorLog: errors,
    timeoutMs,
    environment: {
      CRAWL4_AI_BASE_DIRECTORY: peer.folder,
      HOME: peer.folder,
      CRAWLEE_INTERNAL_TIMEOUT: crawleeTimeoutMs,
    },
  });
}

function removeFiles(base: string): void {
  for (const file of Object.values(filesOf(base))) rmSync(file, { recursive: true, force: true });
}

/** Returns the pages of an output; a line that a kill cut, and that the next process continued, delivers none. */
function pagesIn(output: string): DeliveredPage[] {
  if (!existsSync(output)) return [];
  return readFileSync(output, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return JSON.parse(line) as DeliveredPage;
      } catch {
        return [];
      }
    });
}

/** Crawls with another crawler, in a new process. */
export async function crawlWithPeer(crawl: PeerCrawl): Promise<Crawled> {
  removeFiles(crawl.base);
  const { ms, cpuMs, peakMb } = await startCrawler(crawl, false).done;
  return { pages: pagesIn(filesOf(crawl.base).output), ms, cpuMs, peakMb };
}

/** Starts a crawl, kills it at a point of it, and starts it again as its documentation describes. */
export async function killPeer(
  crawl: PeerCrawl,
  isHalfDone: () => Promise<boolean>,
): Promise<Pick<Crawled, 'pages' | 'ms'>> {
  removeFiles(crawl.base);
  const first = startCrawler(crawl, true);
  while (!(await isHalfDone())) {
    if (first.child.exitCode !== null) throw new Error('the crawl ended before it was killed');
    await delay(50);
  }
  await first.kill();
  const { ms } = await startCrawler(crawl, true).done;
  return { pages: pagesIn(filesOf(crawl.base).output), ms };
}

/** Returns the path of the files of a crawl in the folder of the run. */
export function crawlBase(folder: string, table: string, { system }: Pick<Crawler, 'system'>): string {
  return join(folder, `crawls-${table}-${system}`);
}
