import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from './running-service.ts';

const site = 'http://127.0.0.11:18999/';
const jsonFormat = (schema: unknown) => [{ type: 'json', schema }];

/** Bodies with one invalid value, by the call and the path of the value. */
const bad: Array<[string, object, Array<string | number>]> = [
  ['/v2/crawl', { url: site, includePaths: ['('] }, ['includePaths', 0]],
  ['/v2/crawl', { url: site, excludePaths: ['^/ok', '(?=a)'] }, ['excludePaths', 1]],
  ['/v2/crawl', { url: site, includePaths: ['['], regexOnFullURL: true }, ['includePaths', 0]],
  ['/v2/crawl', { url: 'ftp://example.com/' }, ['url']],
  ['/v2/crawl', { url: '::' }, ['url']],
  ['/v2/crawl', { url: 'http://10.0.0.5/' }, ['url']],
  ['/v2/crawl', { url: '127.0.0.1' }, ['url']],
  ['/v2/crawl', { url: 'http://ann:hush@127.0.0.11:18999/' }, ['url']],
  ['/v2/crawl', { url: site, webhook: 'http://10.0.0.5/' }, ['webhook']],
  ['/v2/crawl', { url: site, webhook: { url: 'http://10.0.0.5/' } }, ['webhook', 'url']],
  [
    '/v2/crawl',
    { url: site, scrapeOptions: { includeTags: ['p', 'p['] } },
    ['scrapeOptions', 'includeTags', 1],
  ],
  [
    '/v2/crawl',
    { url: site, scrapeOptions: { excludeTags: [':nonsense'] } },
    ['scrapeOptions', 'excludeTags', 0],
  ],
  [
    '/v2/crawl',
    {
      url: site,
      scrapeOptions: { formats: [{ type: 'attributes', selectors: [{ selector: '>>', attribute: 'a' }] }] },
    },
    ['scrapeOptions', 'formats'],
  ],
  [
    '/v2/crawl',
    { url: site, scrapeOptions: { headers: { 'bad name': 'x' } } },
    ['scrapeOptions', 'headers', 'bad name'],
  ],
  [
    '/v2/crawl',
    { url: site, scrapeOptions: { location: { country: 'Mars' } } },
    ['scrapeOptions', 'location', 'country'],
  ],
  ['/v2/map', { url: 'ftp://example.com/' }, ['url']],
  ['/v2/map', { url: '::' }, ['url']],
  ['/v2/map', { url: site, location: { country: 'Mars' } }, ['location', 'country']],
  ['/v2/batch/scrape', { urls: ['http://10.0.0.5/', 'ftp://x/'] }, ['urls', 0]],
  ['/v2/batch/scrape', { urls: [site, 'http://10.0.0.5/'], ignoreInvalidURLs: false }, ['urls', 1]],
  ['/v2/batch/scrape', { urls: [site], excludeTags: ['p['] }, ['excludeTags', 0]],
  ['/v2/batch/scrape', { urls: [site], webhook: { url: 'http://10.0.0.5/' } }, ['webhook', 'url']],
  ['/v2/batch/scrape', { urls: [site], headers: { host: 'x' } }, ['headers', 'host']],
  ['/v2/extract', { urls: ['http://10.0.0.5/'], prompt: 'all' }, ['urls', 0]],
  ['/v2/extract', { urls: [site], prompt: 'all', webhook: 'http://10.0.0.5/' }, ['webhook']],
];

test('invalid options of a /v2 job are rejected in the request', async (t) => {
  const service = await startTestService(t);

  await t.test('with the path of the invalid value', async () => {
    for (const [path, body, place] of bad) {
      const { status, json } = await service.post(path, body);
      const requested = `${path} ${JSON.stringify(body)}: ${JSON.stringify(json)}`;
      assert.equal(status, 422, requested);
      assert.deepEqual([json.success, json.code], [false, 'BAD_REQUEST'], requested);
      assert.equal(typeof json.error, 'string', requested);
      assert.deepEqual(json.details[0].path, place, requested);
      assert.ok(json.details[0].message.length > 10 && !JSON.stringify(json).includes('hush'), requested);
    }
  });

  await t.test('in schemas and formats too', async () => {
    const schemas = [
      { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
      { type: 'nonsense' },
      { $ref: 'https://example.com/schema' },
    ];
    for (const schema of schemas) {
      for (const [path, body] of [
        ['/v2/crawl', { url: site, scrapeOptions: { formats: jsonFormat(schema) } }],
        ['/v2/batch/scrape', { urls: [site], formats: jsonFormat(schema) }],
        ['/v2/extract', { urls: [site], schema }],
      ] as const) {
        const { status, json } = await service.post(path, body);
        assert.deepEqual([status, json.code], [422, 'BAD_REQUEST'], `${path} ${JSON.stringify(schema)}`);
      }
    }
  });

  await t.test('and leave nothing behind', async () => {
    assert.equal((await service.pool.query('select 1 from jobs')).rowCount, 0);
    assert.equal((await service.pool.query('select 1 from reservations')).rowCount, 0);
  });

  await t.test('a batch skips and lists URLs that may not be contacted, and reads the rest', async () => {
    const { status, json } = await service.post('/v2/batch/scrape', {
      urls: ['10.0.0.5/x', site, 'file:///etc'],
    });
    assert.equal(status, 200);
    assert.deepEqual(json.invalidURLs, ['10.0.0.5/x', 'file:///etc']);
    const { total } = (await service.get(`/v2/batch/scrape/${json.id}`)).json;
    assert.equal(total, 1);
  });

  await t.test('expressions that look like globs are regular expressions', async () => {
    const { status } = await service.post('/v2/crawl', { url: site, limit: 1, includePaths: ['/blog/*'] });
    assert.equal(status, 200);
  });
});

test('a crawl takes a login beside its page options, and says so', async (t) => {
  const service = await startTestService(t);
  const beside = await service.post('/v2/crawl', { url: site, scrapeOptions: { login: 'login_1' } });
  assert.equal(beside.status, 200, JSON.stringify(beside.json));
  assert.match(beside.json.warning, /`login` of POST \/v2\/crawl, beside `scrapeOptions`/);
  const missing = await service.post('/v2/crawl', { url: site, login: 'login_1' });
  assert.equal(missing.status, 422);
  assert.match(missing.json.error, /^\/login: There is no saved login login_1/);
  const profile = { url: site, scrapeOptions: { profile: { name: 'me' } } };
  const refused = await service.post('/v2/crawl', profile);
  assert.equal(refused.status, 422);
  assert.match(JSON.stringify(refused.json), /`login`, and for many pages `urls` with \?async=true/);

  // The native crawl has the fields of the specification only.
  const { status, json } = await service.post('/v1/crawl', { url: site, login: 'login_1' });
  assert.deepEqual([status, json.errors[0].pointer], [422, '/login']);
  const { paths } = (await service.get('/openapi.json', { key: null })).json;
  const names = paths['/v1/crawl'].post.parameters.map(({ name }: { name?: string }) => name);
  assert.ok(names.includes('login'), names.join());
  const unknown = await service.post('/v1/scrape?async=true', { urls: [site], login: 'login_1' });
  assert.notEqual(unknown.json.errors?.[0]?.pointer, '/urls');
});
