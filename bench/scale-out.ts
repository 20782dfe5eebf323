// npm run bench -- scale-out [--workers 1,2,4] [--sites 100] [--pages 12] [--delay 1000] [--quota 0.25]: crawls of slow
// sites with one api process and several workers, which share one PostgreSQL and one object store. Every worker may use
// `quota` cores, so that the workers and not the machine are the limit; 0 sets no quota. `pages` is the number of pages of a
// site for each worker, so that every worker reads as many pages, and the start of a process counts alike, in all runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startPostgresServer } from '../test/postgres-server.ts';
import { type Home, openHome, type ServiceProcess } from '../test/service-process.ts';
import { startS3Server } from '../test/world/s3-server.ts';
import { limitCpu } from './cpu-quota.ts';
import { cpuMsOf } from './process-tree.ts';
import { type Figure, quantile, report } from './report.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    workers: { type: 'string', default: '1,2,4' },
    sites: { type: 'string', default: '100' },
    pages: { type: 'string', default: '12' },
    delay: { type: 'string', default: '1000' },
    quota: { type: 'string', default: '0.25' },
  },
});
const sites = Number(values.sites);
const pagesPerWorker = Number(values.pages);
const quota = Number(values.quota);
/** Largest difference from a linear growth. */
const tolerance = 0.1;

interface Run {
  workers: number;
  pagesPerSecond: number;
  cpuMs: number;
  databaseMs: number;
  delivered: number;
}

interface JobRow {
  status: string;
  ok: number;
  delivered: number;
  started_at: Date | null;
  finished_at: Date | null;
}

function addressOf(site: number): string {
  return `127.1.${Math.floor(site / 250)}.${1 + (site % 250)}`;
}

async function startSites(pages: number): Promise<{ port: string; stop(): void }> {
  const program = fileURLToPath(new URL('./slow-sites.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(pages), values.delay], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { port, stop: () => void child.kill('SIGTERM') };
}

async function createJobs(api: ServiceProcess, port: string, pages: number): Promise<void> {
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
  for (let index = 0; index < sites; index += 1) {
    const body = JSON.stringify({ url: `http://${addressOf(index)}:${port}/`, limit: pages, max_depth: 20 });
    const answer = await fetch(`${api.url}/v1/crawl`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`/v1/crawl answered ${answer.status} ${await answer.text()}`);
    await answer.json();
  }
}

/** Waits until all jobs have ended, and returns their rows. */
async function untilEnded(client: Client): Promise<JobRow[]> {
  for (;;) {
    const { rows } = await client.query<JobRow>(
      'select status, ok, delivered, started_at, finished_at from jobs',
    );
    if (!rows.some(({ status }) => status === 'queued' || status === 'running')) return rows;
    await delay(1_000);
  }
}

/**
 * Returns the pages a second between the times at which a tenth and nine tenths of the pages were stored: at the start the
 * sites have few known pages, and at the end few are left.
 */
async function measureSpeed(client: Client): Promise<number> {
  const { rows } = await client.query<{ at: Date }>('select at from receipts order by at');
  const times = rows.map(({ at }) => at.getTime());
  const [from, to] = [quantile(times, 0.1), quantile(times, 0.9)];
  return (times.length * 0.8) / ((to - from) / 1_000);
}

async function measure(workers: number): Promise<Run> {
  const server = await startPostgresServer(undefined, { isKilled: true });
  const store = await startS3Server();
  const pages = pagesPerWorker * workers;
  const site = await startSites(pages);
  const homes: Home[] = [];
  const removeGroups: (() => void)[] = [];
  const settings = {
    DATABASE_URL: server.connectionString,
    WEBDATA_SECRET: 'a root secret for a bench alone',
    BLOB_URL: store.blobUrl('bench'),
  };
  async function start(role: string): Promise<ServiceProcess> {
    const home = await openHome();
    homes.push(home);
    return home.start({ ...settings, WEBDATA_ROLE: role });
  }
  const client = new Client({ connectionString: server.connectionString });
  try {
    const api = await start('api');
    await client.connect();
    const started: ServiceProcess[] = [];
    await createJobs(api, site.port, pages);
    for (let index = 0; index < workers; index += 1) started.push(await start('worker'));
    const pids = started.map(({ pid }) => pid);
    if (quota > 0) for (const pid of pids) removeGroups.push(limitCpu(`webdata-bench-${pid}`, [pid], quota));
    const before = { own: cpuMsOf(pids), database: cpuMsOf([server.pid()]) };
    const rows = await untilEnded(client);
    const delivered = rows.reduce((sum, { ok }) => sum + ok, 0);
    return {
      workers,
      pagesPerSecond: await measureSpeed(client),
      cpuMs: (cpuMsOf(pids) - before.own) / delivered,
      databaseMs: (cpuMsOf([server.pid()]) - before.database) / delivered,
      delivered,
    };
  } finally {
    await client.end();
    await Promise.all(homes.map((home) => home.close()));
    for (const remove of removeGroups) remove();
    site.stop();
    await store.close();
    await server.stop();
  }
}

const runs: Run[] = [];
for (const workers of values.workers.split(',').map(Number)) runs.push(await measure(workers));
const [first] = runs;
const figures = runs.flatMap((run): Figure[] => {
  const name = `${run.workers} ${run.workers === 1 ? 'worker' : 'workers'}`;
  const share = run.pagesPerSecond / run.workers / ((first?.pagesPerSecond ?? 0) / (first?.workers ?? 1));
  return [
    {
      name: `${name}: pages read`,
      value: run.delivered,
      unit: '',
      wanted: { atLeast: sites * pagesPerWorker * run.workers },
    },
    { name: `${name}: pages a second`, value: run.pagesPerSecond, unit: '' },
    { name: `${name}: share of linear growth`, value: share, unit: '', wanted: { atLeast: 1 - tolerance } },
    { name: `${name}: CPU a page, workers`, value: run.cpuMs, unit: 'ms' },
    { name: `${name}: CPU a page, database`, value: run.databaseMs, unit: 'ms' },
  ];
});
await report('scale-out', figures);
