import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type PostgresServer, startPostgresServer } from '../postgres-server.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { withDatabase } from './books.ts';
import { checkCrawl, createCrawlClient, hasEnded } from './crawl-watch.ts';

const key = 'wd_crawl_key_of_no_consequence';
const program = fileURLToPath(new URL('./short-lease-service.ts', import.meta.url));

interface Started {
  child: ChildProcess;
  url: string;
}

async function startProcess(t: TestContext, server: PostgresServer, role: string): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'webdata-crawl-'));
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: server.connectionString,
      WEBDATA_SECRET: 'a root secret for tests alone',
      WEBDATA_ROLE: role,
      WEBDATA_API_KEY: key,
      WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBDATA_LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(async () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  });
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [
    string,
  ];
  return { child, url: line.slice('serving '.length) };
}

test('workers that exit, or return after their lease expired, cost only time', async (t) => {
  const server = await startPostgresServer();
  t.after(() => server.stop());
  const site = await startSlowSite({ pages: 150, address: '127.0.0.33' });
  t.after(() => site.close());
  const api = await startProcess(t, server, 'api');
  const [first, second] = await Promise.all([
    startProcess(t, server, 'worker'),
    startProcess(t, server, 'worker'),
  ]);
  const client = createCrawlClient(() => api.url, key);

  await t.test('one of two workers is killed', async () => {
    site.reset();
    const jid = await client.start({ url: site.url('/'), limit: 150, max_depth: 9, use_sitemap: false });
    await client.until(jid, (job) => job.progress.done > 20);
    first.child.kill('SIGKILL');
    const job = await client.until(jid, hasEnded);
    await withDatabase({ connectionString: server.connectionString }, (database) =>
      checkCrawl(database, site, job),
    );
  });

  await t.test('one of two workers is suspended beyond its lease and resumes', async () => {
    site.reset();
    const third = await startProcess(t, server, 'worker');
    const jid = await client.start({ url: site.url('/'), limit: 150, max_depth: 9, use_sitemap: false });
    await client.until(jid, (job) => job.progress.done > 10);
    second.child.kill('SIGSTOP');
    const job = await client.until(jid, hasEnded);
    second.child.kill('SIGCONT');
    await delay(1_000);
    assert.deepEqual(await client.job(jid), job, 'it writes nothing');
    await withDatabase({ connectionString: server.connectionString }, (database) =>
      checkCrawl(database, site, job),
    );
    third.child.kill('SIGKILL');
    // The resumed worker processes the next job alone.
    site.reset();
    const next = await client.start({ url: site.url('/'), limit: 20, use_sitemap: false });
    assert.equal((await client.until(next, hasEnded)).progress.done, 20);
  });

  await t.test('the database is restarted during a crawl', async () => {
    site.reset();
    const jid = await client.start({ url: site.url('/'), limit: 150, max_depth: 9, use_sitemap: false });
    await client.until(jid, (job) => job.progress.done > 20);
    await server.restart();
    const job = await client.until(jid, hasEnded);
    await withDatabase({ connectionString: server.connectionString }, (database) =>
      checkCrawl(database, site, job),
    );
  });
});
