import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { startWorld } from '../world/world.ts';
import { startTestService, type TestService } from './running-service.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ends = ['completed', 'failed', 'cancelled'];

/** Polls a job until it has ended. */
async function ended(service: TestService, path: string) {
  for (;;) {
    const { json } = await service.get(path);
    if (ends.includes(json.status)) return json;
    await pause(50);
  }
}

/** Polls a job until it has ended and reads all its pages by `next`. */
async function wholeJob(service: TestService, path: string) {
  const first = await ended(service, path);
  const data = [...first.data];
  let next: string | undefined = first.next;
  while (next !== undefined) {
    assert.ok(next.startsWith(`${service.url}${path}?`), next);
    const piece = (await service.get(next.slice(service.url.length))).json;
    data.push(...piece.data);
    next = piece.next;
  }
  return { ...first, data };
}

test('jobs over /v2', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { site } = world;

  await t.test('a crawl has the documented keys, and its pages are read in parts', async () => {
    const scrapeOptions = { formats: ['markdown', 'links'] };
    const started = await service.post('/v2/crawl', { url: site.url('/'), limit: 30, scrapeOptions });
    assert.equal(started.status, 200);
    assert.deepEqual(Object.keys(started.json), ['success', 'id', 'url']);
    assert.match(started.json.id, uuid);
    assert.equal(started.json.url, `${service.url}/v2/crawl/${started.json.id}`);
    const early = (await service.get(`/v2/crawl/${started.json.id}`)).json;
    assert.equal(early.success, true);
    const path = `/v2/crawl/${started.json.id}`;
    const job = await wholeJob(service, path);
    assert.deepEqual(Object.keys(job), [
      'success',
      'status',
      'completed',
      'total',
      'creditsUsed',
      'expiresAt',
      'createdAt',
      'completedAt',
      'duration',
      'warning',
      'data',
    ]);
    assert.deepEqual([job.status, job.completed, job.total, job.creditsUsed], ['completed', 30, 30, 30]);
    assert.match(job.warning, /ended at its limit of 30 pages/);
    for (const page of job.data) {
      assert.deepEqual(
        Object.keys(page).filter((key) => key !== 'warning'),
        ['markdown', 'links', 'metadata'],
      );
      assert.ok(Number.isInteger(page.metadata.creditsUsed) && Number.isInteger(page.metadata.statusCode));
    }
    const pieces = await service.get(`${path}?limit=7`);
    assert.equal(pieces.json.data.length, 7);
    assert.equal(pieces.json.next, `${service.url}${path}?skip=7&limit=7`);
    assert.deepEqual(pieces.json.data, job.data.slice(0, 7));
    assert.equal((await service.get(`${path}?skip=30`)).json.next, undefined);
    assert.deepEqual((await service.get(`${path}?skip=30`)).json.data, []);
  });

  await t.test('only pages below the start are read unless the whole site is requested', async () => {
    const begin = async (body: object) => {
      const { id } = (
        await service.post('/v2/crawl', { url: site.url('/articles/'), sitemap: 'skip', limit: 12, ...body })
      ).json;
      const { data } = await wholeJob(service, `/v2/crawl/${id}`);
      return data.map(
        (page: { metadata: { sourceURL: string } }) => new URL(page.metadata.sourceURL).pathname,
      ) as string[];
    };
    const below = await begin({});
    assert.ok(
      below.every((path) => path.startsWith('/articles')),
      below.join(' '),
    );
    const all = await begin({ crawlEntireDomain: true });
    assert.ok(
      all.some((path) => !path.startsWith('/articles')),
      all.join(' '),
    );
  });

  await t.test(
    'pages with content are in `data`, the others in the errors; a block costs nothing',
    async () => {
      const urls = [
        site.url('/articles/notes-on-harbour-cranes'),
        site.url('/status/404'),
        site.url('/wall/challenge'),
        'http://127.0.0.11:18999/',
        site.url('/articles/notes-on-harbour-cranes'),
      ];
      const { json } = await service.post('/v2/batch/scrape', { urls: [...urls, 'ftp://nothing.test/'] });
      assert.deepEqual(Object.keys(json), ['success', 'id', 'url', 'invalidURLs']);
      assert.deepEqual(json.invalidURLs, ['ftp://nothing.test/']);
      const job = await wholeJob(service, `/v2/batch/scrape/${json.id}`);
      assert.deepEqual([job.status, job.total, job.completed, job.creditsUsed], ['completed', 5, 5, 3]);
      const given = job.data
        .map((page: { metadata: { sourceURL: string } }) => page.metadata.sourceURL)
        .sort();
      assert.deepEqual(given, [urls[0], urls[4], urls[1]].sort());
      const { errors, robotsBlocked } = (await service.get(`/v2/batch/scrape/${json.id}/errors`)).json;
      assert.deepEqual(robotsBlocked, []);
      assert.deepEqual(
        errors.map((one: { url: string; code: string }) => [one.url, one.code]).sort(),
        [
          [urls[3], 'SCRAPE_SITE_ERROR'],
          [urls[2], 'SCRAPE_BLOCKED'],
        ].sort(),
      );
      assert.deepEqual(Object.keys(errors[0]), ['id', 'timestamp', 'url', 'code', 'error']);
      assert.equal((await service.get(`/v2/crawl/${json.id}`)).status, 404);
    },
  );

  await t.test('an extraction is started and read; a list is under `items`', async () => {
    const product = site.pages.find((page) => page.path.startsWith('/products/'));
    const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
    const { json } = await service.post('/v2/extract', {
      urls: [site.url(product?.path ?? '')],
      schema,
      showSources: true,
    });
    assert.deepEqual(Object.keys(json), ['success', 'id', 'urlTrace', 'invalidURLs']);
    const job = await ended(service, `/v2/extract/${json.id}`);
    assert.deepEqual(Object.keys(job).slice(0, 7), [
      'success',
      'status',
      'data',
      'expiresAt',
      'creditsUsed',
      'sources',
      'unverified',
    ]);
    assert.equal(job.status, 'completed');
    const native = await service.post('/v1/extract', { url: site.url(product?.path ?? ''), schema });
    assert.deepEqual(job.data, native.json.data);
    assert.deepEqual(job.sources.name, [site.url(product?.path ?? '')]);
    const list = { type: 'array', items: schema };
    const listed = await service.post('/v2/extract', { urls: [site.url('/')], schema: list });
    const { data } = await ended(service, `/v2/extract/${listed.json.id}`);
    assert.ok(Array.isArray(data) ? data.length === 0 : Array.isArray(data.items), JSON.stringify(data));
    for (const body of [
      { prompt: 'all of it' },
      { urls: [site.url('/*')], prompt: 'x' },
      { urls: [site.url('/')] },
    ]) {
      assert.equal((await service.post('/v2/extract', body)).status, 422);
    }
  });

  await t.test(
    'cancelling keeps the pages read; ended jobs and jobs of others cannot be cancelled',
    async () => {
      const { id } = (await service.post('/v2/crawl', { url: site.url('/'), limit: 300 })).json;
      const active = (await service.get('/v2/crawl/active')).json;
      assert.equal(active.success, true);
      const own = active.crawls.find((crawl: { id: string }) => crawl.id === id);
      if (own !== undefined)
        assert.deepEqual(Object.keys(own), ['id', 'teamId', 'url', 'created_at', 'options']);
      const cancelled = await service.request('DELETE', `/v2/crawl/${id}`);
      assert.deepEqual([cancelled.status, cancelled.json.status], [200, 'cancelled']);
      assert.equal((await service.get(`/v2/crawl/${id}`)).json.status, 'cancelled');
      const again = await service.request('DELETE', `/v2/crawl/${id}`);
      assert.deepEqual([again.status, again.json.success], [409, false]);
      const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 9 })).json;
      const key = other.key as string;
      for (const path of [`/v2/crawl/${id}`, `/v2/crawl/${id}/errors`, '/v2/crawl/not-an-id']) {
        assert.equal((await service.get(path, { key })).status, 404, path);
      }
    },
  );

  await t.test('a crawl without a page completes with the reason', async () => {
    const { id } = (
      await service.post('/v2/crawl', { url: site.url('/private/'), limit: 5, sitemap: 'skip' })
    ).json;
    const job = await wholeJob(service, `/v2/crawl/${id}`);
    assert.equal(job.status, 'completed');
    assert.deepEqual(job.data, []);
    assert.equal(typeof job.warning, 'string');
  });

  await t.test(
    'pages beyond the maximum of a job are dropped with a warning, and one key creates one job for two requests',
    async () => {
      const headers = { 'x-idempotency-key': '0b0ad4a4-7c6b-4b1e-9b7f-3a5c2c1d9e01' };
      const body = { url: site.url('/status/404'), limit: 10_000, prompt: 'all of it' };
      const first = await service.post('/v2/crawl', body, { headers });
      assert.match(first.json.warning, /limit was reduced to 5000/);
      assert.match(first.json.warning, /prompt: /);
      const second = await service.post('/v2/crawl', body, { headers });
      assert.deepEqual([second.status, second.json], [200, first.json]);
      const third = await service.post('/v2/crawl', { ...body, limit: 3 }, { headers });
      assert.deepEqual([third.status, third.json.code], [409, 'CONFLICT']);
    },
  );

  await t.test('a webhook has the format of /v2: one page per event, signed', async () => {
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    const webhook = {
      url: receiver.url('/hook'),
      headers: { 'x-own': 'yes' },
      metadata: { order: '7' },
      events: ['page', 'completed'],
    };
    const urls = [site.url('/articles/notes-on-harbour-cranes'), site.url('/wall/challenge')];
    const { id } = (await service.post('/v2/batch/scrape', { urls, webhook })).json;
    const messages = await receiver.arrived(3);
    const { secret } = (await service.get('/v1/webhooks/secret')).json;
    const types = [];
    for (const { raw, headers } of messages) {
      const body = JSON.parse(String(raw));
      types.push(`${body.type} ${body.success} ${body.data.length}`);
      const keys = Object.keys(body).filter((key) => key !== 'error');
      assert.deepEqual(keys, ['success', 'type', 'id', 'webhookId', 'data', 'metadata']);
      assert.equal(body.id, id);
      assert.match(body.webhookId, uuid);
      assert.deepEqual(body.metadata, { order: '7' });
      assert.equal(headers['x-own'], 'yes');
      const expected = createHmac('sha256', secret).update(raw).digest('hex');
      assert.equal(headers['x-firecrawl-signature'], `sha256=${expected}`);
    }
    assert.deepEqual(types.sort(), [
      'batch_scrape.completed true 0',
      'batch_scrape.page false 0',
      'batch_scrape.page true 1',
    ]);
  });
});
