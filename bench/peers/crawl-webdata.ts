import { setTimeout as delay } from 'node:timers/promises';
import { type Home, openHome, type ServiceProcess } from '../../test/service-process.ts';
import { cpuMsOf, pssMbOf } from '../process-tree.ts';

interface Job {
  jid: string;
  status: string;
  started_at: string | null;
  finished_at: string | null;
  progress: { done: number; ok: number };
}

/** A page as a crawl delivers it. */
export interface DeliveredPage {
  url: string;
  markdown: string;
}

/** Result of a crawl by any system. */
export interface Crawled {
  /** The delivered pages in their order, with repetitions. */
  pages: DeliveredPage[];
  ms: number;
  cpuMs: number;
  peakMb: number;
}

const pollMs = 500;
const maxLength = 1_000_000;
const timeoutMs = 15 * 60_000;

async function ask<Answer>(service: ServiceProcess, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function untilFinished(
  service: ServiceProcess,
  jids: readonly string[],
  sample: () => void,
): Promise<Job[]> {
  const end = performance.now() + timeoutMs;
  let open = [...jids];
  const ended: Job[] = [];
  while (open.length > 0 && performance.now() < end) {
    sample();
    await delay(pollMs);
    const left: string[] = [];
    for (const jid of open) {
      const job = await ask<Job>(service, `/v1/jobs/${jid}`);
      if (job.finished_at === null) left.push(jid);
      else ended.push(job);
    }
    open = left;
  }
  if (open.length > 0) throw new Error(`${open.length} crawls did not end within ${timeoutMs} ms`);
  return ended;
}

interface Results {
  results: { url: string; final_url?: string | null; status: string; markdown?: string; ref?: string }[];
  next_offset: number | null;
}

/** Returns the whole Markdown of a page: a result has the start of a long one. */
async function wholeMarkdown(service: ServiceProcess, markdown: string, ref?: string): Promise<string> {
  if (ref === undefined) return markdown;
  return (await ask<{ content: string }>(service, `/v1/read?ref=${ref}&length=${maxLength}`)).content;
}

async function deliveredPages(service: ServiceProcess, jids: readonly string[]): Promise<DeliveredPage[]> {
  const pages: DeliveredPage[] = [];
  for (const jid of jids) {
    for (let offset: number | null = 0; offset !== null; ) {
      const part: Results = await ask(service, `/v1/jobs/${jid}/results?offset=${offset}&limit=50`);
      for (const { url, final_url: final, status, markdown = '', ref } of part.results)
        if (status === 'ok')
          pages.push({ url: final ?? url, markdown: await wholeMarkdown(service, markdown, ref) });
      offset = part.next_offset;
    }
  }
  return pages;
}

/** What is crawled, and how. */
export interface WebdataCrawl {
  urls: readonly string[];
  limit: number;
  /** Writes the main content of each page, or its whole body. */
  job: 'main' | 'body';
}

async function startCrawls(service: ServiceProcess, { urls, limit, job }: WebdataCrawl): Promise<string[]> {
  const jids: string[] = [];
  const path = job === 'main' ? '/v1/crawl' : '/v1/crawl?only_main_content=false';
  for (const url of urls) {
    const body = { url, limit, max_depth: 20, use_sitemap: false };
    jids.push((await ask<Job>(service, path, body)).jid);
  }
  return jids;
}

async function measureCrawls(
  service: ServiceProcess,
  pids: readonly number[],
  crawl: WebdataCrawl,
): Promise<Crawled> {
  const before = cpuMsOf(pids);
  let peakMb = 0;
  const since = performance.now();
  const jids = await startCrawls(service, crawl);
  const jobs = await untilFinished(service, jids, () => {
    peakMb = Math.max(peakMb, pssMbOf(pids));
  });
  const ends = jobs.map(({ finished_at: at }) => Date.parse(at ?? ''));
  const starts = jobs.map(({ started_at: at }) => Date.parse(at ?? ''));
  const cpuMs = cpuMsOf(pids) - before;
  const ms = Math.min(Math.max(...ends) - Math.min(...starts), performance.now() - since);
  return { pages: await deliveredPages(service, jids), ms, cpuMs, peakMb };
}

async function processesOf(home: Home, service: ServiceProcess): Promise<number[]> {
  const database = await home.postmaster();
  return [service.pid, ...(database === null ? [] : [database.pid])];
}

/** Crawls start pages with a service of its own, which has crawled other pages before. */
export async function crawlWithWebdata(crawl: WebdataCrawl, warmUp: WebdataCrawl): Promise<Crawled> {
  const home = await openHome();
  try {
    const service = await home.start();
    await untilFinished(service, await startCrawls(service, warmUp), () => undefined);
    return await measureCrawls(service, await processesOf(home, service), crawl);
  } finally {
    await home.close();
  }
}

/** Crawls start pages with a service that starts for it on existing data: its start is part of the time. */
export async function crawlWithFreshWebdata(crawl: WebdataCrawl): Promise<Crawled> {
  const home = await openHome();
  try {
    await (await home.start()).stop();
    const service = await home.start();
    const pids = await processesOf(home, service);
    const startCpuMs = cpuMsOf(pids);
    const { ms, cpuMs, ...rest } = await measureCrawls(service, pids, crawl);
    return { ms: ms + service.readyMs, cpuMs: cpuMs + startCpuMs, ...rest };
  } finally {
    await home.close();
  }
}

async function waitFor(isReached: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await delay(50))
    if (await isReached()) return;
  throw new Error('the crawl did not reach the point at which it is killed');
}

/** Starts a crawl, kills the service at a point of it, starts the service again and waits for the end of the crawl. */
export async function crawlAndKillWebdata(
  crawl: WebdataCrawl,
  isHalfDone: () => Promise<boolean>,
): Promise<Pick<Crawled, 'pages' | 'ms'>> {
  const home: Home = await openHome();
  try {
    const first = await home.start();
    const jids = await startCrawls(first, crawl);
    await waitFor(isHalfDone);
    await first.kill();
    const since = performance.now();
    const second = await home.start();
    await untilFinished(second, jids, () => undefined);
    const ms = performance.now() - since;
    return { pages: await deliveredPages(second, jids), ms };
  } finally {
    await home.close();
  }
}
