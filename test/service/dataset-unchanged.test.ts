import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { addMs } from '../../src/domain/system/clock.ts';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { refreshedDataset } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
const dayMs = 24 * 3_600_000;
const longAgo = new Date(Date.now() - 30 * dayMs);
const httpDate = longAgo.toUTCString();

/** A site whose pages state in different ways when they changed. */
function startCatalog() {
  const prices = new Map(['tagged', 'dated', 'listed', 'silent'].map((name, at) => [name, 19.9 + at]));
  const listedAt = new Map([['listed', longAgo.toISOString()]]);
  const page = (name: string): Answer => ({
    body: `<!doctype html><html lang="en"><title>Lamp ${name}</title><main itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Lamp ${name}</h1>
      <p itemprop="offers" itemscope itemtype="https://schema.org/Offer">Price: <b itemprop="price" content="${prices.get(name)}">${prices.get(name)} €</b></p><p>This lamp is sent within two days from our own store.</p></main></html>`,
  });
  const conditional = (name: string, header: string, requestHeader: string, value: () => string): Route => {
    return (request: IncomingMessage) => {
      const headers = { [header]: value() };
      return request.headers[requestHeader] === value()
        ? { status: 304, headers, body: '' }
        : { ...page(name), headers };
    };
  };
  let changedAt = httpDate;
  const server = startLoopbackServer('127.0.0.20', (origin) => {
    const sitemap = () =>
      [...listedAt].map(([name, at]) => `<url><loc>${origin}/${name}</loc><lastmod>${at}</lastmod></url>`);
    return new Map<string, Route>([
      ['/tagged', conditional('tagged', 'etag', 'if-none-match', () => `"${prices.get('tagged')}"`)],
      ['/dated', conditional('dated', 'last-modified', 'if-modified-since', () => changedAt)],
      ['/listed', () => page('listed')],
      ['/silent', () => page('silent')],
      [
        '/sitemap.xml',
        () => ({
          headers: { 'content-type': 'application/xml' },
          body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemap().join('')}</urlset>`,
        }),
      ],
    ]);
  });
  return { server, prices, listedAt, touch: () => (changedAt = new Date().toUTCString()) };
}

test('a refresh with only_changed reads only pages that may have changed', async (t) => {
  const { server, prices, listedAt, touch } = startCatalog();
  const site = await server;
  t.after(() => site.close());
  let aheadMs = 0;
  const service = await startTestService(t, {}, { clock: { now: () => addMs(new Date(), aheadMs) } });
  const names = [...prices.keys()];
  const urls = names.map((name) => site.url(`/${name}`));
  const source = { kind: 'extract', urls, schema, only_changed: true };
  const { status, json: created } = await service.post('/v1/datasets', { name: 'Lamps', source });
  assert.equal(status, 200, JSON.stringify(created));
  const { did } = created;
  const pricesOf = async () => {
    const { json } = await service.get(`/v1/datasets/${did}/records`);
    return json.records.map((record: Json) => record.data.price).toSorted();
  };
  const requestsOf = (name: string) => site.received(`/${name}`).length;
  const refresh = async () => {
    const counts = names.map(requestsOf);
    const { json } = await service.post(`/v1/datasets/${did}/refresh`, undefined);
    const dataset = await refreshedDataset(service, did);
    const { json: job } = await service.get(`/v1/jobs/${json.jid}`);
    const requests = names.map((name, at) => requestsOf(name) - (counts[at] ?? 0));
    return { report: dataset.last_refresh, counts: dataset.counts, requests, charged: job.credits.charged };
  };

  const first = await refreshedDataset(service, did);
  assert.equal(first.last_refresh.unchanged_pages, 0);
  assert.equal(first.counts.active, 4);
  const before = await pricesOf();

  await t.test('unchanged pages keep their records', async () => {
    const { report, counts, requests, charged } = await refresh();
    assert.equal(report.unchanged_pages, 3);
    assert.deepEqual([report.changed, report.missing, report.complete, counts.active], [0, 0, true, 4]);
    assert.deepEqual(requests, [1, 1, 0, 1], 'the sitemap saves one request');
    assert.equal(charged, 3);
    assert.deepEqual(await pricesOf(), before);
  });

  await t.test('changed pages are read', async () => {
    for (const name of names) prices.set(name, (prices.get(name) ?? 0) + 100);
    touch();
    listedAt.set('listed', new Date(Date.now() + aheadMs).toISOString());
    const { report } = await refresh();
    assert.deepEqual([report.unchanged_pages, report.changed], [0, 4]);
  });

  await t.test('a page is requested again after a week, whatever the sitemap states', async () => {
    listedAt.set('listed', longAgo.toISOString());
    await refresh();
    prices.set('listed', 500);
    const trusted = await refresh();
    assert.deepEqual([trusted.requests, trusted.report.changed], [[1, 1, 0, 1], 0]);
    aheadMs = 8 * dayMs;
    const { requests, report } = await refresh();
    assert.deepEqual([requests, report.changed], [[1, 1, 1, 1], 1]);
  });
});
