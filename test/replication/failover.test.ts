import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt } from '../../src/domain/resources/receipt.ts';
import type { Database } from '../../src/store/database.ts';
import { withDatabase } from '../faults/books.ts';
import { checkCrawl, createCrawlClient, hasEnded } from '../faults/crawl-watch.ts';
import { startFaultSite } from '../faults/fault-site.ts';
import { checkOnlyPauses } from '../faults/pauses.ts';
import { startLoad } from '../faults/scrape-load.ts';
import { openHome } from '../service-process.ts';
import { startS3Server } from '../world/s3-server.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../world/webhook-receiver.ts';
import { untilFound } from './programs.ts';
import { replicationMissing, startReplicatedPostgres } from './replicated-postgres.ts';

/** A lost primary is replaced when its lease in etcd expires (15 s); then the clients connect to the new one. */

/** Returns the offsets of all announced pages in order. A message that is delivered again has the same id. */
function toOffsets(receiver: WebhookReceiver): number[] {
  const events = new Map(receiver.messages('/hook').map((message) => [message.id, message.body]));
  const pages = [...events.values()].flatMap(({ type, data }) => (type === 'job.page' ? data.pages : []));
  return pages.map(({ offset }: { offset: number }) => offset).sort((one, other) => one - other);
}

/** Checks that the receipts of all answered scrapes are stored, and that each request was charged at most once. */
async function checkScrapes(database: Database, receipts: readonly Receipt[]): Promise<void> {
  const rows = await database.selectFrom('receipts').select('receipt_id').execute();
  const stored = new Set(rows.map((row) => row.receipt_id));
  assert.deepEqual(
    receipts.filter(({ id }) => !stored.has(id)),
    [],
    'every receipt that a client holds is stored',
  );
  const charges = await database
    .selectFrom('ledger')
    .select(['request_id', 'credits'])
    .where('kind', '=', 'charge')
    .where('note', '=', 'scrape')
    .execute();
  assert.equal(new Set(charges.map((row) => row.request_id)).size, charges.length, 'none is charged twice');
  const charged = new Set(charges.map((row) => row.request_id));
  assert.ok(receipts.every((receipt) => charged.has(receipt.request_id)));
}

test('after the loss of the primary database, jobs go on, nothing is lost, and nothing happens twice', {
  skip: replicationMissing,
}, async (t) => {
  const site = await startSlowSite({ pages: 400, address: '127.0.0.37' });
  t.after(() => site.close());
  const scraped = await startFaultSite('127.0.0.38');
  t.after(() => scraped.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const store = await startS3Server();
  t.after(() => store.close());
  const cluster = await startReplicatedPostgres();
  t.after(() => cluster.stop());
  const settings = {
    DATABASE_URL: cluster.connectionString,
    WEBDATA_SECRET: 'a root secret for tests alone',
    BLOB_URL: store.blobUrl('failover'),
    WEBDATA_LOG_LEVEL: 'error',
  };
  const homes = await Promise.all([openHome(), openHome(), openHome()]);
  t.after(() => Promise.all(homes.map((home) => home.close())));
  const [api] = await Promise.all(
    homes.map((home, index) => home.start({ ...settings, WEBDATA_ROLE: index === 0 ? 'api' : 'worker' })),
  );
  assert.ok(api);
  const client = createCrawlClient(() => api.url, api.key);
  const jid = await client.start({
    url: site.url('/'),
    limit: 400,
    max_depth: 9,
    use_sitemap: false,
    webhook: receiver.url('/hook'),
  });
  const load = startLoad({
    ...api,
    clients: 3,
    page: (index) => scraped.url(`/small/${index}`),
    patienceMs: 60_000,
  });
  await client.until(jid, (job) => job.progress.done > 40);
  await cluster.untilSynchronous();

  const lost = await cluster.primary();
  const before = (await client.job(jid)).progress.done;
  const killedAt = performance.now();
  await cluster.kill(lost);
  await client.until(jid, (job) => job.progress.done > before + 32);
  t.diagnostic(`the job went on after ${((performance.now() - killedAt) / 1_000).toFixed(1)} s`);
  assert.notEqual(await cluster.primary(), lost);

  const job = await client.until(jid, hasEnded);
  await load.more(20);
  await load.stop();
  t.diagnostic(api.stderr().slice(-2_000));
  checkOnlyPauses(load);
  await withDatabase({ connectionString: cluster.connectionString }, async (database) => {
    await checkCrawl(database, site, job);
    await checkScrapes(database, load.receipts());
  });
  await untilFound(
    async () => (toOffsets(receiver).length >= 400 ? true : null),
    () => `only ${toOffsets(receiver).length} pages were announced`,
  );
  assert.deepEqual(
    toOffsets(receiver),
    Array.from({ length: 400 }, (_, at) => at),
    'each page is in one event',
  );
});
