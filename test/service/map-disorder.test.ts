import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type LoopbackServer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

interface Link {
  url: string;
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

test('mapping sites with missing or broken sitemaps', async (t) => {
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

  await t.test(
    'without a sitemap, default locations and feeds are tried, and a warning names the gap',
    async () => {
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
    },
  );

  await t.test('a sitemap in a default location is found; an HTML page there is not a sitemap', async () => {
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
  });

  await t.test('the valid part of a broken sitemap is listed, with a warning', async () => {
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
    'sitemaps that are missing, fail, form cycles or point to other sites end, and are named',
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

  await t.test('a sitemap of 50,000 URLs is read completely and searched', async () => {
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
    'subdomains belong to another site unless they are requested; an IP address has none',
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

  await t.test('a missing start page is reported, and costs nothing if nothing else is found', async () => {
    const answer = await mapOf(() => ({ '/x': html('') }));
    assert.deepEqual(
      [answer.status, answer.error.code, answer.receipt.credits],
      ['not_found', 'http_404', 0],
    );
    assert.deepEqual(answer.links, []);
  });
});
