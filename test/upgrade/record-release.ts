// Records the database of a released version: `node test/upgrade/record-release.ts COMMIT VERSION`. Starts this version on
// Debian's PostgreSQL 15, uses it, kills it during a crawl, and writes VERSION.sql.gz and VERSION.json. Needs git, the npm
// registry and the packages postgresql-15 and postgresql-client-15.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { findDebianPostgres, startPostgresServer } from '../postgres-server.ts';
import { until } from '../until.ts';
import { startReleaseSite } from './release-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const root = fileURLToPath(new URL('../..', import.meta.url));
const key = 'wd_test_0123456789abcdef';
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, sku: { type: 'string' }, price: { type: 'number' } },
};

/** Uses the service, and returns what the upgraded service must still return. The last crawl is running then. */
async function useService(url: string, page: (path: string) => string): Promise<Json> {
  async function call(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Json> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
  const get = (path: string) => call('GET', path);
  const scrapeBody = { url: page('/lamps/3') };
  const scraped = await call('POST', '/v1/scrape', scrapeBody, { 'idempotency-key': 'recorded-scrape' });
  const otherKey = await call('POST', '/v1/keys', { name: 'second key', scopes: ['read', 'write'] });
  const { jid } = await call('POST', '/v1/crawl', { url: page('/'), limit: 5 });
  const crawl = await until(
    () => get(`/v1/jobs/${jid}`),
    ({ status }) => status === 'completed',
  );
  const source = { kind: 'extract', urls: [0, 1, 2].map((number) => page(`/lamps/${number}`)), schema };
  const { did } = await call('POST', '/v1/datasets', { name: 'Lamps', source, country: null });
  await until(
    () => get(`/v1/datasets/${did}`),
    ({ refreshing }) => refreshing === null,
  );
  const { mid } = await call('POST', '/v1/monitors', { url: page('/lamps/4'), name: 'A lamp' });
  await until(
    () => get(`/v1/monitors/${mid}`),
    ({ check_count: count }) => count >= 1,
  );
  await call('POST', '/v1/webhooks/test', { url: page('/hook') });
  const results = await get(`/v1/jobs/${jid}/results`);
  const records = await get(`/v1/datasets/${did}/records`);
  const changes = await get(`/v1/datasets/${did}/changes?since=0`);
  const running = (await call('POST', '/v1/crawl', { url: page('/'), limit: 12 })).jid;
  await until(
    () => get(`/v1/jobs/${running}`),
    ({ progress }) => progress.done >= 3,
  );
  const { status } = await get(`/v1/jobs/${running}`);
  if (status !== 'running') throw new Error(`the last crawl is ${status}: make the site slower`);
  const { ledger } = await get('/v1/billing/ledger?limit=1000');
  const facts = { scrapeBody, scraped, otherKey, crawl, results, did, records, changes, mid, running };
  return { ...facts, ledger };
}

async function record(commit: string, version: string): Promise<void> {
  const postgres = findDebianPostgres();
  if (postgres === null) throw new Error('install postgresql-15');
  const folder = mkdtempSync(join(tmpdir(), 'webdata-release-'));
  const checkout = join(folder, 'checkout');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', checkout, commit], { cwd: root });
  const site = await startReleaseSite(400);
  const server = await startPostgresServer(postgres);
  let service: number | undefined;
  try {
    execFileSync('npm', ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], {
      cwd: checkout,
      stdio: 'inherit',
    });
    const exits = join(folder, 'exits.json');
    writeFileSync(exits, '{"exits": [{"id": "this-machine", "network": "service"}], "echo": null}');
    const child = spawn(process.execPath, ['bin/webdata.mjs', 'serve'], {
      cwd: checkout,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: server.connectionString,
        WEBDATA_SECRET: 'a root secret for tests alone',
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        WEBDATA_API_KEY: key,
        WEBDATA_ALLOW_NETWORKS: '127.0.0.20/30',
        WEBDATA_EXITS: exits,
        WEBDATA_BROWSER: 'none',
      },
    });
    service = child.pid;
    const exited = once(child, 'exit');
    let url: string | undefined;
    let output = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text;
      url = /^serving +(\S+)$/m.exec(output)?.[1];
      if (url !== undefined) break;
    }
    if (url === undefined) throw new Error(`the service did not start: ${output}`);
    const answers = await useService(url, site.url);
    process.kill(-(service ?? 0), 'SIGKILL');
    service = undefined;
    await exited;
    const dumpFlags = ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges'];
    const dump = execFileSync('pg_dump', [...dumpFlags, server.connectionString], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    // Commands of psql, which other clients do not know.
    const sql = dump.replaceAll(/^\\.*$/gm, '');
    const target = join(root, 'test', 'upgrade', version);
    writeFileSync(`${target}.sql.gz`, gzipSync(sql, { level: 9 }));
    writeFileSync(`${target}.json`, `${JSON.stringify({ recordedAt: new Date(), ...answers }, null, 1)}\n`);
  } finally {
    if (service !== undefined) process.kill(-service, 'SIGKILL');
    await server.stop();
    await site.close();
    execFileSync('git', ['worktree', 'remove', '--force', checkout], { cwd: root });
    rmSync(folder, { recursive: true, force: true });
  }
}

const [, , commit, version] = process.argv;
if (commit === undefined || version === undefined) throw new Error('usage: record-release.ts COMMIT VERSION');
await record(commit, version);
