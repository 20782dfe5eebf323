// npm run bench -- page-cost [--sites 20] [--pages 200] [--delay 100] [--search]: what a crawled page costs: CPU time,
// statements, bytes of the write-ahead log and of each table.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openHome } from '../test/service-process.ts';
import { cpuMsOf } from './process-tree.ts';
import { type Figure, report } from './report.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    sites: { type: 'string', default: '20' },
    pages: { type: 'string', default: '200' },
    delay: { type: 'string', default: '100' },
    search: { type: 'boolean', default: false },
  },
});
const sites = Number(values.sites);
const pages = Number(values.pages);

interface Reading {
  cpu: { own: number; database: number };
  statements: number;
  commits: number;
  walBytes: number;
  tables: Map<string, number>;
}

async function readOne(client: Client, statement: string): Promise<number> {
  const { rows } = await client.query<{ value: string }>(statement);
  return Number(rows[0]?.value);
}

async function read(client: Client, service: number, database: number): Promise<Reading> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return {
    cpu: { own: cpuMsOf([service], [database]), database: cpuMsOf([database]) },
    statements: await readOne(client, 'select sum(calls) as value from pg_stat_statements where toplevel'),
    commits: await readOne(
      client,
      'select xact_commit as value from pg_stat_database where datname = current_database()',
    ),
    walBytes: await readOne(client, `select pg_current_wal_lsn() - '0/0'::pg_lsn as value`),
    tables: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

const program = fileURLToPath(new URL('./slow-sites.ts', import.meta.url));
const site = spawn(process.execPath, [program, values.pages, values.delay], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = (await once(createInterface({ input: site.stdout }), 'line')) as [string];
const home = await openHome();
const environment = {
  WEBDATA_POLITENESS: '4/0ms',
  ...(values.search && { WEBDATA_SEARCH: 'local' }),
};
try {
  await (await home.start(environment)).stop();
  appendFileSync(
    join(home.dataDir, 'postgres', 'postgresql.conf'),
    `shared_preload_libraries = 'pg_stat_statements'\n`,
  );
  const service = await home.start(environment);
  const database = (await home.postmaster())?.pid ?? 0;
  const client = new Client(await home.connection());
  await client.connect();
  await client.query('create extension pg_stat_statements');
  await client.query('checkpoint');
  await client.query('select pg_stat_statements_reset()');
  const before = await read(client, service.pid, database);
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  for (let index = 0; index < sites; index += 1) {
    const body = JSON.stringify({ url: `http://127.1.0.${index + 1}:${port}/`, limit: pages, max_depth: 20 });
    const answer = await fetch(`${service.url}/v1/crawl`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`/v1/crawl answered ${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
  }
  const open = `select count(*) as value from jobs where status in ('queued', 'running')`;
  while ((await readOne(client, open)) > 0) await delay(500);
  const after = await read(client, service.pid, database);
  const delivered = await readOne(client, 'select sum(ok) as value from jobs');
  const perPage = (value: (reading: Reading) => number) => (value(after) - value(before)) / delivered;
  const tables = [...after.tables]
    .map(([name, bytes]): Figure => {
      const grown = bytes - (before.tables.get(name) ?? 0);
      return { name: `disk a page, ${name}`, value: grown / delivered, unit: 'bytes' };
    })
    .filter(({ value }) => value >= 20)
    .toSorted((one, other) => other.value - one.value);
  await report('page-cost', [
    { name: 'pages', value: delivered, unit: '' },
    { name: 'CPU a page, service', value: perPage(({ cpu }) => cpu.own), unit: 'ms' },
    { name: 'CPU a page, database', value: perPage(({ cpu }) => cpu.database), unit: 'ms' },
    { name: 'statements a page', value: perPage(({ statements }) => statements), unit: '' },
    { name: 'commits a page', value: perPage(({ commits }) => commits), unit: '' },
    { name: 'WAL a page', value: perPage(({ walBytes }) => walBytes), unit: 'bytes' },
    {
      name: 'disk a page, all tables',
      value: tables.reduce((sum, { value }) => sum + value, 0),
      unit: 'bytes',
    },
    ...tables,
  ]);
  await client.end();
  await service.stop();
} finally {
  await home.close();
  site.kill('SIGTERM');
}
