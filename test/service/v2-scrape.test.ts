import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('POST /v2/scrape', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const url = world.site.url('/articles/notes-on-harbour-cranes');
  const scrape = (body: object) => service.post('/v2/scrape', body);

  await t.test(
    'a document contains the requested formats and metadata under the documented keys',
    async () => {
      const { status, json } = await scrape({
        url,
        formats: ['markdown', 'links', { type: 'json', prompt: 'title' }],
      });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(json), ['success', 'data', 'scrape_id']);
      assert.equal(json.success, true);
      assert.match(json.scrape_id, uuid);
      assert.deepEqual(Object.keys(json.data).sort(), [
        'json',
        'links',
        'markdown',
        'metadata',
        'success',
        'warning',
      ]);
      assert.match(json.data.markdown, /^# /m);
      assert.ok(json.data.links.every((link: unknown) => typeof link === 'string' && /^https?:/.test(link)));
      const { metadata } = json.data;
      assert.equal(metadata.sourceURL, url);
      assert.equal(metadata.url, url);
      assert.equal(metadata.statusCode, 200);
      assert.equal(metadata.scrapeId, json.scrape_id);
      assert.equal(metadata.proxyUsed, 'basic');
      assert.equal(metadata.cacheState, 'miss');
      assert.equal(metadata.creditsUsed, 1);
      assert.equal(metadata.contentType, 'text/html');
      assert.equal(metadata.language, 'en');
      assert.deepEqual(Object.keys(metadata.egress), ['country', 'city', 'network', 'verified']);
      assert.equal(typeof metadata.egress.verified, 'boolean');
      assert.equal(metadata.error, undefined);
    },
  );

  await t.test('the receipt of a document is read by its id, and covers its formats', async () => {
    const { data } = (await scrape({ url, formats: ['markdown', 'rawHtml'] })).json;
    const { status, json: receipt } = await service.get(`/v1/receipts/${data.metadata.receiptId}`);
    assert.equal(status, 200);
    assert.equal(receipt.url, url);
    assert.equal(receipt.parts_sha256.markdown, hash('sha256', data.markdown, 'hex'));
    assert.equal(receipt.parts_sha256.raw_html, hash('sha256', data.rawHtml, 'hex'));
    const verified = await service.post('/v1/receipts/verify', { receipt });
    assert.equal(verified.json.valid, true);
    // A cached document keeps its identifier, and has a receipt of its own.
    const cached = (await scrape({ url, formats: ['markdown', 'rawHtml'], maxAge: 600_000 })).json.data
      .metadata;
    assert.equal(cached.cacheState, 'hit');
    const own = (await service.get(`/v1/receipts/${cached.receiptId}`)).json;
    assert.equal(own.route, 'cache');
  });

  await t.test(
    'an empty list of formats returns metadata only; several formats are all returned',
    async () => {
      const { data } = (await scrape({ url, formats: [] })).json;
      assert.deepEqual(Object.keys(data), ['success', 'metadata']);
      const every = ['markdown', 'html', 'rawHtml', 'links', 'images'];
      const all = (await scrape({ url, formats: every })).json.data;
      assert.deepEqual(Object.keys(all), ['success', ...every, 'metadata']);
    },
  );

  await t.test('attributes are collected by selector', async () => {
    const selectors = [
      { selector: 'html', attribute: 'lang' },
      { selector: 'a[href]', attribute: 'href' },
    ];
    const { data } = (await scrape({ url, formats: [{ type: 'attributes', selectors }] })).json;
    assert.deepEqual(Object.keys(data.attributes[0]), ['selector', 'attribute', 'values']);
    assert.deepEqual(data.attributes[0].values, ['en']);
    assert.ok(data.attributes[1].values.length > 3);
  });

  await t.test('values are found by a schema, and those that the page does not show are named', async () => {
    const product = world.site.pages.find((page) => page.path.startsWith('/products/'));
    const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
    const address = world.site.url(product?.path ?? '');
    const { data } = (await scrape({ url: address, formats: [{ type: 'json', schema }] })).json;
    assert.equal(typeof data.json.name, 'string');
    assert.equal(typeof data.json.price, 'number');
    const native = (await service.post('/v1/extract', { url: address, schema })).json;
    assert.deepEqual(data.json, native.data);
  });

  await t.test('outcomes are mapped to the statuses that clients know', async () => {
    const cases: Array<[string, object, number, boolean, string | undefined]> = [
      ['a 404 of the site', { url: world.site.url('/status/404') }, 200, true, undefined],
      ['a 500 of the site', { url: world.site.url('/status/500') }, 200, true, undefined],
      ['a wall', { url: world.site.url('/wall/challenge') }, 403, false, 'SCRAPE_BLOCKED'],
      ['nobody answers', { url: 'http://127.0.0.11:18999/' }, 422, false, 'SCRAPE_SITE_ERROR'],
      ['a private address', { url: world.secret.url('/') }, 422, false, 'BAD_REQUEST'],
      ['another scheme', { url: 'ftp://example.com/' }, 422, false, 'BAD_REQUEST'],
      ['no such name', { url: 'http://nowhere.invalid/' }, 200, false, 'SCRAPE_DNS_RESOLUTION_ERROR'],
      ['a browser where there is none', { url, mobile: true }, 503, false, 'UNAVAILABLE'],
      [
        'a country without an exit',
        { url, location: { country: 'jp' }, strictCountry: true },
        422,
        false,
        'COUNTRY_UNAVAILABLE',
      ],
    ];
    for (const [name, body, status, success, code] of cases) {
      const answer = await scrape(body);
      assert.deepEqual([answer.status, answer.json.success, answer.json.code], [status, success, code], name);
      if (!success) assert.equal(typeof answer.json.error, 'string', name);
      assert.equal(answer.json.details?.state, undefined, name);
    }
    const missing = (await scrape({ url: world.site.url('/status/404') })).json.data;
    assert.equal(missing.metadata.statusCode, 404);
    assert.ok(missing.metadata.error.length > 0);
    assert.equal(world.secret.hits, 0);
  });

  await t.test('unsupported options are rejected with a message, and nothing is charged', async () => {
    const before = (await service.get('/v2/team/credit-usage')).json;
    for (const format of ['changeTracking', 'branding', 'summary', 'audio', 'nonsense']) {
      const { status, json } = await scrape({ url, formats: ['markdown', format] });
      assert.deepEqual([status, json.success, json.code], [422, false, 'BAD_REQUEST'], format);
      assert.match(json.error, new RegExp(`"${format}" is not supported`));
      assert.deepEqual(json.details[0].path, ['formats', 1]);
    }
    const faults: object[] = [
      {},
      { url: 5 },
      { url, timeout: 'soon' },
      { url, formats: ['json'] },
      { url, formats: [{ type: 'json', schema: { $ref: 'http://elsewhere.test/' } }] },
      { url, actions: [{ type: 'wait' }] },
      { url, actions: [{ type: 'dance' }] },
      { url, redactPII: true },
    ];
    for (const body of faults) {
      const { status, json } = await scrape(body);
      assert.deepEqual([status, json.code], [422, 'BAD_REQUEST'], JSON.stringify(body));
      assert.ok(json.details.length > 0 && Array.isArray(json.details[0].path));
    }
    assert.deepEqual((await service.get('/v2/team/credit-usage')).json, before);
  });

  await t.test('unknown keys are accepted with a warning; null counts as absent', async () => {
    const body = { url, nonsense: 1, origin: 'js-sdk@4.42.0', proxy: null, waitFor: null, location: null };
    const { status, json } = await scrape(body);
    assert.equal(status, 200);
    assert.equal(json.warning, 'Unknown keys were ignored: nonsense.');
    assert.match(json.data.warning, /nonsense/);
  });

  await t.test('maxAge returns the cached page, and a scrape can be read by its id', async () => {
    const first = (await scrape({ url, maxAge: 60_000 })).json;
    const again = (await scrape({ url, maxAge: 60_000 })).json.data.metadata;
    assert.deepEqual([again.cacheState, again.creditsUsed], ['hit', 0]);
    assert.ok(!Number.isNaN(Date.parse(again.cachedAt)));
    const found = (await service.get(`/v2/scrape/${first.data.metadata.scrapeId}`)).json;
    assert.equal(found.success, true);
    assert.equal(found.data.markdown, first.data.markdown);
    const unknown = await service.get('/v2/scrape/01890000-0000-7000-8000-000000000000');
    assert.deepEqual([unknown.status, unknown.json.success], [404, false]);
  });

  await t.test('a URL without a scheme is read as http', async () => {
    const { json } = await scrape({ url: url.replace('http://', '') });
    assert.equal(json.data.metadata.url, url);
  });

  await t.test('errors have the format of /v2', async () => {
    const nobody = await service.post('/v2/scrape', { url }, { key: null });
    assert.deepEqual([nobody.status, nobody.json.success, nobody.json.code], [401, false, 'UNAUTHORIZED']);
    const elsewhere = await service.get('/v2/agent');
    assert.equal(elsewhere.status, 404);
    assert.match(elsewhere.json.error, /GET \/v2\/agent is not supported by this server/);
    const raw = { raw: '{"url":', headers: { 'content-type': 'application/json' } };
    const malformed = await service.request('POST', '/v2/scrape', raw);
    assert.deepEqual([malformed.status, malformed.json.code], [422, 'BAD_REQUEST_INVALID_JSON']);
  });

  await t.test('the history names this interface', async () => {
    await scrape({ url });
    const [entry] = (await service.get('/v1/requests?limit=1&origin=v2')).json.requests;
    assert.deepEqual([entry.tool, entry.origin, entry.status, entry.url], ['scrape', 'v2', 'ok', url]);
  });
});
