import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { connectAgent, textOf } from '../interfaces/agent-client.ts';
import { until } from '../until.ts';
import { type Routes, startLoopbackServer } from '../world/loopback-server.ts';
import { startMailSink } from '../world/mail-sink.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const words = 'These are the words of a page that is long enough to be read for its content. '.repeat(6);
/** Returns structured data whose JSON contains NUL and lone surrogates, also in names. */
const product = (price: number) =>
  `{"@context": "https://schema.org", "@type": "Product", "name": "La\\u0000mp \\ud800", "sku": "S\\udc00\\u0000",
    "offers": {"@type": "Offer", "price": "${price}.00", "priceCurrency": "EUR"}, "x\\u0000\\ud800": "y"}`;

const page = (title: string, body: string) => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    etag: '"\u00ff\u0080"',
    'set-cookie': 'a\u00ff=b\u0080',
    'last-modified': 'Thu, 99 Foo 275761 00:00:00 GMT',
  },
  body: `<!doctype html><title>${title}\0&#0;&#xD800;</title><meta name="description" content="a\0&#xDFFF;">
    <link rel="canonical" href="/\0"><h1>${title} \0</h1><p>${words} \0 &#xD800;</p>${body}`,
});

const items = Array.from(
  { length: 6 },
  (_, at) =>
    `{"id": "i${at}\\u0000", "name": "Item ${at} \\ud800", "price": ${at}.5, "n\\u0000\\udc00": "x", "big": 1e400}`,
).join(',');

/** Edition of the page that changes. */
let edition = 0;

/** Bodies of the webhooks that the site received. */
const deliveries: string[] = [];

/** Returns a site whose texts all contain characters that PostgreSQL rejects. */
function routes(origin: string): Routes {
  const json = { 'content-type': 'application/json' };
  const links = ['/a%00b', '/c\0d', '/e&#xD800;', '/product', '/counter', '/items'].map(
    (href, at) => `<a href="${href}">link ${at} \0</a>`,
  );
  return new Map<string, Routes extends ReadonlyMap<string, infer R> ? R : never>([
    ['/', page('Start', links.join(' '))],
    ['/product', page('Product', `<script type="application/ld+json">${product(5)}</script>`)],
    [
      '/counter',
      (_request, _url, count) =>
        page('Counter', `<p>${count}\0</p><script type="application/ld+json">${product(count)}</script>`),
    ],
    ['/items', { headers: json, body: `{"items": [${items}], "next": "\\ud800\\u0000"}` }],
    ['/deep', { headers: json, body: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` }],
    [
      '/deep-page',
      page('Deep', `<script type="application/ld+json">${'['.repeat(20_000)}${']'.repeat(20_000)}</script>`),
    ],
    [
      '/robots.txt',
      { headers: { 'content-type': 'text/plain' }, body: `Disallow: /\0\nSitemap: ${origin}/s\n` },
    ],
    [
      '/s',
      {
        headers: { 'content-type': 'application/xml' },
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/product&#0;</loc></url>
          <url><loc>${origin}/counter\0</loc><lastmod>99999-99-99</lastmod></url><url><loc>${origin}/e%zz</loc></url></urlset>`,
      },
    ],
    [
      '/hook',
      (_request, _url, _count, body) => {
        deliveries.push(body);
        return { status: 500, body: Buffer.from([0, 0xff, 0xed, 0xa0, 0x80, 0x41]) };
      },
    ],
    [
      '/news',
      (_request, _url, _count, body) => {
        deliveries.push(body);
        return { status: 204 };
      },
    ],
    [
      '/changing',
      () =>
        page(
          'Changing',
          `<p>Price list ${'ab'.charAt(edition)} &#xD800; of the harbour\0.</p><script type="application/ld+json">${product(5 + edition)}</script>`,
        ),
    ],
    ['/emoji', page('Emoji', `<p>${'😀'.repeat(3_000)}</p>`)],
  ]);
}

/** A NUL, or a JSON escape of a NUL or of a surrogate: `JSON.stringify` writes pairs as they are. */
const unclean = /\0|(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Returns where a text contains a character that no answer may contain; null if it does not. */
function findUnclean(text: string): string | null {
  const at = text.search(unclean);
  return at === -1 ? null : text.slice(Math.max(0, at - 100), at + 100);
}

/** Checks each text that the service answers, whichever client reads it. */
function checkAnswers(t: TestContext, origin: string): void {
  const send = globalThis.fetch;
  t.mock.method(globalThis, 'fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await send(...request);
    const type = response.headers.get('content-type') ?? '';
    if (!response.url.startsWith(origin) || !/json|^text|atom/.test(type)) return response;
    const text = await response.text();
    assert.equal(findUnclean(text), null, response.url);
    const { status, headers } = response;
    return new Response([202, 204].includes(status) ? null : text, { status, headers });
  });
}

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, sku: { type: 'string' } },
};

test('pages, data and responses with NUL, lone surrogates and deep nesting', async (t: TestContext) => {
  const site = await startLoopbackServer('127.0.0.11', routes);
  t.after(() => site.close());
  const mail = await startMailSink();
  t.after(() => mail.close());
  const service = await startTestService(t, {
    WEBDATA_SEARCH: 'local',
    WEBDATA_SMTP_URL: mail.url,
    WEBDATA_MAIL_FROM: 'watch@data.example',
  });
  checkAnswers(t, service.url);
  const url = (path: string) => site.url(path);
  const post = async (path: string, body: object): Promise<Json> => {
    const { status, json } = await service.post(path, body);
    assert.equal(status, 200, `${path}: ${JSON.stringify(json).slice(0, 300)}`);
    return json;
  };

  await t.test('a page is read in every format, stored and read by ref', async () => {
    const formats = [
      'markdown',
      'html',
      'raw_html',
      'text',
      'links',
      'images',
      'structured_data',
      'metadata',
    ];
    const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
    for (const path of ['/', '/product', '/items', '/deep', '/deep-page']) {
      const read = await post('/v1/scrape', { url: url(path), formats, max_length: 20, max_age: 3_600 });
      assert.equal(read.status, 'ok', path);
      assert.equal(verifyReceipt(read.receipt, keys).valid, true, path);
      assert.equal((await service.get(`/v1/read?ref=${read.ref}&focus=words`)).status, 200, path);
      const again = await post('/v1/scrape', { url: url(path), formats, max_length: 20, max_age: 3_600 });
      assert.equal(again.receipt.route, 'cache', path);
    }
  });

  await t.test('a crawl completes with its webhook, and its pages are found by search', async () => {
    const body = {
      url: url('/'),
      limit: 20,
      webhook: url('/hook'),
      formats: ['markdown', 'structured_data'],
    };
    const { jid } = await post('/v1/crawl', body);
    const job = await endedJob(service, jid);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    const { json: results } = await service.get(`/v1/jobs/${jid}/results`);
    assert.ok(results.total >= 5);
    // Checked as they are read: the results, the events, and a file of the pages.
    await service.get(`/v1/jobs/${jid}/events`);
    const headers = { authorization: `Bearer ${service.key}` };
    const file = await (
      await fetch(`${service.url}/v1/jobs/${jid}/export?format=ndjson`, { headers })
    ).text();
    assert.match(file, /"La\ufffdmp \ufffd"/);
    const found = await post('/v1/search', { query: 'words of a page' });
    assert.ok(found.results.length > 0);
    await until(async () => {
      const { json } = await service.get('/v1/webhooks/deliveries?limit=1');
      const { json: delivery } = await service.get(`/v1/webhooks/deliveries/${json.deliveries[0]?.id}`);
      return (delivery.attempts?.length ?? 0) > 0;
    });
  });

  await t.test('values and records are found, stored, compared and exported', async () => {
    const headers = { authorization: `Bearer ${service.key}` };
    const extracted = await post('/v1/extract', { url: url('/product'), schema });
    assert.equal(extracted.data.price, 5);
    const collected = await post('/v1/collect', { url: url('/items'), fields: ['name', 'price', 'id'] });
    assert.equal(collected.records?.length, 6, JSON.stringify(collected).slice(0, 400));
    for (const source of [
      { kind: 'collect', url: url('/items'), fields: ['name', 'price', 'id'] },
      { kind: 'extract', urls: [url('/counter'), url('/product')], schema },
    ]) {
      const dataset = await post('/v1/datasets', { name: 'hostile', source });
      for (let turn = 0; turn < 2; turn += 1) {
        const { json: state } = await service.get(`/v1/datasets/${dataset.did}`);
        if (state.refreshing !== null) await endedJob(service, state.refreshing);
        const { status, json } = await service.post(`/v1/datasets/${dataset.did}/refresh`, {});
        assert.ok([200, 409].includes(status));
        const job = await endedJob(service, json.jid ?? dataset.refresh?.jid ?? state.last_refresh?.jid);
        assert.equal(job.status, 'completed', JSON.stringify(job.error));
      }
      const { json: listed } = await service.get(`/v1/datasets/${dataset.did}/records`);
      assert.ok(listed.total > 0);
      assert.doesNotMatch(JSON.stringify(listed), /\\u0000|\\ud[89a-f]/);
      assert.equal((await service.get(`/v1/datasets/${dataset.did}/changes`)).status, 200);
      for (const format of ['csv', 'json', 'ndjson', 'xlsx', 'parquet']) {
        const { url: path } = await post(`/v1/datasets/${dataset.did}/export`, { format });
        // Texts are checked as they are read.
        assert.equal((await fetch(path, { headers })).status, 200, format);
      }
    }
  });

  await t.test('monitors check such pages, find changes and show them', async () => {
    for (const watch of [{ kind: 'page' }, { kind: 'fields', schema }]) {
      const requested = {
        url: url('/counter'),
        watch,
        schedule: { every: '1d' },
        notify: { webhook: url('/news'), email: 'watcher@example.com' },
      };
      const { mid } = await post('/v1/monitors', requested);
      for (let checks = 0; checks < 2; checks += 1) {
        const { jid } = await post(`/v1/monitors/${mid}/run`, {});
        const job = await endedJob(service, jid);
        assert.equal(job.status, 'completed', JSON.stringify(job.error));
      }
      const { json: monitor } = await service.get(`/v1/monitors/${mid}`);
      assert.ok(monitor.checks.every(({ state }: { state: string }) => state !== 'error'));
      assert.equal((await service.get(`/v1/monitors/${mid}/feed`)).status, 200);
      for (const { n } of monitor.checks) await service.get(`/v1/monitors/${mid}/checks/${n}`);
    }
    for (const watch of [{ kind: 'page' }, { kind: 'fields', schema }]) {
      edition = 0;
      const notify = { webhook: url('/news'), email: 'watcher@example.com' };
      const requested = { url: url('/changing'), watch, schedule: { every: '1d' }, notify };
      const { mid } = await post('/v1/monitors', requested);
      for (edition of [0, 0, 1]) await endedJob(service, (await post(`/v1/monitors/${mid}/run`, {})).jid);
      const { json: monitor } = await service.get(`/v1/monitors/${mid}`);
      const states = monitor.checks.map(({ state }: { state: string }) => state);
      assert.deepEqual(states.slice(0, 2), ['changed', 'same']);
      for (const { n } of monitor.checks) await service.get(`/v1/monitors/${mid}/checks/${n}`);
      await service.get(`/v1/monitors/${mid}/feed`);
    }
    await until(() => deliveries.filter((body) => body.includes('monitor.changed')).length >= 2);
    await mail.arrived(2);
    for (const body of deliveries) assert.equal(findUnclean(body), null);
    for (const letter of mail.letters) assert.equal(findUnclean(JSON.stringify(letter)), null);
  });

  await t.test('agents get such pages clean, as text, as data and as resources', async (t) => {
    const client = await connectAgent(t, service, 'auto', '?structured=true');
    const called: Array<[string, Record<string, unknown>]> = [
      ['scrape', { url: url('/product'), options: { formats: ['structured_data', 'metadata', 'markdown'] } }],
      ['extract', { url: url('/product'), schema }],
      ['collect', { url: url('/items'), fields: ['name', 'price', 'id'] }],
    ];
    for (const [name, args] of called) {
      const result = await client.callTool({ name, arguments: args });
      assert.equal(result.isError, undefined, JSON.stringify(result).slice(0, 500));
      assert.equal(findUnclean(JSON.stringify(result)), null, name);
      // A text can be JSON itself.
      for (const { text } of result.content as Array<{ text?: string }>)
        assert.equal(findUnclean(text ?? ''), null, name);
      const { receipt } = result.structuredContent as { receipt: { id: string } };
      await client.readResource({ uri: `webdata://receipt/${receipt.id}` });
    }
  });

  await t.test('a cut never splits a character', async (t) => {
    const first = await post('/v1/scrape', { url: url('/emoji'), max_length: 501 });
    assert.ok(first.markdown.isWellFormed() && !first.markdown.includes('\ufffd\ufffd'));
    const { content: whole } = (await service.get(`/v1/read?ref=${first.ref}&length=100000`)).json;
    let pieces = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const { json } = await service.get(`/v1/read?ref=${first.ref}&offset=${offset}&length=1777`);
      pieces += json.content;
      offset = json.next_offset;
    }
    assert.equal(pieces, whole);
    assert.equal(whole.match(/😀/gu).length, 3_000);
    const client = await connectAgent(t, service);
    for (const tokens of [401, 402, 403, 404]) {
      const result = await client.callTool({
        name: 'read',
        arguments: { ref: first.ref, offset: 600, max_tokens: tokens },
      });
      const text = textOf(result);
      assert.match(text, /😀/u);
      assert.doesNotMatch(text, /\ufffd/);
    }
  });
});
