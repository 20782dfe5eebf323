import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTestService } from './running-service.ts';

/** Starts a site on loopback; returns its origin. */
async function startSite(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.11', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.11:${(server.address() as AddressInfo).port}`;
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
  assert.ok(site.count() <= 500, String(site.count()));
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
  assert.ok(site.count() <= 200, String(site.count()));
});

test('a slow sitemap does not hold back the others', async (t) => {
  const origin = await startSite(t, ({ url = '/', headers: { host } }, response) => {
    const names = Array.from({ length: 30 }, (_, at) => `http://${host}/f-${at}.xml`);
    if (url === '/robots.txt') return void response.end(`Sitemap: http://${host}/all.xml\n`);
    if (url === '/all.xml') return void response.end(index([`http://${host}/slow.xml`, ...names]));
    // It never answers.
    if (url === '/slow.xml') return;
    if (url.startsWith('/f-')) return void response.end(urlset(`http://${host}/page${url.slice(0, -4)}`));
    response.setHeader('content-type', 'text/html').end('<h1>Home</h1><p>Text of a page.</p>');
  });
  const service = await startTestService(t);
  const { json } = await service.post('/v1/map?timeout_ms=8000', { url: `${origin}/`, limit: 100 });
  assert.equal(json.links.length, 31, JSON.stringify(json).slice(0, 800));
  assert.ok(json.warnings.some(({ code }: { code: string }) => code === 'out_of_time'));
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
