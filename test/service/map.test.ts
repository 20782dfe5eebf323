import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

interface Link {
  url: string;
  title?: string;
  description?: string;
  lastmod?: string;
  source: string;
}

function codesOf(answer: { warnings: { code: string }[] }): string[] {
  return answer.warnings.map((warning) => warning.code);
}

test('mapping the static site', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { site } = world;
  const map = async (body: object) => (await service.post('/v1/map', { url: site.url('/'), ...body })).json;

  await t.test('finds every page of the sitemaps once, with dates, and fetches nothing else', async () => {
    site.reset();
    const answer = await map({ limit: 1000 });
    assert.equal(answer.status, 'ok');
    const expected = new Set(site.pages.map((page) => site.url(page.path)));
    const found = answer.links.map((link: Link) => link.url);
    assert.equal(new Set(found).size, found.length);
    assert.deepEqual(expected.difference(new Set(found)), new Set());
    // The footer links to two pages that no sitemap lists.
    const others = found.filter((url: string) => !expected.has(url)).sort();
    assert.deepEqual(others, [site.url('/odd/'), site.url('/private/closed')]);
    assert.equal(answer.total, expected.size + 2);
    assert.equal(answer.complete, true);
    assert.deepEqual(answer.warnings, []);
    const article = answer.links.find((link: Link) => link.url.endsWith('/docs/storage/tuning'));
    assert.equal(article.source, 'sitemap');
    assert.match(article.lastmod, /^2026-\d\d-\d\d$/);
    assert.deepEqual(
      site
        .received()
        .map((request) => request.path)
        .sort(),
      [
        '/',
        '/llms-full.txt',
        '/llms.txt',
        '/robots.txt',
        '/sitemap-index.xml',
        '/sitemaps/articles.xml.gz',
        '/sitemaps/docs.xml',
        '/sitemaps/pages.xml',
        '/sitemaps/products.txt',
      ],
    );
  });

  await t.test('returns the metadata of the start page, and signs the result', async () => {
    const answer = await map({});
    assert.equal(answer.links[0].title, 'Quayside');
    assert.match(answer.links[0].description, /harbour that never was/);
    const { receipt } = answer;
    assert.equal(receipt.route, 'http');
    assert.equal(receipt.credits, 1);
    assert.deepEqual(receipt.charges, [{ item: 'map', credits: 1 }]);
    assert.equal(receipt.attempts.length, 8);
    assert.equal(
      receipt.bytes,
      receipt.attempts.reduce((sum: number, attempt: { bytes: number }) => sum + attempt.bytes, 0),
    );
    const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
    assert.equal(verifyReceipt(receipt, keys).valid, true);
    const entry = (await service.get(`/v1/requests/${receipt.request_id}`)).json;
    assert.deepEqual([entry.tool, entry.status, entry.credits], ['map', 'ok', 1]);
    assert.deepEqual(entry.receipt, receipt);
  });

  await t.test('lists at most `limit` URLs and reports that there are more', async () => {
    const defaults = await map({});
    assert.equal(defaults.links.length, 200);
    const few = await map({ limit: 3 });
    assert.equal(few.links.length, 3);
    assert.ok(few.total > 300);
    assert.equal(few.complete, false);
    assert.deepEqual(codesOf(few), ['limit_reached']);
  });

  await t.test('returns URLs that match the words, best first, or none', async () => {
    const answer = await map({ search: 'Notes on the HARBOUR cranes' });
    assert.equal(answer.links[0].url, site.url('/articles/notes-on-harbour-cranes'));
    assert.ok(answer.links.length < 100);
    assert.equal(answer.total, answer.links.length);
    assert.ok(answer.links.every((link: Link) => /harbour|crane|note/i.test(JSON.stringify(link))));
    const none = await map({ search: 'zeppelin' });
    assert.deepEqual([none.status, none.links, none.total, none.receipt.credits], ['ok', [], 0, 1]);
  });

  await t.test('uses only sitemaps, or ignores them', async () => {
    const only = await map({ sitemap: 'only', limit: 1000 });
    assert.equal(only.total, site.pages.length);
    assert.ok(only.links.every((link: Link) => link.source === 'sitemap'));
    assert.equal(only.complete, true);
    site.reset();
    const without = await map({ sitemap: 'skip' });
    assert.ok(without.links.every((link: Link) => link.source === 'link'));
    assert.ok(without.total > 10 && without.total < 30);
    assert.equal(without.complete, false);
    assert.deepEqual(codesOf(without), ['sitemap_skipped']);
    assert.ok(site.received().every((request) => !request.path.includes('sitemap')));
  });

  await t.test('reports the outcome of a site that could not be loaded, and charges nothing', async () => {
    const balance = async () => (await service.get('/v1/account')).json.credits.plan;
    const cases: Array<[string, string, string]> = [
      ['http://no-such-host.invalid/', 'not_found', 'dns'],
      ['not an address', 'invalid', 'url'],
      [world.secret.url('/'), 'invalid', 'private_address'],
      [site.url('/redirect/secret'), 'invalid', 'private_address'],
    ];
    const before = await balance();
    for (const [url, status, code] of cases) {
      const answer = await map({ url });
      assert.deepEqual([answer.status, answer.error.code, answer.url], [status, code, url], url);
      assert.deepEqual(
        [answer.links, answer.total, answer.complete, answer.receipt.credits],
        [[], 0, false, 0],
        url,
      );
    }
    assert.equal(await balance(), before);
    assert.equal(world.secret.hits, 0);
  });

  await t.test('reads the sitemaps of a site whose start page is blocked', async () => {
    const before = (await service.get('/v1/account')).json.credits.plan;
    const answer = await map({ url: site.url('/wall/challenge') });
    assert.equal(answer.status, 'ok');
    assert.ok(answer.total >= site.pages.length);
    assert.equal(answer.complete, false);
    assert.ok(codesOf(answer).includes('start_page_not_read'));
    assert.equal(answer.receipt.credits, 1);
    assert.equal((await service.get('/v1/account')).json.credits.plan, before - 1);
  });

  await t.test('maps the site to which the start page redirected, and reports it', async () => {
    const within = await map({ url: site.url('/redirect/relative') });
    assert.equal(within.links[0].url, site.url('/articles/notes-on-harbour-cranes'));
    assert.deepEqual(codesOf(within), ['limit_reached']);
    const answer = await map({ url: site.url('/redirect/elsewhere') });
    assert.equal(answer.status, 'ok');
    assert.ok(answer.links.every((link: Link) => link.url.startsWith(world.elsewhere.origin)));
    assert.ok(codesOf(answer).includes('redirected'));
    assert.equal(answer.receipt.final_url, world.elsewhere.url('/echo'));
  });

  await t.test('reports a missing exit instead of a wrong country', async () => {
    const answer = await map({ country: 'de' });
    assert.equal(answer.receipt.exit.country, null);
    assert.ok(codesOf(answer).includes('country_not_used'));
  });

  await t.test('accepts the fields of the specification and no other', async () => {
    const faults = async (body: object) => {
      const { status, json } = await service.post('/v1/map', body);
      assert.equal(status, 422);
      return json.errors.map((fault: { pointer: string }) => fault.pointer);
    };
    const url = site.url('/');
    assert.deepEqual(await faults({}), ['/url']);
    assert.deepEqual(await faults({ url, limit: 0 }), ['/limit']);
    assert.deepEqual(await faults({ url, limit: 100_001, formats: [] }), ['/limit', '/formats']);
    assert.deepEqual(await faults({ url, sitemap: 'maybe', country: 'Germany' }), ['/sitemap', '/country']);
    assert.equal((await map({ search: null, country: null })).status, 'ok');
  });
});

test('a map is paid for before it is made', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, { WEBDATA_UNLIMITED: 'false', WEBDATA_PLAN_CREDITS: '1' });
  const url = world.site.url('/');
  const lost = await service.post('/v1/map', { url: 'http://no-such-host.invalid/' });
  assert.equal(lost.json.receipt.credits, 0);
  assert.equal((await service.post('/v1/map', { url })).json.status, 'ok');
  const hits = world.site.hits;
  const refused = await service.post('/v1/map', { url });
  assert.equal(refused.status, 402);
  assert.equal(refused.json.code, 'insufficient_credits');
  assert.equal(world.site.hits, hits);
  const { credits } = (await service.get('/v1/account')).json;
  assert.deepEqual([credits.plan, credits.reserved], [0, 0]);
});
