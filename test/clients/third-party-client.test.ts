import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Firecrawl as Renamed } from '@mendable/firecrawl-js';
import { type Document, Firecrawl, type ScrapeOptions, SdkError, type Watcher } from 'firecrawl';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';

/** End of a watch, as the client passes it on. */
interface End {
  id: string;
  status: string;
  total: number;
  completed: number;
  data: Document[];
}

/** Returns the events of a watcher until its end. */
async function watched(watcher: Watcher) {
  const documents: Document[] = [];
  const snapshots: string[] = [];
  watcher.on('document', (document: Document) => documents.push(document));
  watcher.on('snapshot', ({ status }: { status: string }) => snapshots.push(status));
  const done = once(watcher, 'done');
  await watcher.start();
  const [end] = (await done) as [End];
  return { documents, snapshots, end };
}

const addressOf = (document: Document) => String(document.metadata?.sourceURL);

test('the third-party JavaScript client', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { site } = world;
  const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  const article = site.url('/articles/notes-on-harbour-cranes');
  const refusal = async (work: Promise<unknown>): Promise<SdkError> => {
    const error = await work.then(
      () => assert.fail('it was not refused'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof SdkError, String(error));
    return error;
  };

  await t.test('scrapes, under both names of the package and of the method', async () => {
    const document = await client.scrape(article, {
      formats: ['markdown', 'links', 'html'],
      location: { country: 'DE' },
    });
    assert.match(String(document.markdown), /^# /m);
    assert.ok((document.links ?? []).every((link) => link.startsWith('http')));
    assert.equal(document.metadata?.statusCode, 200);
    const renamed = new Renamed({ apiKey: service.key, apiUrl: service.url });
    assert.equal((await renamed.scrape(article)).markdown, document.markdown);
  });

  await t.test('extracts values with a schema in the format json', async () => {
    const product = site.pages.find((page) => page.path.startsWith('/products/'));
    const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
    const document = await client.scrape(site.url(product?.path ?? ''), {
      formats: [{ type: 'json', schema }],
    });
    assert.equal(typeof (document.json as { price: unknown }).price, 'number');
    const found = await client.extract({ urls: [site.url(product?.path ?? '')], schema, pollInterval: 1 });
    assert.deepEqual(found.data, document.json);
    assert.equal(found.status, 'completed');
  });

  await t.test('maps a site', async () => {
    const { links } = await client.map(site.url('/'), { limit: 25, sitemap: 'include', timeout: 20_000.5 });
    assert.equal(links.length, 25);
    assert.ok(links.every(({ url }) => url.startsWith(site.origin)));
  });

  await t.test('starts a crawl, polls it, waits for it and reads all pages', async () => {
    const { id, url } = await client.startCrawl(site.url('/'), { limit: 5 });
    assert.equal(url, `${service.url}/v2/crawl/${id}`);
    const early = await client.getCrawlStatus(id);
    assert.ok(['scraping', 'completed'].includes(early.status));
    const job = await client.crawl(site.url('/'), {
      limit: 120,
      pollInterval: 1,
      scrapeOptions: { formats: ['markdown'] },
    });
    assert.deepEqual([job.status, job.completed, job.total, job.data.length], ['completed', 120, 120, 120]);
    assert.equal(new Set(job.data.map(addressOf)).size, 120);
    const piece = await client.getCrawlStatus(String(job.id), { autoPaginate: false });
    assert.equal(piece.data.length, 100);
    assert.match(String(piece.next), /skip=100/);
    const { errors, robotsBlocked } = await client.getCrawlErrors(String(job.id));
    assert.deepEqual(errors, []);
    assert.ok(robotsBlocked.includes(site.url('/private/closed')));
  });

  await t.test(
    'watches a crawl of 300 pages: each document once, then the end',
    { timeout: 60_000 },
    async () => {
      const { id } = await client.startCrawl(site.url('/'), {
        limit: 300,
        scrapeOptions: { formats: ['markdown'] },
      });
      const { documents, end } = await watched(client.watcher(id, { kind: 'crawl' }));
      assert.deepEqual([end.status, end.total, end.completed], ['completed', 300, 300]);
      assert.equal(documents.length, 300);
      assert.equal(new Set(documents.map(addressOf)).size, 300);
      assert.equal(end.data.length, 300);
      const late = await watched(client.watcher(id));
      assert.deepEqual(late.documents.map(addressOf).sort(), documents.map(addressOf).sort());
      assert.deepEqual(late.end.data.map(addressOf).sort(), documents.map(addressOf).sort());
    },
  );

  await t.test('the client’s own tests of watchers: snapshots, and the documents with the end', async () => {
    const crawl = await client.startCrawl(site.url('/'), { limit: 3 });
    const urls = site.pages.slice(0, 2).map((page) => site.url(page.path));
    const batch = await client.startBatchScrape(urls, {
      options: { formats: ['markdown'] },
      ignoreInvalidURLs: true,
    });
    const kinds = [
      [crawl.id, 3, {}],
      [batch.id, 2, { kind: 'batch', timeout: 180 }],
    ] as const;
    // The jobs run while they are watched first, and have ended then.
    for (const moment of ['running', 'completed']) {
      for (const [id, pages, options] of kinds) {
        const { documents, snapshots, end } = await watched(
          client.watcher(id, { pollInterval: 2, ...options }),
        );
        assert.equal(snapshots.at(-1), 'completed', moment);
        assert.deepEqual([end.id, end.status, end.total], [id, 'completed', pages]);
        assert.deepEqual(end.data.map(addressOf).sort(), documents.map(addressOf).sort());
        assert.equal(end.data.length, pages, moment);
      }
    }
  });

  await t.test('a watcher of an unknown job, or with a wrong key, gets an error', async () => {
    const stranger = new Firecrawl({ apiKey: 'wd_wrong_0123456789', apiUrl: service.url });
    for (const [from, id] of [
      [client, '01890000-0000-7000-8000-000000000000'],
      [stranger, '01890000-0000-7000-8000-000000000000'],
    ] as const) {
      const watcher = from.watcher(id, { timeout: 1 });
      const failed = once(watcher, 'error').catch((error: unknown) => [error]);
      void watcher.start();
      const [error] = (await failed) as [{ error?: string }];
      assert.equal(typeof error.error, 'string');
      watcher.on('error', () => {});
      watcher.close();
    }
  });

  await t.test('cancels a crawl, whose watcher then ends', async () => {
    const { id } = await client.startCrawl(site.url('/'), { limit: 350 });
    const watcher = client.watcher(id);
    const done = once(watcher, 'done');
    void watcher.start();
    await pause(50);
    const active = await client.getActiveCrawls();
    assert.equal(active.success, true);
    assert.equal(await client.cancelCrawl(id), true);
    const [end] = (await done) as [{ status: string }];
    assert.equal(end.status, 'cancelled');
    assert.equal((await client.getCrawlStatus(id)).status, 'cancelled');
  });

  await t.test('scrapes many pages in one job', async () => {
    const urls = site.pages.slice(0, 12).map((page) => site.url(page.path));
    const job = await client.batchScrape(urls, { options: { formats: ['markdown'] }, pollInterval: 1 });
    assert.deepEqual([job.status, job.total, job.completed], ['completed', 12, 12]);
    assert.deepEqual(job.data.map(addressOf).sort(), [...urls].sort());
    const begun = await client.startBatchScrape([...urls, 'not an address at all://'], {
      ignoreInvalidURLs: true,
    });
    assert.equal(begun.invalidURLs?.length, 1);
    const { documents } = await watched(client.watcher(begun.id, { kind: 'batch' }));
    assert.equal(documents.length, 12);
    assert.deepEqual((await client.getBatchScrapeErrors(begun.id)).errors, []);
    const other = await client.startBatchScrape(urls);
    await client.cancelBatchScrape(other.id).catch((error: unknown) => {
      assert.equal((error as SdkError).status, 409, 'it may have ended already');
    });
  });

  await t.test('reads credits, tokens and concurrency of the account', async () => {
    const credits = await client.getCreditUsage();
    assert.ok(Number.isInteger(credits.remainingCredits) && Number.isInteger(credits.planCredits));
    assert.ok(!Number.isNaN(Date.parse(String(credits.billingPeriodEnd))));
    const tokens = await client.getTokenUsage();
    assert.equal(tokens.planTokens, (credits.planCredits ?? 0) * 15);
    assert.ok((await client.getCreditUsageHistorical()).periods.length > 0);
    assert.ok((await client.getTokenUsageHistorical()).periods.length > 0);
    assert.equal(typeof (await client.getConcurrency()).concurrency, 'number');
    const queue = await client.getQueueStatus();
    assert.ok(!Number.isNaN(Date.parse(String(queue.mostRecentSuccess))));
  });

  await t.test('throws its own error with the status, code and message of the service', async () => {
    const blocked = await refusal(client.scrape(site.url('/wall/challenge')));
    assert.deepEqual([blocked.status, blocked.code], [403, 'SCRAPE_BLOCKED']);
    const dns = await refusal(client.scrape('http://nowhere.invalid/'));
    assert.equal(dns.code, 'SCRAPE_DNS_RESOLUTION_ERROR');
    const format = await refusal(client.scrape(article, { formats: ['summary'] }));
    assert.equal(format.status, 422);
    assert.match(format.message, /"summary" is not supported by this server/);
    const missing = await refusal(client.getCrawlStatus('01890000-0000-7000-8000-000000000000'));
    assert.equal(missing.status, 404);
    const agent = await refusal(client.startAgent({ prompt: 'anything' }));
    assert.match(agent.message, /not supported by this server/);
    const strict = { location: { country: 'JP' }, strictCountry: true };
    const elsewhere = await refusal(client.scrape(article, strict as ScrapeOptions));
    assert.deepEqual([elsewhere.status, elsewhere.code], [422, 'COUNTRY_UNAVAILABLE']);
  });
});
