import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startChangingShop } from '../world/changing-shop.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { startTestService, type TestService } from './running-service.ts';

const crawledPages = 12;
const articles = Array.from({ length: 3 }, (_, index) => ({
  sku: `f${index}`,
  name: `Lamp ${index}`,
  price: '10.00',
  stock: true,
}));

/** Makes a table reject rows like PostgreSQL with a full disk; resolves with a function that restores it. */
async function fillDisk({ pool }: TestService, table: string): Promise<() => Promise<void>> {
  await pool.query(`create or replace function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await pool.query(`create trigger disk_is_full before insert on ${table} execute function disk_is_full()`);
  return async () => void (await pool.query(`drop trigger disk_is_full on ${table}`));
}

async function ended(
  service: TestService,
  jid: string,
): Promise<{ status: string; progress: { ok: number } }> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { json } = await service.get(`/v1/jobs/${jid}`);
    if (['completed', 'failed', 'cancelled'].includes(json.status)) return json;
    await delay(50);
  }
  throw new Error('the job never ended');
}

test('a crawl and a refresh wait while the disk of the database is full, and then complete', async (t) => {
  const site = await startSlowSite({
    pages: crawledPages,
    address: '127.0.0.22',
    delayMs: { from: 5, to: 20 },
  });
  t.after(() => site.close());
  const shop = await startChangingShop(articles);
  t.after(() => shop.close());
  const service = await startTestService(t, { WEBDATA_POLITENESS: '8/5ms' });
  const schema = { type: 'object', properties: { sku: { type: 'string' }, price: { type: 'number' } } };
  const source = { kind: 'extract', urls: articles.map(({ sku }) => shop.url(sku)), schema };
  const made = await service.post('/v1/datasets', { name: 'Lamps', source });
  assert.equal(made.status, 200);
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await service.get(`/v1/datasets/${made.json.did}`)).json.refreshing === null) break;
    await delay(50);
  }

  const crawl = await service.post('/v1/crawl', { url: site.url('/'), limit: crawledPages, max_depth: 9 });
  const refresh = await service.post(`/v1/datasets/${made.json.did}/refresh`, {});
  const restore = await fillDisk(service, 'receipts');
  assert.deepEqual([crawl.status, refresh.status], [200, 200]);
  await delay(1_500);
  await restore();
  const crawled = await ended(service, crawl.json.jid);
  assert.deepEqual([crawled.status, crawled.progress.ok], ['completed', crawledPages]);
  assert.equal((await ended(service, refresh.json.jid)).status, 'completed');
});
