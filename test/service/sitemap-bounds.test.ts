import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listenAlone } from '../world/listen-alone.ts';
import { startTestService } from './running-service.ts';

/** Starts a site on loopback; returns its origin. */
async function startSite(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const { address, port } = await listenAlone(server, '127.0.0.11');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${address}:${port}`;
}

const index = (urls: readonly string[]) =>
  `<?xml version="1.0"?><sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const urlset = (url: string) => `<?xml version="1.0"?><urlset><url><loc>${url}</loc></url></urlset>`;

/** Starts a site whose sitemaps are indexes that name `width` further ones each, without end. */
async function startEndlessSite(t: TestContext, width: number) {
  let sitemaps = 0;
  const origin = await startSite(t, ({ url = '/', headers: { host } }, response) => {
    if (url === '/robots.txt') return void response.end(`Sitemap: http://${host}/s-0.xml\n`);
    if (!url.startsWith('/s-'))
      return void response.setHeader('content-type', 'text/html').end('<h1>Home</h1><p>Text of a page.</p>');
    sitemaps += 1;
    const own = url.slice(1, -4);
    const urls = Array.from({ length: width }, (_, at) => `http://${host}/${own}-${at}.xml`);
    response.setHeader('content-type', 'application/xml').end(index(urls));
  });
  return { origin, count: () => sitemaps };
}

test('a map of a site with endless sitemaps ends with a warning', async (t) => {
  const site = await startEndlessSite(t, 499);
  const service = await startTestService(t);
  const { status, json } = await service.post('/v1/map', { url: `${site.origin}/`, limit: 5 });
  assert.equal(status, 200, JSON.stringify(json).slice(0, 500));
  assert.ok(json.warnings.some(({ code }: { code: string }) => code === 'sitemaps_left'));
  assert.ok(site.count() <= 50, `for five URLs, ${site.count()} sitemaps`);
  // More URLs are worth more sitemaps, up to an absolute number.
  const before = site.count();
  await service.post('/v1/map', { url: `${site.origin}/`, limit: 500 });
  assert.ok(site.count() - before > 50 && site.count() - before <= 100, String(site.count() - before));
});

test('continuing a map, which is free, reads a bounded number of sitemaps', async (t) => {
  const site = await startEndlessSite(t, 499);
  const service = await startTestService(t, { WEBDATA_POLITENESS: '8/0ms' });
  let { json } = await service.post('/v1/map', { url: `${site.origin}/`, limit: 100_000 });
  for (let calls = 0; json.continue !== undefined; calls += 1) {
    assert.ok(calls < 10, 'the last call has no token');
    json = (await service.post(`/v1/map?continue=${json.continue}`, {})).json;
    assert.equal(json.receipt.credits, 0);
  }
  assert.equal(json.complete, false);
  assert.ok(json.warnings.some(({ code }: { code: string }) => code === 'sitemaps_spent'));
  assert.ok(site.count() <= 2_000, String(site.count()));
});

test('the decompressed bytes of all sitemaps are bounded', async (t) => {
  let sitemaps = 0;
  const large = gzipSync(`<?xml version="1.0"?><urlset>${' '.repeat(20_000_000)}</urlset>`);
  const origin = await startSite(t, ({ url = '/', headers: { host } }, response) => {
    const names = Array.from({ length: 30 }, (_, at) => `http://${host}/large-${at}.xml.gz`);
    if (url === '/robots.txt') return void response.end(`Sitemap: http://${host}/all.xml\n`);
    if (url === '/all.xml') return void response.end(index(names));
    if (!url.startsWith('/large-'))
      return void response.setHeader('content-type', 'text/html').end('<h1>Home</h1><p>Text of a page.</p>');
    sitemaps += 1;
    response.end(large);
  });
  const service = await startTestService(t);
  const { json } = await service.post('/v1/map', { url: `${origin}/`, limit: 5 });
  // Three of them have more than 50 MB; a few more are requested at the same time.
  assert.ok(sitemaps >= 3 && sitemaps <= 7, String(sitemaps));
  assert.match(JSON.stringify(json.warnings), /"sitemaps_left","message":"Only 50000000 bytes/);
});

test('a crawl reads sitemaps in proportion to its limit', async (t) => {
  const site = await startEndlessSite(t, 100);
  const service = await startTestService(t);
  const { jid } = (await service.post('/v1/crawl', { url: `${site.origin}/`, limit: 5 })).json;
  let job = (await service.get(`/v1/jobs/${jid}`)).json;
  while (!['completed', 'failed', 'cancelled'].includes(job.status)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    job = (await service.get(`/v1/jobs/${jid}`)).json;
    assert.ok(site.count() <= 200, 'the crawl ends before it reads hundreds of sitemaps');
  }
  assert.equal(job.status, 'completed');
  assert.ok(site.count() <= 50, String(site.count()));
  // A site with one page and endless sitemaps: the job says that it did not read them all.
  assert.ok(job.warnings.some(({ code }: { code: string }) => code === 'sitemaps_left'));
});

test('slow sitemaps do not hold back the others, and are read later', async (t) => {
  const held: Array<() => void> = [];
  let isReleased = false;
  const origin = await startSite(t, ({ url = '/', headers: { host } }, response) => {
    const list = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => `http://${host}/${name}-${at}.xml`);
    if (url === '/robots.txt') return void response.end(`Sitemap: http://${host}/all.xml\n`);
    if (url === '/all.xml')
      return void response.end(index([...list('slow', 6), ...list('fast', 10), ...list('nested', 2)]));
    if (url.startsWith('/nested-')) return void response.end(index(list(`fast-of${url.slice(7, -4)}`, 5)));
    if (url.startsWith('/fast-') || url.startsWith('/slow-')) {
      const send = () => response.end(urlset(`http://${host}/page${url.slice(0, -4)}`));
      if (url.startsWith('/fast-') || isReleased) send();
      else held.push(send);
      return;
    }
    const feed = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">';
    if (url === '/feed.xml')
      return void response.end(
        `<rss><channel><item><title>News</title><link>http://${host}/news</link></item></channel></rss>`,
      );
    response.setHeader('content-type', 'text/html').end(`${feed}<h1>Home</h1><p>Text of a page.</p>`);
  });
  const service = await startTestService(t);
  const { json } = await service.post('/v1/map?timeout_ms=12000', { url: `${origin}/`, limit: 100 });
  const urls: string[] = json.links.map(({ url }: { url: string }) => url);
  assert.equal(
    urls.filter((url) => url.includes('/page/fast-')).length,
    20,
    JSON.stringify(json).slice(0, 900),
  );
  assert.ok(urls.includes(`${origin}/news`));
  assert.deepEqual(
    urls.filter((url) => url.includes('/page/slow-')),
    [],
  );
  assert.ok(json.warnings.some(({ code }: { code: string }) => code === 'out_of_time'));
  assert.equal(json.complete, false);

  isReleased = true;
  for (const send of held) send();
  const rest = (await service.post(`/v1/map?continue=${json.continue}`, {})).json;
  assert.equal(rest.links.length, 6, JSON.stringify(rest).slice(0, 900));
  assert.equal(rest.complete, true);
});

test('a batch of many MCP messages is refused before its work, and a small one is answered', async (t) => {
  const service = await startTestService(t);
  const headers = { accept: 'application/json, text/event-stream' };
  const batch = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
  const refused = await service.post('/mcp', batch(100), { headers });
  assert.deepEqual([refused.status, refused.json.code], [413, 'too_large']);
  assert.match(refused.json.detail, /at most 50 messages/);
  const small = await service.post('/mcp', batch(2), { headers });
  assert.equal(small.status, 200);
});
