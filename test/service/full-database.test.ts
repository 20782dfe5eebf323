import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startChangingShop } from '../world/changing-shop.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { endedJob, refreshedDataset } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

const crawledPages = 12;
const articles = Array.from({ length: 3 }, (_, index) => ({
  sku: `f${index}`,
  name: `Lamp ${index}`,
  price: '10.00',
  stock: true,
}));

interface FullTable {
  /** Returns the number of rejected rows. */
  rejections(): Promise<number>;
  restore(): Promise<void>;
}

/** Makes a table reject rows like PostgreSQL with a full disk. */
async function fillDisk({ pool }: TestService, table: string): Promise<FullTable> {
  // A sequence keeps its value when the transaction is rolled back.
  await pool.query('create sequence rejections minvalue 0');
  await pool.query(`create or replace function disk_is_full() returns trigger language plpgsql as $$
    begin perform nextval('rejections'); raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await pool.query(`create trigger disk_is_full before insert on ${table} execute function disk_is_full()`);
  return {
    rejections: async () =>
      Number((await pool.query('select last_value from rejections')).rows[0].last_value),
    restore: async () => void (await pool.query(`drop trigger disk_is_full on ${table}`)),
  };
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
  await refreshedDataset(service, made.json.did);

  const crawl = await service.post('/v1/crawl', { url: site.url('/'), limit: crawledPages, max_depth: 9 });
  const refresh = await service.post(`/v1/datasets/${made.json.did}/refresh`, {});
  const disk = await fillDisk(service, 'receipts');
  assert.deepEqual([crawl.status, refresh.status], [200, 200]);
  await until(disk.rejections, (count) => count >= 4);
  await disk.restore();
  const crawled = await endedJob(service, crawl.json.jid);
  assert.deepEqual([crawled.status, crawled.progress.ok], ['completed', crawledPages]);
  assert.equal((await endedJob(service, refresh.json.jid)).status, 'completed');
});
