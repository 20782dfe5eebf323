import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { migrations } from '../../src/store/migrations/all.ts';
import { createTestDatabase } from '../database.ts';
import { endedJob } from '../service/ended-job.ts';
import { startTestService } from '../service/running-service.ts';
import { startReleaseSite } from './release-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const folder = new URL('.', import.meta.url);
const versions = globSync('*.sql.gz', { cwd: folder }).map((name) => name.replace('.sql.gz', ''));

/** Creates a database as the version left it, and returns its URL. */
async function loadRelease(t: TestContext, version: string): Promise<string> {
  const { connectionString } = await createTestDatabase(t);
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query('drop schema public cascade; create schema public');
    await client.query(gunzipSync(readFileSync(new URL(`${version}.sql.gz`, folder))).toString('utf8'));
  } finally {
    await client.end();
  }
  return connectionString;
}

function describePages(results: Json): Json {
  return results.map(({ url, status, title, markdown, receipt }: Json) => ({
    url,
    status,
    title,
    markdown,
    receipt,
  }));
}

// Only Linux has every address of 127.0.0.0/8.
const skip = process.platform === 'linux' ? false : 'needs Linux';

for (const version of versions) {
  test(`a database of ${version} is upgraded`, { skip }, async (t) => {
    const recorded = JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8')) as Json;
    const site = await startReleaseSite();
    t.after(() => site.close());
    const databaseUrl = await loadRelease(t, version);
    // An hour after the recording, so that nothing has expired.
    const aheadMs = Date.parse(recorded.recordedAt) + 3_600_000 - Date.now();
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const service = await startTestService(t, { DATABASE_URL: databaseUrl }, { clock });

    await t.test('with all migrations', async () => {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      const { rows } = await client.query('select name from kysely_migration order by name');
      await client.end();
      assert.deepEqual(
        rows.map(({ name }) => name),
        Object.keys(migrations),
      );
    });

    await t.test('finished jobs have their results, and receipts are still valid', async () => {
      const { json: job } = await service.get(`/v1/jobs/${recorded.crawl.jid}`);
      assert.equal(job.status, 'completed');
      const { json } = await service.get(`/v1/jobs/${recorded.crawl.jid}/results`);
      assert.equal(json.results.length, 5);
      assert.deepEqual(describePages(json.results), describePages(recorded.results.results));
      for (const { receipt } of [...json.results, recorded.scraped]) {
        const { json: verified } = await service.post('/v1/receipts/verify', { receipt });
        assert.equal(verified.valid, true, JSON.stringify(verified));
      }
    });

    await t.test('a repeated request returns its stored response', async () => {
      const headers = { 'idempotency-key': 'recorded-scrape' };
      const { json } = await service.post('/v1/scrape', recorded.scrapeBody, { headers });
      assert.equal(json.receipt.signature, recorded.scraped.receipt.signature);
    });

    await t.test('datasets and monitors continue', async () => {
      const { json: records } = await service.get(`/v1/datasets/${recorded.did}/records`);
      const { json: changes } = await service.get(`/v1/datasets/${recorded.did}/changes?since=0`);
      assert.deepEqual(
        records.records.map(({ data }: Json) => data),
        recorded.records.records.map(({ data }: Json) => data),
      );
      assert.equal(changes.changes.length, recorded.changes.changes.length);
      const { json: monitor } = await service.get(`/v1/monitors/${recorded.mid}`);
      assert.ok(monitor.check_count >= 1 && monitor.status === 'active', JSON.stringify(monitor));
      assert.equal((await service.post(`/v1/datasets/${recorded.did}/refresh`, undefined)).status, 200);
    });

    await t.test('a crawl that was running ends, with every page once', async () => {
      const job = await endedJob(service, recorded.running);
      assert.equal(job.status, 'completed', JSON.stringify(job));
      const { json } = await service.get(`/v1/jobs/${recorded.running}/results`);
      const urls = json.results.map(({ url }: Json) => url);
      assert.deepEqual([urls.length, new Set(urls).size], [12, 12]);
    });

    await t.test('the ledger is unchanged and goes on', async () => {
      const { json } = await service.get('/v1/billing/ledger?limit=1000');
      const known = new Map(json.ledger.map((row: Json) => [row.id, row]));
      for (const row of recorded.ledger) {
        const { id, credits, balance } = row;
        const now = known.get(id) as Json;
        assert.deepEqual(
          { id: now?.id, credits: now?.credits, balance: now?.balance },
          { id, credits, balance },
        );
      }
      const sum = json.ledger.reduce((total: number, { credits }: Json) => total + credits, 0);
      assert.equal(json.ledger[0].balance, sum, 'the balance of the newest row is the sum of all rows');
      assert.ok(json.ledger.length > recorded.ledger.length, 'the rest of the crawl was charged');
      const { status } = await service.post(
        '/v1/scrape',
        { url: site.url('/lamps/5') },
        { key: recorded.otherKey.token },
      );
      assert.equal(status, 200, 'a key of the earlier version is valid');
    });
  });
}
