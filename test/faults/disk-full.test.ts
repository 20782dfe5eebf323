import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { startService } from '../../src/app/service.ts';
import { readSettings } from '../../src/config.ts';
import type { Receipt } from '../../src/domain/resources/receipt.ts';
import type { DiskSpace } from '../../src/domain/system/disk-space.ts';
import { startTestService } from '../service/running-service.ts';
import type { Home } from '../service-process.ts';
import { until } from '../until.ts';
import { checkAnswered, checkBooks, withDatabase } from './books.ts';
import { startFaultSite } from './fault-site.ts';
import { fillFolder, mountSmallDisk } from './small-disk.ts';

const megabyte = 2 ** 20;
/** Disk space that is never reported as low, so that the disk becomes full during a write. */
const unwatched: DiskSpace = { isLow: () => false, freeBytes: () => 2 ** 40 };

/** Mounts a small disk as the data directory for one test; returns null and skips the test if none can be mounted. */
async function openSmallDisk(t: TestContext, bytes: number): Promise<Home | null> {
  const disk = await mountSmallDisk(bytes);
  if (disk === null) t.skip('no disk can be mounted here');
  else t.after(() => disk.close());
  return disk?.home ?? null;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
async function scrape(url: string, key: string, page: string): Promise<{ status: number; json: any }> {
  const answer = await fetch(`${url}/v1/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: page }),
    signal: AbortSignal.timeout(300_000),
  });
  return { status: answer.status, json: await answer.json() };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== 'filler').map((entry) => entry.name);
}

test('with low disk space storing operations are rejected, others continue, and health reports it', async (t) => {
  const home = await openSmallDisk(t, 400 * megabyte);
  if (home === null) return;
  const site = await startFaultSite('127.0.0.35');
  t.after(() => site.close());
  const service = await home.start();
  const { status, json } = await scrape(service.url, service.key, site.url('/small/1'));
  assert.deepEqual([status, json.code], [503, 'unavailable']);
  assert.match(json.detail, /disk space/);
  assert.equal(site.hits, 0);
  const health = (await (await fetch(`${service.url}/v1/health`)).json()) as {
    status: string;
    checks: { disk: { status: string } };
  };
  assert.deepEqual([health.status, health.checks.disk.status], ['degraded', 'degraded']);
  const account = await fetch(`${service.url}/v1/account`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  assert.equal(account.status, 200);
  const ended = await service.stop();
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
});

test('a disk that becomes full while a blob is written: 503, no partial blob, and recovery when there is space', async (t) => {
  const home = await openSmallDisk(t, 16 * megabyte);
  if (home === null) return;
  const site = await startFaultSite('127.0.0.35');
  t.after(() => site.close());
  const service = await startTestService(
    t,
    { BLOB_URL: `file://${home.dataDir}`, WEBDATA_ALLOW_NETWORKS: '127.0.0.35/32' },
    { disk: unwatched },
  );
  const page = site.url('/noise/1?words=100000');
  const free = await fillFolder(home.dataDir);
  const refused = await scrape(service.url, service.key, page);
  assert.deepEqual([refused.status, refused.json.code], [503, 'unavailable'], JSON.stringify(refused.json));
  assert.match(refused.json.detail, /disk/);
  assert.deepEqual(await filesIn(home.dataDir), []);
  assert.deepEqual(await service.database.selectFrom('contents').select('ref').execute(), []);
  assert.equal((await checkBooks(service.database)).charged, 0);

  await free();
  const { status, json } = await scrape(service.url, service.key, page);
  assert.deepEqual([status, json.status], [200, 'ok']);
  assert.equal((await filesIn(home.dataDir)).length, 1);
  assert.equal((await service.get(`/v1/read?ref=${json.ref}`)).status, 200);
  assert.equal((await checkBooks(service.database)).charged, 1);
});

test('a disk that becomes full under the database: 503, nothing acknowledged is lost, and recovery when there is space', async (t) => {
  const home = await openSmallDisk(t, 320 * megabyte);
  if (home === null) return;
  const site = await startFaultSite('127.0.0.35');
  t.after(() => site.close());
  const key = 'wd_process_key_of_no_consequence';
  const service = await startService(
    readSettings({
      DATA_DIR: home.dataDir,
      PORT: '0',
      WEBDATA_API_KEY: key,
      WEBDATA_ALLOW_NETWORKS: '127.0.0.35/32',
      WEBDATA_LOG_LEVEL: 'silent',
    }),
    { disk: unwatched },
  );
  const answered: Receipt[] = [];
  const once = async (index: number) => {
    const { status, json } = await scrape(service.url, key, site.url(`/noise/${index}?words=25000`));
    assert.ok(status === 200 || status === 503, JSON.stringify(json));
    if (status === 200) answered.push(json.receipt);
    else assert.equal(json.code, 'unavailable');
    return status;
  };
  try {
    assert.equal(await once(0), 200);
    const free = await fillFolder(home.dataDir);
    let index = 1;
    for (; (await once(index)) === 200; index += 1) assert.ok(index < 400, 'the disk is never full');
    assert.equal((await fetch(`${service.url}/livez`)).status, 200);
    await free();
    await until(async () => (await once(index)) === 200);
    await withDatabase(await home.connection(), (database) => checkAnswered(database, answered));
  } finally {
    await service.stop();
  }
  assert.equal(await home.postmaster(), null);
});
