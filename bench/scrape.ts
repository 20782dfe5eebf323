import { setTimeout as delay } from 'node:timers/promises';
import { openHome } from '../test/service-process.ts';
import { load } from './load.ts';
import { cpuMsOf, pssMbOf } from './process-tree.ts';
import { quantile, report } from './report.ts';
import { startSite } from './start-site.ts';

const site = await startSite();
const home = await openHome();
// With the launcher, as a user starts it: its memory counts.
const service = await home.start({ WEBDATA_RESTART: 'true' });
const postmaster = await home.postmaster();
/** The service, its database and all their descendants. */
const pids = [service.pid, ...(postmaster === null ? [] : [postmaster.pid])];
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };

async function direct(): Promise<void> {
  const answer = await fetch(`${site.url}/small`);
  await answer.text();
}

async function scrape(url: string): Promise<{ status: string; ref?: string; credits: number }> {
  const answer = await fetch(`${service.url}/v1/scrape`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url }),
  });
  const page = (await answer.json()) as { status: string; ref?: string; receipt: { credits: number } };
  if (!answer.ok || page.status !== 'ok')
    throw new Error(`scrape answered ${answer.status} ${JSON.stringify(page)}`);
  return { ...page, credits: page.receipt.credits };
}

async function read(ref: string): Promise<void> {
  const answer = await fetch(`${service.url}/v1/read?ref=${ref}&length=2000`, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`read answered ${answer.status}`);
}

try {
  // A thread without work gives its memory back after half a minute.
  const untilIdleMs = 40_000;
  await delay(untilIdleMs);
  const idleMb = pssMbOf(pids);

  const small = async () => void (await scrape(`${site.url}/small`));
  await load(200, 4, small);
  const alone = await load(300, 1, direct);
  const one = await load(300, 1, small);

  const before = cpuMsOf(pids);
  const many = await load(3_000, 16, small);
  const cpuMs = (cpuMsOf(pids) - before) / 3_000;

  const { ref = '' } = await scrape(`${site.url}/long`);
  await load(200, 1, () => read(ref));
  const reads = await load(1_000, 1, () => read(ref));
  const manyReads = await load(3_000, 16, () => read(ref));

  const afterMb = pssMbOf(pids);
  await delay(untilIdleMs);
  await report('scrape', [
    { name: 'start on an empty directory to ready', value: service.readyMs, unit: 'ms' },
    { name: 'idle memory of all our processes (PSS)', value: idleMb, unit: 'MB', wanted: { below: 230 } },
    { name: 'the site itself, median', value: quantile(alone.times, 0.5), unit: 'ms' },
    { name: 'scrape of a small page, median', value: quantile(one.times, 0.5), unit: 'ms' },
    {
      name: 'added to the site’s own time, median',
      value: quantile(one.times, 0.5) - quantile(alone.times, 0.5),
      unit: 'ms',
      wanted: { below: 10 },
    },
    { name: 'scrape, 16 at once', value: many.perSecond, unit: 'a second', wanted: { atLeast: 150 } },
    { name: 'scrape, 16 at once, p95', value: quantile(many.times, 0.95), unit: 'ms' },
    { name: 'CPU a scrape, service and database', value: cpuMs, unit: 'ms' },
    { name: 'read, median', value: quantile(reads.times, 0.5), unit: 'ms', wanted: { below: 3 } },
    { name: 'read, 16 at once', value: manyReads.perSecond, unit: 'a second' },
    { name: 'memory after the run (PSS)', value: afterMb, unit: 'MB' },
    { name: 'memory 40 s later (PSS)', value: pssMbOf(pids), unit: 'MB' },
  ]);
} finally {
  await service.stop();
  await home.close();
  site.stop();
}
