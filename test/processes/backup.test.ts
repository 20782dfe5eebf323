import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { listPublishedKeys } from '../../src/account/accounts/instance.ts';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import type { Receipt } from '../../src/domain/resources/receipt.ts';
import type { Database } from '../../src/store/database.ts';
import { createTestDatabase } from '../database.ts';
import { checkAnswered, checkBooks, withDatabase } from '../faults/books.ts';
import { startFaultSite } from '../faults/fault-site.ts';
import { startLoad } from '../faults/scrape-load.ts';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { startS3Server } from '../world/s3-server.ts';
import { startSlowSite } from '../world/slow-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const magic = 'webdata-backup 1\n';

async function openHomeFor(t: TestContext): Promise<Home> {
  const home = await openHome();
  t.after(() => home.close());
  return home;
}

/** Runs a command that must succeed; returns its output. */
async function run(home: Home, args: string[], environment: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await home.launch(environment, args).ended;
  assert.equal(`${stderr}${code}`, '0');
  return stdout;
}

/** Runs a command that must fail with one line, which is returned. */
async function refusal(
  home: Home,
  args: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { code, stderr } = await home.launch(environment, args).ended;
  assert.equal(code, 1, `${args}: ${stderr}`);
  const lines = stderr.trim().split('\n');
  assert.equal(lines.length, 1, stderr);
  return lines[0] as string;
}

async function ask(service: ServiceProcess, path: string, body?: object): Promise<Json> {
  const answer = await fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const json = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(json));
  return json;
}

async function startSite(t: TestContext) {
  const site = await startFaultSite('127.0.0.33');
  t.after(() => site.close());
  return site;
}

/** Returns the files of a blob folder by name, without temporary ones. */
async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(path.slice(folder.length).replaceAll('/', ''), await readFile(path));
  }
  return files;
}

async function checkReceipts(database: Database): Promise<number> {
  const keys = await listPublishedKeys(database);
  const rows = await database.selectFrom('receipts').select('receipt').execute();
  for (const { receipt } of rows) {
    const verification = verifyReceipt(receipt as unknown as Record<string, unknown>, keys);
    assert.equal(verification.valid, true, JSON.stringify(verification));
  }
  return rows.length;
}

test('a backup taken while the service works restores the same service elsewhere', async (t) => {
  const site = await startSite(t);
  const home = await openHomeFor(t);
  const service = await home.start();
  const long = await ask(service, '/v1/scrape', {
    url: site.url('/noise/1?words=120000'),
    max_length: 2_000,
  });
  const part = `/v1/read?ref=${long.ref}&offset=400000&length=30000`;
  const { content } = await ask(service, part);
  const load = startLoad({
    ...service,
    clients: 4,
    page: (index) =>
      index % 10 === 0 ? site.url(`/noise/${index + 2}?words=60000`) : site.url(`/small/${index}`),
  });
  await load.more(20);
  const before = load.receipts();
  const file = join(dirname(home.dataDir), 'backup');
  const said = await run(home, ['backup', file]);
  assert.match(said, /^backed up \d+ tables with \d+ rows and \d+ files into /m);
  await load.more(5);
  await load.stop();
  assert.deepEqual(
    load.answers.filter(({ status }) => status !== 200),
    [],
  );
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.match(await refusal(home, ['backup', file]), /already exists/);
  assert.deepEqual(
    (await readdir(dirname(file))).filter((name) => name.startsWith('.backup')),
    [],
  );
  const originals = await filesOf(join(home.dataDir, 'blobs'));
  assert.equal((await service.stop()).code, 0);

  const elsewhere = await openHomeFor(t);
  assert.match(await run(elsewhere, ['restore', file]), /^restored /m);
  const restored = await elsewhere.start();
  const known = [long.receipt as Receipt, ...before];
  await withDatabase(await elsewhere.connection(), async (database) => {
    await checkAnswered(database, known);
    assert.ok((await checkReceipts(database)) >= known.length);
  });
  assert.equal((await ask(restored, part)).content, content);
  const copies = await filesOf(join(elsewhere.dataDir, 'blobs'));
  assert.ok(copies.size > 0);
  for (const [name, bytes] of copies) assert.ok(originals.get(name)?.equals(bytes), name);
  // Sequences continue.
  await ask(restored, '/v1/scrape', { url: site.url('/small/after') });
  await withDatabase(await elsewhere.connection(), (database) => checkBooks(database));
  assert.match(await refusal(elsewhere, ['restore', file]), /^webdata: DATA_DIR .* is not empty/);
});

test('a service with an external database and object store moves to others, and to the embedded ones', async (t) => {
  const site = await startSite(t);
  const [source, target] = [await createTestDatabase(t), await createTestDatabase(t)];
  await target.pool.query('drop schema public cascade; create schema public');
  const [store, otherStore] = [await startS3Server(), await startS3Server()];
  t.after(() => Promise.all([store.close(), otherStore.close()]));
  const secret = 'a secret of the service that moves';
  const here = {
    DATABASE_URL: source.connectionString,
    BLOB_URL: store.blobUrl('a'),
    WEBDATA_SECRET: secret,
  };
  const home = await openHomeFor(t);
  const service = await home.start(here);
  const long = await ask(service, '/v1/scrape', {
    url: site.url('/noise/1?words=120000'),
    max_length: 2_000,
  });
  const file = join(dirname(home.dataDir), 'backup');
  await run(home, ['backup', file], here);
  const part = `/v1/read?ref=${long.ref}&offset=1000&length=3000`;
  const { content } = await ask(service, part);
  await service.stop();

  const there = {
    DATABASE_URL: target.connectionString,
    BLOB_URL: otherStore.blobUrl('b'),
    WEBDATA_SECRET: secret,
  };
  const moved = await openHomeFor(t);
  assert.match(
    await refusal(moved, ['restore', file], { ...there, WEBDATA_SECRET: 'another secret altogether' }),
    /WEBDATA_SECRET is not the secret of the backup/,
  );
  await run(moved, ['restore', file], there);
  assert.match(await refusal(moved, ['restore', file], there), /DATABASE_URL is not empty/);
  assert.deepEqual(
    [...otherStore.objects].map(([key, bytes]) => [key.slice(2), bytes]),
    [...store.objects].map(([key, bytes]) => [key.slice(2), bytes]),
  );
  const again = await moved.start(there);
  assert.equal((await ask(again, part)).content, content);
  await again.stop();

  const own = await openHomeFor(t);
  await run(own, ['restore', file]);
  const back = await own.start();
  assert.equal((await ask(back, part)).content, content);
});

test('an incomplete backup is rejected before anything is changed', async (t) => {
  const home = await openHomeFor(t);
  const folder = dirname(home.dataDir);
  await writeFile(join(folder, 'other'), 'an archive of another kind');
  await writeFile(join(folder, 'short'), magic);
  assert.match(await refusal(home, ['restore', join(folder, 'other')]), /is not a webdata backup/);
  assert.match(await refusal(home, ['restore', join(folder, 'short')]), /is truncated or damaged/);
  assert.match(await refusal(home, ['restore', join(folder, 'nothing')]), /cannot be read \(ENOENT\)/);
  assert.deepEqual((await readdir(folder)).sort(), ['other', 'processes', 'short']);
});

test('a crawl that runs during the backup continues in the restored service', async (t) => {
  const site = await startSlowSite({ address: '127.0.0.34' });
  t.after(() => site.close());
  const home = await openHomeFor(t);
  const service = await home.start();
  const { jid } = await ask(service, '/v1/crawl', { url: site.url('/'), limit: 60 });
  const job = async (of: ServiceProcess) => ask(of, `/v1/jobs/${jid}`);
  while ((await job(service)).progress.done < 5) {
    await delay(50);
  }
  const file = join(dirname(home.dataDir), 'backup');
  await run(home, ['backup', file]);
  await service.kill();

  const elsewhere = await openHomeFor(t);
  await run(elsewhere, ['restore', file]);
  const restored = await elsewhere.start();
  let ended = await job(restored);
  assert.ok(ended.progress.done >= 5);
  while (ended.status !== 'completed') {
    assert.ok(ended.status === 'running', JSON.stringify(ended));
    await delay(100);
    ended = await job(restored);
  }
  const { results } = await ask(restored, `/v1/jobs/${jid}/results?limit=100`);
  assert.equal(results.length, ended.progress.done);
  assert.equal(new Set(results.map((page: Json) => page.final_url)).size, results.length, 'every page once');
  const credits = results.reduce((sum: number, page: Json) => sum + page.receipt.credits, 0);
  await withDatabase(await elsewhere.connection(), async (database) => {
    const rows = await database.selectFrom('ledger').selectAll().where('job_id', '=', jid).execute();
    assert.equal(-rows.reduce((sum, row) => sum + row.credits, 0), credits, 'the ledger is what was charged');
  });
});
