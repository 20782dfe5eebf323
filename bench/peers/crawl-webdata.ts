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

/** Result of a crawl by any system. */
export interface Crawled {
  /** URLs of the delivered pages, in their order, with repetitions. */
  urls: string[];
  ms: number;
  cpuMs: number;
  peakMb: number;
}

const pollMs = 500;
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
  results: { url: string; final_url?: string | null; status: string; markdown?: string }[];
  next_offset: number | null;
}

async function deliveredUrls(service: ServiceProcess, jids: readonly string[]): Promise<string[]> {
  const urls: string[] = [];
  for (const jid of jids) {
    for (let offset: number | null = 0; offset !== null; ) {
      const part: Results = await ask(service, `/v1/jobs/${jid}/results?offset=${offset}&limit=50`);
      for (const { url, final_url: final, status } of part.results)
        if (status === 'ok') urls.push(final ?? url);
      offset = part.next_offset;
    }
  }
  return urls;
}

async function startCrawls(
  service: ServiceProcess,
  urls: readonly string[],
  limit: number,
): Promise<string[]> {
  const jids: string[] = [];
  for (const url of urls) {
    const body = { url, limit, max_depth: 20, use_sitemap: false };
    jids.push((await ask<Job>(service, '/v1/crawl', body)).jid);
  }
  return jids;
}

/** Crawls start pages with a service of its own. */
export async function crawlWithWebdata(urls: readonly string[], limit: number): Promise<Crawled> {
  const home = await openHome();
  try {
    const service = await home.start();
    const database = await home.postmaster();
    const pids = [service.pid, ...(database === null ? [] : [database.pid])];
    const before = cpuMsOf(pids);
    let peakMb = 0;
    const since = performance.now();
    const jids = await startCrawls(service, urls, limit);
    const jobs = await untilFinished(service, jids, () => {
      peakMb = Math.max(peakMb, pssMbOf(pids));
    });
    const ends = jobs.map(({ finished_at: at }) => Date.parse(at ?? ''));
    const starts = jobs.map(({ started_at: at }) => Date.parse(at ?? ''));
    const cpuMs = cpuMsOf(pids) - before;
    const ms = Math.max(...ends) - Math.min(...starts);
    return {
      urls: await deliveredUrls(service, jids),
      ms: Math.min(ms, performance.now() - since),
      cpuMs,
      peakMb,
    };
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
  url: string,
  limit: number,
  isHalfDone: () => Promise<boolean>,
): Promise<{ urls: string[]; ms: number }> {
  const home: Home = await openHome();
  try {
    const first = await home.start();
    const jids = await startCrawls(first, [url], limit);
    await waitFor(isHalfDone);
    await first.kill();
    const since = performance.now();
    const second = await home.start();
    await untilFinished(second, jids, () => undefined);
    const ms = performance.now() - since;
    return { urls: await deliveredUrls(second, jids), ms };
  } finally {
    await home.close();
  }
}
