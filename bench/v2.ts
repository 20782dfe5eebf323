import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openHome } from '../test/service-process.ts';
import { load } from './load.ts';
import { quantile, report } from './report.ts';
import { startSite } from './start-site.ts';

/**
 * Cost of the third party's API compared with `/v1`: status polls of a long crawl, and a scrape through both
 * interfaces.
 */
const crawlPages = 5_000;
const polls = 200;
const rounds = 400;

const site = await startSite();
const program = fileURLToPath(new URL('./big-site.ts', import.meta.url));
const big = spawn(process.execPath, [program, String(crawlPages)], { stdio: ['ignore', 'pipe', 'inherit'] });
const [bigUrl] = (await once(createInterface({ input: big.stdout }), 'line')) as [string];
const home = await openHome();
const service = await home.start();
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };

async function send<Answer>(path: string, body?: object): Promise<Answer> {
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${service.url}${path}`, init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}

/** Sends a request and reads the complete response without processing it. */
async function take(path: string): Promise<void> {
  const answer = await fetch(`${service.url}${path}`, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const since = performance.now();
    await work();
    times.push(performance.now() - since);
  }
  return times;
}

async function crawled(): Promise<string> {
  const options = { limit: crawlPages, crawlEntireDomain: true, maxDiscoveryDepth: 20 };
  const { id } = await send<{ id: string }>('/v2/crawl', { url: bigUrl, ...options });
  for (;;) {
    const { status, completed } = await send<{ status: string; completed: number }>(
      `/v2/crawl/${id}?limit=1`,
    );
    if (status === 'completed' && completed >= crawlPages) return id;
    if (status !== 'scraping') throw new Error(`the crawl is ${status} after ${completed} pages`);
    await pause(500);
  }
}

try {
  const small = { url: `${site.url}/small` };
  const one = () => send('/v1/scrape', small);
  const other = () => send('/v2/scrape', small);
  await load(200, 4, async () => void (await one()));
  await load(200, 4, async () => void (await other()));
  const ours: number[] = [];
  const theirs: number[] = [];
  // Alternating, so that changes of the machine's load affect both.
  for (let round = 0; round < rounds; round += 20) {
    ours.push(...(await timesOf(20, one)));
    theirs.push(...(await timesOf(20, other)));
  }
  const id = await crawled();
  await timesOf(20, () => take(`/v2/crawl/${id}`));
  const first = await timesOf(polls, () => take(`/v2/crawl/${id}`));
  let at = 0;
  const later = await timesOf(polls, () => {
    at = (at + 100) % (crawlPages - 100);
    return take(`/v2/crawl/${id}?skip=${at}`);
  });
  const none = await timesOf(polls, () => take(`/v2/crawl/${id}?limit=1`));
  await report('v2', [
    { name: 'scrape through /v1, median', value: quantile(ours, 0.5), unit: 'ms' },
    { name: 'scrape through /v2, median', value: quantile(theirs, 0.5), unit: 'ms' },
    {
      name: 'what /v2 costs more, median',
      value: quantile(theirs, 0.5) - quantile(ours, 0.5),
      unit: 'ms',
      wanted: { below: 1 },
    },
    {
      name: 'status of a crawl of 5,000 pages with its first 100 pages, p95',
      value: quantile(first, 0.95),
      unit: 'ms',
      wanted: { below: 50 },
    },
    {
      name: 'status with 100 pages from anywhere, p95',
      value: quantile(later, 0.95),
      unit: 'ms',
      wanted: { below: 50 },
    },
    { name: 'status with one page, p95', value: quantile(none, 0.95), unit: 'ms', wanted: { below: 50 } },
  ]);
} finally {
  await service.stop();
  await home.close();
  site.stop();
  big.kill('SIGTERM');
}
