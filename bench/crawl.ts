import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openHome } from '../test/service-process.ts';
import { cpuMsOf, pssMbOf } from './process-tree.ts';
import { type Figure, quantile, report } from './report.ts';

const sitePages = 5_000;
const earlyPages = 500;
/** Number of pages of the first crawl of a service that has just started. */
const freshPages = 106;
/** Number of pages of the crawls that ask for less than Markdown. */
const cheapPages = 2_000;
/** Number of pages for the other crawler, which takes minutes instead of seconds. */
const peerPages = 2_000;
const concurrency = 16;
const requested = 200;

interface Job {
  jid: string;
  status: string;
  started_at: string;
  finished_at: string | null;
  progress: { done: number; ok: number };
}

interface Child {
  line: string;
  pid: number;
  stop(): void;
}

/** Starts a program and waits for its first line of output. */
async function startChild(path: string, args: string[]): Promise<Child> {
  const program = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { line, pid: child.pid as number, stop: () => void child.kill('SIGTERM') };
}

/** Reads a complete response without processing it. */
async function takeWhole(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  const [answer] = (await once(get(url, { headers, agent }), 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  await once(answer.resume(), 'end');
}

async function timesOf(count: number, send: (index: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const since = performance.now();
    await send(index);
    times.push(performance.now() - since);
  }
  return times;
}

interface CrawlCost {
  job: Job;
  /** Milliseconds of processor time of the service, and of the database. */
  own: number;
  database: number;
  pagesPerSecond: number;
}

type Ask = <Answer>(path: string, init?: RequestInit) => Promise<Answer>;

/** Crawls a site and returns what it cost. `onProgress` is called several times a second. */
async function costOf(
  ask: Ask,
  body: Record<string, unknown>,
  [service, database]: [service: number, database: number],
  onProgress: (job: Job) => void = () => {},
): Promise<CrawlCost> {
  const before = { own: cpuMsOf([service], [database]), database: cpuMsOf([database]) };
  let job = await ask<Job>('/v1/crawl', { method: 'POST', body: JSON.stringify({ max_depth: 20, ...body }) });
  while (job.finished_at === null) {
    // Reading the page counts of a process takes the kernel about 25 ms.
    await delay(250);
    job = await ask<Job>(`/v1/jobs/${job.jid}`);
    onProgress(job);
  }
  if (job.progress.ok < Number(body.limit)) throw new Error(`${job.progress.ok} pages were read`);
  const seconds = (Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1_000;
  return {
    job,
    own: cpuMsOf([service], [database]) - before.own,
    database: cpuMsOf([database]) - before.database,
    pagesPerSecond: job.progress.done / seconds,
  };
}

const cpuOfPage = ({ job, own, database }: CrawlCost) => (own + database) / job.progress.done;

/** Measures crawls that ask for less than Markdown. */
async function cheapCrawls(ask: Ask, url: string, processes: [number, number]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const format of ['links', 'raw_html']) {
    const cost = await costOf(ask, { url, limit: cheapPages, formats: [format] }, processes);
    figures.push(
      { name: `CPU a page with ${format} alone`, value: cpuOfPage(cost), unit: 'ms', wanted: { below: 3 } },
      { name: `pages a second with ${format} alone`, value: cost.pagesPerSecond, unit: 'a second' },
    );
  }
  return figures;
}

async function crawlHere(siteUrl: string): Promise<Figure[]> {
  const home = await openHome();
  try {
    // With the launcher, as a user starts it: its memory counts.
    const service = await home.start({ WEBDATA_RESTART: 'true' });
    const database = (await home.postmaster())?.pid as number;
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const ask: Ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
      const answer = await fetch(`${service.url}${path}`, { headers, ...init });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return (await answer.json()) as Answer;
    };
    const processes: [number, number] = [service.pid, database];
    const fresh = await costOf(ask, { url: siteUrl, limit: freshPages }, processes);
    let early = 0;
    let peak = 0;
    const warm = await costOf(ask, { url: siteUrl, limit: sitePages }, processes, ({ progress }) => {
      peak = Math.max(peak, pssMbOf([service.pid], [database]));
      if (progress.done <= earlyPages) early = peak;
    });
    const { job } = warm;
    const agent = new Agent({ keepAlive: true });
    const take = (path: string) => takeWhole(`${service.url}${path}`, headers, agent);
    const status = await timesOf(requested, () => take(`/v1/jobs/${job.jid}`));
    const results = await timesOf(requested, (index) =>
      take(`/v1/jobs/${job.jid}/results?offset=${(index * 83) % (sitePages - 50)}`),
    );
    agent.destroy();
    const cheap = await cheapCrawls(ask, siteUrl, processes);
    await service.stop();
    return [
      {
        name: `CPU a page of the first ${freshPages} pages of a fresh service`,
        value: cpuOfPage(fresh),
        unit: 'ms',
      },
      {
        name: 'pages a second, stored durably',
        value: warm.pagesPerSecond,
        unit: 'a second',
        wanted: { atLeast: 200 },
      },
      {
        name: 'CPU a page, service and database',
        value: cpuOfPage(warm),
        unit: 'ms',
        wanted: { below: 8 },
      },
      { name: 'of it the database', value: warm.database / job.progress.done, unit: 'ms' },
      ...cheap,
      {
        name: `peak memory of the service in the first ${earlyPages} pages (PSS)`,
        value: early,
        unit: 'MB',
        wanted: { below: 400 },
      },
      {
        name: `peak memory of the service over ${sitePages} pages (PSS)`,
        value: peak,
        unit: 'MB',
        wanted: { below: 400 },
      },
      {
        name: 'status of the finished job, p95',
        value: quantile(status, 0.95),
        unit: 'ms',
        wanted: { below: 20 },
      },
      {
        name: '50 results of the finished job, p95',
        value: quantile(results, 0.95),
        unit: 'ms',
        wanted: { below: 20 },
      },
    ];
  } finally {
    await home.close();
  }
}

function installPeers(): void {
  const folder = fileURLToPath(new URL('./peers/', import.meta.url));
  if (existsSync(`${folder}node_modules/crawlee`)) return;
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the other crawlers could not be installed');
}

async function crawlWithCrawlee(siteUrl: string): Promise<Figure[]> {
  installPeers();
  const args = [siteUrl, String(peerPages), String(concurrency)];
  const peer = await startChild('./peers/crawlee-turndown.mjs', args);
  try {
    const { pages, ms } = JSON.parse(peer.line) as { pages: number; ms: number };
    return [
      {
        name: `Crawlee + Turndown, ${pages} pages, nothing stored`,
        value: (pages * 1_000) / ms,
        unit: 'a second',
      },
      { name: 'Crawlee + Turndown, CPU a page', value: cpuMsOf([peer.pid]) / pages, unit: 'ms' },
      { name: 'Crawlee + Turndown, memory (PSS)', value: pssMbOf([peer.pid]), unit: 'MB' },
    ];
  } finally {
    peer.stop();
  }
}

const site = await startChild('./big-site.ts', [String(sitePages)]);
try {
  const ours = await crawlHere(site.line);
  await report('crawl', [...ours, ...(await crawlWithCrawlee(site.line))]);
} finally {
  site.stop();
}
