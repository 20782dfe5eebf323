// npm run bench -- disk [--sites 8] [--pages 500] [--minutes 60] [--search]: crawls, deletes the jobs, and measures how
// much of the disk is given back, and when.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openHome } from '../test/service-process.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    sites: { type: 'string', default: '8' },
    pages: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '60' },
    search: { type: 'boolean', default: false },
  },
});
const sites = Number(values.sites);
const pages = Number(values.pages);
const mebibyte = 2 ** 20;
/** Share of the growth that the contents of the jobs may still take at the end; receipts stay. */
const maxLeft = 0.35;

/** Returns the bytes that a folder takes on the disk. */
function bytesOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.blocks * 512;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

const program = fileURLToPath(new URL('./slow-sites.ts', import.meta.url));
const site = spawn(process.execPath, [program, values.pages, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(createInterface({ input: site.stdout }), 'line')) as [string];
const home = await openHome();
try {
  const service = await home.start({
    WEBDATA_POLITENESS: '16/0ms',
    ...(values.search && { WEBDATA_SEARCH: 'local' }),
  });
  const client = new Client(await home.connection());
  await client.connect();
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const measure = () => ({
    all: bytesOf(home.dataDir) / mebibyte,
    wal: bytesOf(join(home.dataDir, 'postgres', 'pg_wal')) / mebibyte,
  });
  const describe = async () => {
    const { rows } = await client.query<{ name: string; heap: string; toast: string; indexes: string }>(`
      select relname as name, pg_relation_size(oid) / 1048576 as heap, pg_indexes_size(oid) / 1048576 as indexes,
        coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0) / 1048576 as toast
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by pg_total_relation_size(oid) desc limit 8`);
    return rows.map(({ name, heap, toast, indexes }) => `${name} ${heap}+${toast}+${indexes}`).join(', ');
  };
  const log = async (when: string) => {
    const { all, wal } = measure();
    process.stderr.write(`${when}: ${all.toFixed(0)} MB, WAL ${wal.toFixed(0)} MB; ${await describe()}\n`);
  };
  const before = measure();
  await log('empty');
  const jobs: string[] = [];
  for (let index = 0; index < sites; index += 1) {
    const body = JSON.stringify({ url: `http://127.1.0.${index + 1}:${port}/`, limit: pages, max_depth: 20 });
    const answer = await fetch(`${service.url}/v1/crawl`, { method: 'POST', headers, body });
    jobs.push(((await answer.json()) as { jid: string }).jid);
  }
  const countOpen = async () =>
    Number(
      (await client.query(`select count(*) from jobs where status in ('queued', 'running')`)).rows[0].count,
    );
  while ((await countOpen()) > 0) await delay(500);
  await delay(2_000);
  const full = measure();
  await log('after the crawls');
  for (const jid of jobs) {
    const answer = await fetch(`${service.url}/v1/jobs/${jid}`, { method: 'DELETE', headers });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
  }
  await log('deleted');
  const target = before.all + (full.all - before.all) * maxLeft;
  const since = performance.now();
  let minutes = 0;
  for (; minutes < Number(values.minutes) && measure().all > target; minutes += 1) {
    await delay(60_000);
    await log(`after ${minutes + 1} min`);
  }
  const after = measure();
  const health = (await (await fetch(`${service.url}/v1/health`)).json()) as {
    checks: { disk: { detail: string } };
  };
  process.stderr.write(`health: ${health.checks.disk.detail}\n`);
  await report('disk', [
    { name: 'pages', value: sites * pages, unit: '' },
    { name: 'data directory before', value: before.all, unit: 'MB' },
    { name: 'after the crawls', value: full.all, unit: 'MB' },
    { name: 'of it WAL', value: full.wal, unit: 'MB' },
    {
      name: 'some time after the jobs were deleted',
      value: after.all,
      unit: 'MB',
      wanted: { below: target },
    },
    { name: 'of it WAL', value: after.wal, unit: 'MB' },
    { name: 'that time', value: (performance.now() - since) / 60_000, unit: 'min', wanted: { below: 60 } },
  ]);
  await client.end();
  await service.stop();
} finally {
  await home.close();
  site.kill('SIGTERM');
}
