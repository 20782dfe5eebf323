import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { sweepCachedPages } from '../../src/store/pages/cached-pages.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const words = (count: number) => 'Some words about it, enough to read. '.repeat(count);
const page = (title: string, text = words(12)) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p><a href="/other">other</a></main>`;

/** Page that changes on each request. */
const counted: Route = (_request, _url, count) => ({ body: page(`Visit ${count}`) });

test('cached results', async (t) => {
  let now = new Date();
  const service = await startTestService(t, {}, { clock: { now: () => now } });
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
  };
  const routes: Record<string, Route> = {
    '/page': counted,
    '/long': { body: page('Long', words(300)) },
    '/missing': { status: 404, body: page('Missing') },
    '/etag': (request, _url, count) =>
      request.headers['if-none-match'] === '"one"'
        ? { status: 304, headers: { etag: '"one"' } }
        : { headers: { etag: '"one"' }, body: page(`Visit ${count}`) },
    '/changed': (request, _url, count) => ({
      headers: { 'last-modified': `Sat, 01 Aug 2026 00:00:0${count} GMT` },
      body: page(`Visit ${count}, ${request.headers['if-modified-since'] ?? 'unconditional'}`),
    }),
  };
  const site = await startLoopbackServer('127.0.0.21', () => new Map(Object.entries(routes)));
  t.after(() => site.close());
  const scrape = async (path: string, options: object = {}, key?: string): Promise<Json> => {
    const given = key === undefined ? {} : { key };
    const { status, json } = await service.post('/v1/scrape', { url: site.url(path), ...options }, given);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const keys = (await service.get('/.well-known/jwks.json')).json.keys;

  await t.test('the same page within max_age is free, names its source and is signed', async () => {
    const first = await scrape('/page');
    later(30);
    const before = (await service.get('/v1/account')).json.credits;
    const again = await scrape('/page', { max_age: 60 });
    assert.equal(again.title, 'Visit 1');
    assert.equal(again.markdown, first.markdown);
    const { receipt } = again;
    assert.deepEqual([receipt.route, receipt.credits, receipt.attempts, receipt.bytes], ['cache', 0, [], 0]);
    assert.equal(receipt.derived_from, first.receipt.id);
    assert.equal(receipt.fetched_at, first.receipt.fetched_at);
    assert.equal(receipt.content_sha256, first.receipt.content_sha256);
    assert.notEqual(receipt.id, first.receipt.id);
    assert.equal(verifyReceipt(receipt, keys).valid, true);
    assert.deepEqual((await service.get('/v1/account')).json.credits, before);
    assert.equal(site.requests('/page'), 1);
  });

  await t.test('max_age is exact to the second, and 0 always fetches', async () => {
    later(31);
    const fresh = await scrape('/page', { max_age: 60 });
    assert.deepEqual([fresh.title, fresh.receipt.route, fresh.receipt.credits], ['Visit 2', 'http', 1]);
    assert.equal((await scrape('/page', { max_age: 60 })).receipt.derived_from, fresh.receipt.id);
    assert.equal((await scrape('/page')).title, 'Visit 3');
  });

  await t.test('formats: a subset of the cached formats is served, others are fetched', async () => {
    const both = await scrape('/page', { formats: ['markdown', 'links'] });
    const links = await scrape('/page', { formats: ['links'], max_age: 60 });
    assert.equal(links.receipt.derived_from, both.receipt.id);
    assert.deepEqual([links.links, links.markdown], [both.links, undefined]);
    const html = await scrape('/page', { formats: ['markdown', 'html'], max_age: 60 });
    assert.equal(html.receipt.route, 'http');
    assert.ok(html.html.includes('<h1>'));
    const many = await service.post('/v1/scrape', {
      urls: [site.url('/page'), site.url('/etag')],
      formats: ['html'],
      max_age: 60,
    });
    assert.deepEqual(
      many.json.results.map((result: Json) => result.receipt.route),
      ['cache', 'http'],
    );
    assert.equal(many.json.receipt.credits, 1);
  });

  await t.test('other options select another cache entry', async () => {
    const requested = { max_age: 600 };
    await scrape('/page', requested);
    for (const other of [{ only_main_content: false }, { exclude_selectors: ['a'] }, { focus: 'words' }]) {
      assert.equal(
        (await scrape('/page', { ...other, ...requested })).receipt.route,
        'http',
        JSON.stringify(other),
      );
      assert.equal(
        (await scrape('/page', { ...other, ...requested })).receipt.route,
        'cache',
        JSON.stringify(other),
      );
    }
  });

  await t.test('a truncated page is served with the same truncation and a valid ref', async () => {
    const cut = await scrape('/long', { max_length: 500 });
    const again = await scrape('/long', { max_length: 500, max_age: 60 });
    assert.deepEqual([again.receipt.route, again.ref, again.truncated], ['cache', cut.ref, true]);
    assert.equal((await service.get(`/v1/read?ref=${again.ref}`)).status, 200);
    assert.equal((await scrape('/long', { max_length: 1_000, max_age: 60 })).receipt.route, 'http');
  });

  await t.test('private requests and pages with errors are never cached', async () => {
    const before = site.requests('/page');
    const own = { headers: { cookie: 'me=1' }, formats: ['text'], max_age: 60 };
    assert.equal((await scrape('/page', own)).receipt.route, 'http');
    assert.equal((await scrape('/page', own)).receipt.route, 'http');
    assert.equal((await scrape('/page', { formats: ['text'], max_age: 60 })).receipt.route, 'http');
    assert.equal(site.requests('/page'), before + 3);
    for (let times = 0; times < 2; times += 1) {
      assert.equal((await scrape('/missing', { max_age: 60 })).receipt.route, 'http');
    }
  });

  await t.test('the cache of one account is not visible to another', async () => {
    const account = await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 50 });
    assert.equal(account.status, 200, JSON.stringify(account.json));
    const key = account.json.key as string;
    await scrape('/page', { max_age: 600 });
    const other = await scrape('/page', { max_age: 600 }, key);
    assert.equal(other.receipt.route, 'http');
    const again = await scrape('/page', { max_age: 600 }, key);
    assert.equal(again.receipt.derived_from, other.receipt.id);
  });

  await t.test('a site that answers 304 sends nothing again, and the receipt states it', async () => {
    const first = await scrape('/etag', { formats: ['markdown'] });
    later(100);
    const confirmed = await scrape('/etag', { max_age: 60 });
    assert.equal(confirmed.title, first.title);
    assert.deepEqual([confirmed.status, confirmed.status_code], ['ok', 200]);
    assert.ok(confirmed.warnings.some((warning: Json) => warning.code === 'not_modified'));
    const { receipt } = confirmed;
    assert.deepEqual([receipt.route, receipt.status_code, receipt.credits], ['http', 304, 1]);
    assert.equal(receipt.derived_from, first.receipt.id);
    assert.equal(receipt.content_sha256, first.receipt.content_sha256);
    const again = await scrape('/etag', { max_age: 60 });
    assert.deepEqual([again.receipt.route, again.receipt.derived_from], ['cache', receipt.id]);
    assert.ok(!again.warnings.some((warning: Json) => warning.code === 'not_modified'));
    assert.equal(
      site.received('/etag').filter(({ headers }) => headers['if-none-match'] === '"one"').length,
      1,
    );
  });

  await t.test('a changed page is fetched again', async () => {
    await scrape('/changed');
    later(100);
    const changed = await scrape('/changed', { max_age: 60 });
    assert.equal(changed.title, 'Visit 2, Sat, 01 Aug 2026 00:00:01 GMT');
    assert.equal(changed.receipt.derived_from, null);
    assert.equal((await scrape('/changed')).title, 'Visit 3, unconditional', 'max_age 0 compares nothing');
  });

  await t.test('results are cached for two days at most', async () => {
    const countPages = async () =>
      (await service.pool.query('select count(*)::integer as pages from page_cache')).rows[0].pages;
    assert.ok((await countPages()) > 5);
    later(2 * 24 * 3_600 + 1);
    assert.equal((await scrape('/page', { max_age: 10_000_000 })).receipt.route, 'http');
    // The service, whose clock is the same, may have deleted them before.
    await sweepCachedPages(service.database, now);
    assert.equal(await countPages(), 1);
  });
});
