// Crawls: every crawler reads the same sites from the same server program and writes each page as Markdown. Completeness
// and duplicates are counted in the output against the list of pages; repeated requests are counted by the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProgram } from './child-program.ts';
import { type CrawlInput, documentationTree, generatedSite, pageOf, slowSites } from './crawl-inputs.ts';
import { type Crawled, crawlAndKillWebdata, crawlWithWebdata } from './crawl-webdata.ts';
import { type InstalledPeer, installPeer, isInstalled } from './install-peer.ts';
import { measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const timeoutMs = 12 * 60_000;
/** Duration of Crawlee's lease of a request, which ends after a kill; the default is five minutes. */
const crawleeTimeoutMs = '20000';
/** Largest limit of a crawl of the service, above the size of every input. */
const manyPages = 5_000;

/** A crawler, and how its program is started with an order. */
interface Crawler {
  system: 'scrapy' | 'crawlee' | 'crawl4ai' | 'spider';
  script: string | null;
  /** True if its program continues a crawl that was killed. */
  resumes: boolean;
}

const crawlers: readonly Crawler[] = [
  { system: 'scrapy', script: 'crawl_with_scrapy.py', resumes: true },
  { system: 'crawlee', script: 'crawl-with-crawlee.mjs', resumes: true },
  { system: 'crawl4ai', script: 'crawl_with_crawl4ai.py', resumes: true },
  { system: 'spider', script: null, resumes: false },
];

interface ServedSite {
  port: string;
  /** Returns the number of successful responses by host and path. */
  hits(): Promise<Record<string, number>>;
  stop(): void;
}

async function serve(input: CrawlInput): Promise<ServedSite> {
  const program = fileURLToPath(new URL('./serve-site.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [program, ...input.serve], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('the site has no output');
  const [port] = (await once(createInterface({ input: stdout }), 'line')) as [string];
  return {
    port,
    hits: async () =>
      (await (await fetch(`http://127.0.0.1:${port}/-/hits`)).json()) as Record<string, number>,
    stop: () => void child.kill('SIGTERM'),
  };
}

function startUrls({ starts }: CrawlInput, port: string): string[] {
  return starts.map((start) => start.replace('/', `:${port}/`)).map((start) => `http://${start}`);
}

/** Files of the order and the output of one crawl. */
interface CrawlFiles {
  order: string;
  output: string;
  errors: string;
  state: string;
}

function filesOf({ run }: SectionContext, table: string, system: string): CrawlFiles {
  const base = join(run.folder, `crawls-${table}-${system}`);
  const files = {
    order: `${base}.json`,
    output: `${base}.jsonl`,
    errors: `${base}.err`,
    state: `${base}-state`,
  };
  for (const file of Object.values(files)) rmSync(file, { recursive: true, force: true });
  return files;
}

function startCrawler(crawler: Crawler, peer: InstalledPeer, files: CrawlFiles, order: object) {
  writeFileSync(files.order, JSON.stringify({ limit: null, ...order, output: files.output }));
  const { program, folder } = peer;
  const args = [files.order, ...(crawler.system === 'crawlee' ? [folder] : [])];
  const environment = {
    CRAWL4_AI_BASE_DIRECTORY: folder,
    HOME: folder,
    CRAWLEE_INTERNAL_TIMEOUT: crawleeTimeoutMs,
  };
  return startProgram({
    program,
    script: crawler.script,
    args,
    errorLog: files.errors,
    timeoutMs,
    environment,
  });
}

function urlsOf({ output }: CrawlFiles): string[] {
  if (!existsSync(output)) return [];
  return readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => (JSON.parse(line) as { url: string }).url);
}

async function crawlWithPeer(
  context: SectionContext,
  crawler: Crawler,
  peer: InstalledPeer,
  input: CrawlInput,
  port: string,
): Promise<Crawled> {
  const files = filesOf(context, input.table, crawler.system);
  const order = { urls: startUrls(input, port), concurrency: input.concurrency };
  const { ms, cpuMs, peakMb } = await startCrawler(crawler, peer, files, order).done;
  return { urls: urlsOf(files), ms, cpuMs, peakMb };
}

/** Counts what a crawl delivered. */
function countPages(input: CrawlInput, urls: readonly string[]) {
  const pages = urls.map((url) => pageOf(input, url)).filter((page) => page !== null);
  const distinct = new Set(pages);
  return { distinct, duplicates: pages.length - distinct.size };
}

function repeatedRequests(hits: Readonly<Record<string, number>>): number {
  return Object.entries(hits).reduce(
    (sum, [path, count]) => sum + (path.endsWith('/robots.txt') ? 0 : count - 1),
    0,
  );
}

async function measureCrawl(
  { run }: SectionContext,
  input: CrawlInput,
  system: string,
  crawl: (port: string) => Promise<Crawled>,
): Promise<{ figures: Record<string, number | null>; log: string }> {
  const site = await serve(input);
  try {
    const { urls, ms, cpuMs, peakMb } = await crawl(site.port);
    const { distinct, duplicates } = countPages(input, urls);
    const hits = await site.hits();
    const log = `crawls-${input.table}-${system}.log.jsonl`;
    const missing = [...input.pages].filter((page) => !distinct.has(page));
    run.log(log, { ms, cpuMs, peakMb, delivered: urls.length, distinct: distinct.size, missing, hits });
    return {
      figures: {
        completeness: distinct.size / input.pages.size,
        duplicates,
        repeated: repeatedRequests(hits),
        pagesPerSecond: (distinct.size * 1_000) / ms,
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
  crawl: (port: string, isHalfDone: () => Promise<boolean>) => Promise<{ urls: string[]; ms: number }>,
): Promise<{ figures: Record<string, number | null>; log: string }> {
  const site = await serve(input);
  const isHalfDone = async () => Object.keys(await site.hits()).length >= input.pages.size * 0.4;
  try {
    const { urls, ms } = await crawl(site.port, isHalfDone);
    const { distinct, duplicates } = countPages(input, urls);
    const hits = await site.hits();
    const log = `crawls-kill-${system}.log.jsonl`;
    const missing = [...input.pages].filter((page) => !distinct.has(page));
    run.log(log, { delivered: urls.length, distinct: distinct.size, missing, hits });
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

async function killPeer(
  context: SectionContext,
  crawler: Crawler,
  peer: InstalledPeer,
  input: CrawlInput,
  port: string,
  isHalfDone: () => Promise<boolean>,
): Promise<{ urls: string[]; ms: number }> {
  const files = filesOf(context, 'kill', crawler.system);
  const order = {
    urls: startUrls(input, port),
    concurrency: input.concurrency,
    ...(crawler.resumes && { state: files.state }),
  };
  const first = startCrawler(crawler, peer, files, order);
  while (!(await isHalfDone())) {
    if (first.child.exitCode !== null) throw new Error('the crawl ended before it was killed');
    await delay(50);
  }
  await first.kill();
  const { ms } = await startCrawler(crawler, peer, files, order).done;
  return { urls: urlsOf(files), ms };
}

async function documentationInputs(context: SectionContext): Promise<CrawlInput[]> {
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
    return [];
  }
  const share = join(documentation.folder, 'usr', 'share', 'doc');
  const trees = [
    documentationTree('python-doc', join(share, 'python3.11', 'html'), '/index.html', '127.0.1.2'),
    documentationTree('rust-book', join(share, 'rust-doc', 'html', 'book'), '/index.html', '127.0.1.3'),
    documentationTree(
      'rust-reference',
      join(share, 'rust-doc', 'html', 'reference'),
      '/index.html',
      '127.0.1.4',
    ),
  ];
  return trees.filter((tree) => tree !== null);
}

async function measurePeer(
  context: SectionContext,
  crawler: Crawler,
  inputs: readonly CrawlInput[],
  killed: CrawlInput,
) {
  const { system } = crawler;
  if (!context.isWanted(system)) return;
  const peer = await openPeer(context, 'crawls', system);
  if (peer === null) return;
  const { title, version } = peer;
  for (const input of inputs) {
    await measureRow(context, { section: 'crawls', table: input.table, system, title, version }, () =>
      measureCrawl(context, input, system, (port) => crawlWithPeer(context, crawler, peer, input, port)),
    );
  }
  await measureRow(context, { section: 'crawls', table: 'kill', system, title, version }, () =>
    measureKill(context, killed, system, (port, isHalfDone) =>
      killPeer(context, crawler, peer, killed, port, isHalfDone),
    ),
  );
}

/** Measures crawls of generated sites, slow sites and documentation trees, and crawls that are killed. */
export const measureCrawls: Section = async (context) => {
  const isSmall = context.size === 'small';
  const killed = generatedSite('kill', isSmall ? 200 : 600);
  const inputs = [
    generatedSite('generated-site', isSmall ? 200 : 1_500),
    isSmall ? slowSites(10, 12, 300) : slowSites(100, 12, 300),
    ...(await documentationInputs(context)),
  ];
  context.run.describeInput(
    'crawls',
    inputs.map(({ table, pages, files }) => `${table}: ${pages.size} pages, ${files} files`).join('; '),
  );
  for (const input of inputs) {
    await measureRow(
      context,
      { section: 'crawls', table: input.table, system: 'webdata', title: 'webdata' },
      () =>
        measureCrawl(context, input, 'webdata', (port) =>
          crawlWithWebdata(startUrls(input, port), manyPages),
        ),
    );
  }
  await measureRow(context, { section: 'crawls', table: 'kill', system: 'webdata', title: 'webdata' }, () =>
    measureKill(context, killed, 'webdata', (port, isHalfDone) =>
      crawlAndKillWebdata(startUrls(killed, port)[0] ?? '', manyPages, isHalfDone),
    ),
  );
  for (const crawler of crawlers) await measurePeer(context, crawler, inputs, killed);
};
