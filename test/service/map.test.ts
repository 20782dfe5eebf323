import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { verifyReceipt } from '../../src/domain/signature.ts';
import { type LoopbackServer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
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

function pathsOf(answer: { links: Link[] }): string[] {
  return answer.links.map((link) => new URL(link.url).pathname);
}

function html(links: string, head = ''): Route {
  return {
    body: `<!DOCTYPE html><html lang="en"><head><title>Home</title>${head}</head><body>${links}</body></html>`,
  };
}

function xml(body: string): Route {
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  };
}

function urlSet(urls: readonly string[]): string {
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
}

test('mapping the static site', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { site } = world;
  const map = async (body: object) => (await service.post('/v1/map', { url: site.url('/'), ...body })).json;

  await t.test(
    'finds every page in its sitemaps, each once, with dates, and fetches nothing else',
    async () => {
      site.reset();
      const answer = await map({ limit: 1000 });
      assert.equal(answer.status, 'ok');
      const expected = new Set(site.pages.map((page) => site.url(page.path)));
      const found = answer.links.map((link: Link) => link.url);
      assert.equal(new Set(found).size, found.length);
      assert.deepEqual(expected.difference(new Set(found)), new Set());
      // The footer leads to two places that no sitemap lists.
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
          '/robots.txt',
          '/sitemap-index.xml',
          '/sitemaps/articles.xml.gz',
          '/sitemaps/docs.xml',
          '/sitemaps/pages.xml',
          '/sitemaps/products.txt',
        ],
      );
    },
  );

  await t.test('tells of the start page what it says itself, and signs what it did', async () => {
    const answer = await map({});
    assert.equal(answer.links[0].title, 'Quayside | Quayside');
    assert.match(answer.links[0].description, /harbour that never was/);
    const { receipt } = answer;
    assert.equal(receipt.route, 'http');
    assert.equal(receipt.credits, 1);
    assert.deepEqual(receipt.charges, [{ item: 'map', credits: 1 }]);
    assert.equal(receipt.attempts.length, 6);
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

  await t.test('lists at most the limit and says that there is more', async () => {
    const usual = await map({});
    assert.equal(usual.links.length, 200);
    const few = await map({ limit: 3 });
    assert.equal(few.links.length, 3);
    assert.ok(few.total > 300);
    assert.equal(few.complete, false);
    assert.deepEqual(codesOf(few), ['limit_reached']);
  });

  await t.test('keeps what matches the words, best first, and may find nothing', async () => {
    const answer = await map({ search: 'Notes on the HARBOUR cranes' });
    assert.equal(answer.links[0].url, site.url('/articles/notes-on-harbour-cranes'));
    assert.ok(answer.links.length < 100);
    assert.equal(answer.total, answer.links.length);
    assert.ok(answer.links.every((link: Link) => /harbour|crane|note/i.test(JSON.stringify(link))));
    const none = await map({ search: 'zeppelin' });
    assert.deepEqual([none.status, none.links, none.total, none.receipt.credits], ['ok', [], 0, 1]);
  });

  await t.test('takes sitemaps alone, or leaves them alone', async () => {
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

  await t.test('says what became of a site that could not be loaded, and charges nothing', async () => {
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

  await t.test('reads the sitemaps of a site whose start page is a wall', async () => {
    const before = (await service.get('/v1/account')).json.credits.plan;
    const answer = await map({ url: site.url('/wall/challenge') });
    assert.equal(answer.status, 'ok');
    assert.ok(answer.total >= site.pages.length);
    assert.equal(answer.complete, false);
    assert.ok(codesOf(answer).includes('start_page_not_read'));
    assert.equal(answer.receipt.credits, 1);
    assert.equal((await service.get('/v1/account')).json.credits.plan, before - 1);
  });

  await t.test('maps the site that the start page led to, and says so', async () => {
    const within = await map({ url: site.url('/redirect/relative') });
    assert.equal(within.links[0].url, site.url('/articles/notes-on-harbour-cranes'));
    assert.deepEqual(codesOf(within), ['limit_reached']);
    const answer = await map({ url: site.url('/redirect/elsewhere') });
    assert.equal(answer.status, 'ok');
    assert.ok(answer.links.every((link: Link) => link.url.startsWith(world.elsewhere.origin)));
    assert.ok(codesOf(answer).includes('redirected'));
    assert.equal(answer.receipt.final_url, world.elsewhere.url('/echo'));
  });

  await t.test('says that an exit is missing rather than claim a country', async () => {
    const answer = await map({ country: 'de' });
    assert.equal(answer.receipt.exit.country, null);
    assert.ok(codesOf(answer).includes('country_not_used'));
  });

  await t.test('takes the fields of the specification and no other', async () => {
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

test('mapping sites that are not in order', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);

  async function mapOf(
    routes: (origin: string) => Record<string, Route>,
    body: object = {},
    look: (site: LoopbackServer) => void = () => {},
  ) {
    const site = await startLoopbackServer('127.0.0.23', (origin) => new Map(Object.entries(routes(origin))));
    try {
      const answer = (await service.post('/v1/map', { url: site.url('/'), ...body })).json;
      look(site);
      return answer;
    } finally {
      await site.close();
    }
  }

  await t.test('without a sitemap the usual places and feeds are tried, and the gap is named', async () => {
    const answer = await mapOf(
      () => ({
        '/': html(
          '<a href="/a?utm_source=x#top">A</a> <a href="/a">Again</a> <a href="http://127.0.0.12/">Elsewhere</a> <a href="mailto:a@b.test">Mail</a>',
          '<link rel="alternate" type="application/rss+xml" href="/feed">',
        ),
        '/feed': xml(
          '<rss version="2.0"><channel><item><title>News of the day</title><link>/news/1</link><pubDate>Wed, 30 Sep 2026 08:00:00 GMT</pubDate><description>&lt;p&gt;Short&lt;/p&gt;</description></item></channel></rss>',
        ),
      }),
      {},
      (site) => {
        for (const path of ['/sitemap.xml', '/sitemap_index.xml', '/wp-sitemap.xml'])
          assert.equal(site.requests(path), 1);
      },
    );
    assert.deepEqual(pathsOf(answer), ['/', '/a', '/news/1']);
    assert.equal(answer.links[1].title, 'A');
    assert.deepEqual(
      [answer.links[2].title, answer.links[2].description, answer.links[2].lastmod, answer.links[2].source],
      ['News of the day', 'Short', '2026-09-30T08:00:00Z', 'sitemap'],
    );
    assert.equal(answer.complete, false);
    assert.deepEqual(codesOf(answer), ['no_sitemap']);
  });

  await t.test(
    'a sitemap in a usual place is found, and a page that stands there instead is none',
    async () => {
      const answer = await mapOf((origin) => ({
        '/': html('<a href="/a">A</a>'),
        '/sitemap.xml': html('Not here'),
        '/sitemap_index.xml': xml(
          `<sitemapindex><sitemap><loc>${origin}/deep.xml.gz</loc></sitemap></sitemapindex>`,
        ),
        '/deep.xml.gz': {
          headers: { 'content-type': 'application/x-gzip' },
          body: gzipSync(urlSet([`${origin}/b`])),
        },
      }));
      assert.deepEqual(pathsOf(answer), ['/', '/a', '/b']);
      assert.equal(answer.complete, true);
      assert.deepEqual(answer.warnings, []);
    },
  );

  await t.test('what a broken sitemap still says is listed, and that it is broken', async () => {
    const answer = await mapOf((origin) => ({
      '/': html(''),
      '/sitemap.xml': xml(
        `<urlset><url><loc>${origin}/a?x=1&y=2</loc></url><url><loc>${origin}/b</loc></url><url><lo`,
      ),
    }));
    assert.deepEqual(pathsOf(answer), ['/', '/a', '/b']);
    assert.equal(answer.complete, false);
    assert.deepEqual(codesOf(answer), ['sitemap_broken']);
  });

  await t.test(
    'sitemaps that are missing, fail, lead in circles or elsewhere end, and are named',
    async () => {
      const answer = await mapOf((origin) => ({
        '/': html(''),
        '/robots.txt': {
          headers: { 'content-type': 'text/plain' },
          body: `Allow: /hours$\nSitemap: /index.xml\nSitemap: /gone.xml\nSitemap: /broken.xml\n`,
        },
        '/index.xml': xml(
          `<sitemapindex><sitemap><loc>${origin}/index.xml</loc></sitemap><sitemap><loc>${origin}/back.xml</loc></sitemap><sitemap><loc>http://127.0.0.12:1234/other.xml</loc></sitemap></sitemapindex>`,
        ),
        '/back.xml': xml(
          `<sitemapindex><sitemap><loc>${origin}/index.xml</loc></sitemap><sitemap><loc>${origin}/fine.xml</loc></sitemap></sitemapindex>`,
        ),
        '/fine.xml': xml(urlSet([`${origin}/fine`])),
        '/broken.xml': { status: 500, body: 'no' },
      }));
      assert.deepEqual(pathsOf(answer), ['/', '/fine', '/hours']);
      assert.equal(answer.links[2].source, 'robots');
      assert.equal(answer.complete, false);
      assert.deepEqual(codesOf(answer).sort(), ['sitemap_elsewhere', 'sitemap_not_read', 'sitemap_not_read']);
    },
  );

  await t.test('private servers named by robots.txt, an index or a redirect are not contacted', async () => {
    const secret = world.secret.url('/sitemap.xml');
    const answer = await mapOf((origin) => ({
      '/': html(
        `<a href="${secret}">S</a>`,
        `<link rel="alternate" type="application/rss+xml" href="${secret}">`,
      ),
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `Sitemap: ${secret}\nSitemap: /index.xml\nSitemap: /moved.xml\n`,
      },
      '/index.xml': xml(
        `<sitemapindex><sitemap><loc>${secret}</loc></sitemap><sitemap><loc>${origin}/fine.xml</loc></sitemap></sitemapindex>`,
      ),
      '/moved.xml': { status: 302, headers: { location: secret } },
      '/fine.xml': xml(urlSet([`${origin}/fine`, `${secret}/page`])),
    }));
    assert.deepEqual(pathsOf(answer), ['/', '/fine']);
    assert.equal(answer.complete, false);
    assert.equal(world.secret.hits, 0);
  });

  await t.test('a sitemap of 50,000 addresses is read whole, and searched', async () => {
    const routes = (origin: string): Record<string, Route> => ({
      '/': html(''),
      '/sitemap.xml': xml(urlSet(Array.from({ length: 50_000 }, (_, at) => `${origin}/things/thing-${at}`))),
    });
    const answer = await mapOf(routes, { limit: 100_000 });
    assert.deepEqual([answer.total, answer.links.length, answer.complete], [50_001, 50_001, true]);
    const found = await mapOf(routes, { search: 'thing 49999' });
    assert.equal(pathsOf(found)[0], '/things/thing-49999');
    assert.equal(found.links.length, 200);
  });

  await t.test(
    'subdomains belong to another site unless they are asked for; an IP address has none',
    async () => {
      for (const includeSubdomains of [false, true]) {
        const answer = await mapOf(
          (origin) => ({
            '/': html(`<a href="${world.elsewhere.url('/')}">E</a><a href="/own">O</a>`),
            '/sitemap.xml': xml(urlSet([`${origin}/b`])),
          }),
          { include_subdomains: includeSubdomains },
        );
        assert.deepEqual(pathsOf(answer), ['/', '/own', '/b']);
      }
    },
  );

  await t.test('a start page that is not there is told, and costs nothing when nothing else is', async () => {
    const answer = await mapOf(() => ({ '/x': html('') }));
    assert.deepEqual(
      [answer.status, answer.error.code, answer.receipt.credits],
      ['not_found', 'http_404', 0],
    );
    assert.deepEqual(answer.links, []);
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
