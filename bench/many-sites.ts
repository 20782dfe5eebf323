// npm run bench -- many-sites [--sites 100] [--pages 50] [--delay 300] [--accounts 1]: crawls of many slow sites at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openHome } from '../test/service-process.ts';
import { cpuMsOf, cpuMsOfThreads, pssMbOf } from './process-tree.ts';
import { quantile, report } from './report.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    sites: { type: 'string', default: '100' },
    pages: { type: 'string', default: '50' },
    delay: { type: 'string', default: '300' },
    /** Milliseconds between two samples of the progress of all jobs. */
    sample: { type: 'string', default: '1000' },
  },
});
const sites = Number(values.sites);
const pages = Number(values.pages);

/** Returns the address of a site: distinct loopback addresses, from 127.1.0.1 on. */
function addressOf(site: number): string {
  return `127.1.${Math.floor(site / 250)}.${1 + (site % 250)}`;
}

interface JobRow {
  status: string;
  delivered: number;
  ok: number;
  started_at: Date | null;
  finished_at: Date | null;
}

const program = fileURLToPath(new URL('./slow-sites.ts', import.meta.url));
const site = spawn(process.execPath, [program, values.pages, values.delay], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = (await once(createInterface({ input: site.stdout }), 'line')) as [string];
const home = await openHome();
try {
  const service = await home.start(
    process.env.WEBDATA_BENCH_ENV ? JSON.parse(process.env.WEBDATA_BENCH_ENV) : {},
  );
  const database = (await home.postmaster())?.pid ?? 0;
  const client = new Client(await home.connection());
  await client.connect();
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const createMs: number[] = [];
  async function createJob(index: number): Promise<void> {
    const body = JSON.stringify({ url: `http://${addressOf(index)}:${port}/`, limit: pages, max_depth: 20 });
    const since = performance.now();
    const answer = await fetch(`${service.url}/v1/crawl`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`/v1/crawl answered ${answer.status} ${await answer.text()}`);
    await answer.json();
    createMs.push(performance.now() - since);
  }
  const cpuNow = () => ({ own: cpuMsOf([service.pid], [database]), database: cpuMsOf([database]) });
  const before = cpuNow();
  let peak = 0;
  let leastShare = 1;
  for (let index = 0; index < sites; index += 1) await createJob(index);
  let rows: JobRow[] = [];
  do {
    await delay(Number(values.sample));
    ({ rows } = await client.query<JobRow>(
      'select status, delivered, ok, started_at, finished_at from jobs',
    ));
    const done = rows.map(({ delivered }) => delivered);
    const median = quantile(done, 0.5);
    if (median >= pages / 5 && median <= (pages * 4) / 5)
      leastShare = Math.min(leastShare, Math.min(...done) / median);
    peak = Math.max(peak, pssMbOf([service.pid]));
    process.stderr.write(
      `${done.reduce((sum, one) => sum + one, 0)} pages, slowest ${Math.min(...done)}, median ${median}, ${peak.toFixed(0)} MB at most\n`,
    );
  } while (rows.some(({ status }) => status === 'queued' || status === 'running'));
  const after = cpuNow();
  const [mainThread = 0, ...otherThreads] = cpuMsOfThreads(service.pid);
  const starts = rows.map(({ started_at: at }) => Number(at));
  const ends = rows.map(({ finished_at: at }) => Number(at));
  const total = rows.reduce((sum, { ok }) => sum + ok, 0);
  const seconds = (Math.max(...ends) - Math.min(...starts)) / 1000;
  const own = (after.own - before.own) / total;
  const ofDatabase = (after.database - before.database) / total;
  const seen = await fetch(`http://127.1.0.1:${port}/-/seen`);
  const { mostOpen } = (await seen.json()) as { mostOpen: number };
  await report(`many-sites-${sites}-${values.delay}`, [
    { name: 'pages read', value: total, unit: '', wanted: { atLeast: sites * pages } },
    { name: 'pages a second', value: total / seconds, unit: '', wanted: { atLeast: 200 } },
    { name: 'CPU a page, all processes', value: own + ofDatabase, unit: 'ms', wanted: { below: 7 } },
    { name: 'of it the database', value: ofDatabase, unit: 'ms' },
    { name: 'of it the main thread', value: mainThread / total, unit: 'ms' },
    {
      name: 'of it all other threads',
      value: otherThreads.reduce((sum, ms) => sum + ms, 0) / total,
      unit: 'ms',
    },
    { name: 'peak memory, all processes (PSS)', value: peak, unit: 'MB', wanted: { below: 600 } },
    { name: 'requests in flight, most', value: mostOpen, unit: '' },
    { name: 'creating a job, median', value: quantile(createMs, 0.5), unit: 'ms', wanted: { below: 10 } },
    {
      name: 'progress of the slowest job, share of the median',
      value: leastShare,
      unit: '',
      wanted: { atLeast: 0.5 },
    },
  ]);
  await client.end();
  await service.stop();
} finally {
  await home.close();
  site.kill('SIGTERM');
}
