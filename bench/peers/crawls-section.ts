// Crawls: every crawler reads the same sites from the same server program and writes each page as Markdown. Completeness
// and duplicates are counted in the output against the list of pages; repeated requests are counted by the server.
import { join } from 'node:path';
import { textOfMarkdown, wordScore, wordsOf } from '../quality/words.ts';
import { type CrawlInput, documentationTree, generatedSite, pageOf, slowSites } from './crawl-inputs.ts';
import {
  type Crawled,
  crawlAndKillWebdata,
  crawlWithFreshWebdata,
  crawlWithWebdata,
  type DeliveredPage,
} from './crawl-webdata.ts';
import { type Crawler, type CrawlJob, crawlBase, crawlers, crawlWithPeer, killPeer } from './crawlers.ts';
import { installPeer, isInstalled } from './install-peer.ts';
import { type Measured, measureRow, openPeer, type Section, type SectionContext } from './section.ts';
import { serveInput } from './served-site.ts';

/** Pages of a generated site, in a full and in a small run. */
const sitePages = 180;
const smallSitePages = 60;
/** Largest limit of a crawl of the service, above the size of every input. */
const manyPages = 5_000;
const warmUpPages = 106;

/** A table: an input, what is written of its pages, and whether the service starts for it. */
interface CrawlTable {
  input: CrawlInput;
  job: CrawlJob;
  isFresh: boolean;
}

/** Returns the mean word F1 of the delivered pages, a missing one as 0; null if the texts are not known. */
function qualityOf({ pages, textOf }: CrawlInput, delivered: ReadonlyMap<string, string>): number | null {
  if (textOf === undefined) return null;
  let sum = 0;
  for (const [page, markdown] of delivered)
    sum += wordScore(wordsOf(textOfMarkdown(markdown)), wordsOf(textOf(page))).f1;
  return sum / pages.size;
}

/** Counts what a crawl delivered, and keeps the first delivery of each page. */
function countPages(input: CrawlInput, pages: readonly DeliveredPage[]) {
  const named = pages.flatMap(({ url, markdown }) => {
    const page = pageOf(input, url);
    return page === null ? [] : [{ page, markdown }];
  });
  const distinct = new Map(named.toReversed().map(({ page, markdown }) => [page, markdown]));
  return { distinct, duplicates: named.length - distinct.size };
}

function repeatedRequests(hits: Readonly<Record<string, number>>): number {
  return Object.entries(hits).reduce(
    (sum, [path, count]) => sum + (path.endsWith('/robots.txt') ? 0 : count - 1),
    0,
  );
}

async function measureCrawl(
  { run }: SectionContext,
  { input, job }: CrawlTable,
  system: string,
  crawl: (starts: string[]) => Promise<Crawled>,
): Promise<Measured> {
  const site = await serveInput(input);
  try {
    const { pages, ms, cpuMs, peakMb } = await crawl(site.starts);
    const { distinct, duplicates } = countPages(input, pages);
    const hits = await site.hits();
    const log = `crawls-${input.table}-${system}.log.jsonl`;
    const missing = [...input.pages].filter((page) => !distinct.has(page));
    const quality = job === 'main' ? qualityOf(input, distinct) : null;
    run.log(log, {
      ms,
      cpuMs,
      peakMb,
      quality,
      delivered: pages.length,
      distinct: distinct.size,
      missing,
      hits,
    });
    return {
      figures: {
        completeness: distinct.size / input.pages.size,
        quality,
        duplicates,
        repeated: repeatedRequests(hits),
        pagesPerSecond: (distinct.size * 1_000) / ms,
        seconds: ms / 1_000,
        cpuPerPage: cpuMs / Math.max(1, distinct.size),
        peakMb,
      },
      log,
    };
  } finally {
    site.stop();
  }
}

async function measureKill(
  { run }: SectionContext,
  input: CrawlInput,
  system: string,
  crawl: (starts: string[], isHalfDone: () => Promise<boolean>) => Promise<Pick<Crawled, 'pages' | 'ms'>>,
): Promise<Measured> {
  const site = await serveInput(input);
  const isHalfDone = async () => Object.keys(await site.hits()).length >= input.pages.size * 0.4;
  try {
    const { pages, ms } = await crawl(site.starts, isHalfDone);
    const { distinct, duplicates } = countPages(input, pages);
    const hits = await site.hits();
    const log = `crawls-kill-${system}.log.jsonl`;
    const missing = [...input.pages].filter((page) => !distinct.has(page));
    run.log(log, { delivered: pages.length, distinct: distinct.size, missing, hits });
    return {
      figures: {
        completeness: distinct.size / input.pages.size,
        duplicates,
        repeated: repeatedRequests(hits),
        seconds: ms / 1_000,
      },
      log,
    };
  } finally {
    site.stop();
  }
}

async function documentationInputs(context: SectionContext) {
  const documentation = await installPeer('documentation');
  if (!isInstalled(documentation)) {
    const { title, version, reason } = documentation;
    context.run.addAbsence({
      section: 'crawls',
      table: null,
      system: 'documentation',
      title,
      version,
      reason,
    });
    return { python: null, book: null };
  }
  const share = join(documentation.folder, 'usr', 'share', 'doc');
  return {
    python: documentationTree(
      'main-python-doc',
      join(share, 'python3.11', 'html'),
      '/index.html',
      '127.0.1.2',
    ),
    book: documentationTree(
      'main-first',
      join(share, 'rust-doc', 'html', 'book'),
      '/index.html',
      '127.0.1.3',
    ),
  };
}

async function tablesOf(context: SectionContext): Promise<CrawlTable[]> {
  const isSmall = context.size === 'small';
  const pages = isSmall ? smallSitePages : sitePages;
  const { python, book } = await documentationInputs(context);
  const large = (input: CrawlInput | null, job: CrawlJob) =>
    input === null ? [] : [{ input, job, isFresh: false }];
  return [
    ...large(generatedSite('main-site', pages), 'main'),
    ...large(slowSites('main-slow-sites', isSmall ? 5 : 16, 10, 300), 'main'),
    ...large(python, 'main'),
    ...(book === null ? [] : [{ input: book, job: 'main' as const, isFresh: true }]),
    ...large(generatedSite('body-site', pages), 'body'),
  ];
}

/** Measures a table with the service. */
async function measureWebdata(context: SectionContext, table: CrawlTable): Promise<void> {
  const { input, job, isFresh } = table;
  const name = { section: 'crawls', table: input.table, system: 'webdata', title: 'webdata' } as const;
  const crawlOf = (urls: string[]) => ({ urls, limit: manyPages, job });
  await measureRow(
    context,
    name,
    () =>
      measureCrawl(context, table, 'webdata', async (urls) => {
        if (isFresh) return crawlWithFreshWebdata(crawlOf(urls));
        const warmUp = await serveInput(generatedSite('warm-up', warmUpPages, '127.0.1.9'));
        try {
          return await crawlWithWebdata(crawlOf(urls), crawlOf(warmUp.starts));
        } finally {
          warmUp.stop();
        }
      }),
    'timed',
  );
}

function isMeasuredOn({ tables }: Crawler, table: string): boolean {
  return tables === undefined || tables.includes(table);
}

/** Measures crawls of generated sites, slow sites and documentation trees, and crawls that are killed. */
export const measureCrawls: Section = async (context) => {
  const killed = generatedSite('kill', context.size === 'small' ? smallSitePages : sitePages);
  const tables = await tablesOf(context);
  context.run.describeInput(
    'crawls',
    tables.map(({ input }) => `${input.table}: ${input.pages.size} pages, ${input.files} files`).join('; '),
  );
  for (const table of tables) {
    const { input, job } = table;
    await measureWebdata(context, table);
    for (const crawler of crawlers.filter((one) => one.job === job && isMeasuredOn(one, input.table))) {
      const { system, title } = crawler;
      if (!context.isWanted(system)) continue;
      const peer = await openPeer(context, 'crawls', crawler.peer);
      if (peer === null) continue;
      const name = { section: 'crawls', table: input.table, system, title, version: peer.version } as const;
      const base = crawlBase(context.run.folder, input.table, crawler);
      await measureRow(
        context,
        name,
        () =>
          measureCrawl(context, table, system, (urls) =>
            crawlWithPeer({ crawler, peer, urls, concurrency: input.concurrency, base }),
          ),
        'timed',
      );
    }
  }
  await measureRow(context, { section: 'crawls', table: 'kill', system: 'webdata', title: 'webdata' }, () =>
    measureKill(context, killed, 'webdata', (urls, isHalfDone) =>
      crawlAndKillWebdata({ urls, limit: manyPages, job: 'main' }, isHalfDone),
    ),
  );
  for (const crawler of crawlers.filter(({ job }) => job === 'body')) {
    const { system, title } = crawler;
    if (!context.isWanted(system)) continue;
    const peer = await openPeer(context, 'crawls', crawler.peer);
    if (peer === null) continue;
    const base = crawlBase(context.run.folder, 'kill', crawler);
    const name = { section: 'crawls', table: 'kill', system, title, version: peer.version } as const;
    await measureRow(context, name, () =>
      measureKill(context, killed, system, (urls, isHalfDone) =>
        killPeer({ crawler, peer, urls, concurrency: killed.concurrency, base }, isHalfDone),
      ),
    );
  }
};
