import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoginVault } from '../../src/capabilities/sessions/logins/login-vault.ts';
import { deriveKey } from '../../src/domain/crypto/secret-keys.ts';
import { systemClock } from '../../src/domain/system/clock.ts';
import { startTestService, type TestService } from './running-service.ts';

/** A site that the test service may contact, and one that it may not. No server listens at either. */
const site = 'http://127.0.0.11:18999/';
const otherSite = 'http://127.0.0.12:18999/';
const paused = { schedule: { paused: true } };

/** URLs that are always rejected, by error code. */
const badAddresses: Record<string, string> = {
  'http://10.0.0.5/admin': 'private_address',
  'http://0x7f.1:8080/': 'private_address',
  'http://[::ffff:169.254.169.254]/latest': 'private_address',
  'http://localhost:8080/': 'private_address',
  'http://ann:hush@127.0.0.11:18999/': 'credentials',
  'http://127.0.0.11:22/': 'port',
  'file:///etc/passwd': 'scheme',
  'no address': 'url',
};

/** Saves a login of a site and returns its id. */
async function saveLogin(service: TestService, accountId: string, url: string): Promise<string> {
  const key = deriveKey('a root secret for tests alone', 'login');
  const vault = createLoginVault({ database: service.database, key, clock: systemClock });
  const cookie = {
    name: 'session',
    value: 'secret',
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  };
  const state = { cookies: [cookie], origins: [] };
  return (await vault.save({ accountId, name: url, url, country: null, state })).lid;
}

const recipeSource = {
  kind: 'api',
  url_template: `${site}api`,
  record_path: '/rows',
  field_map: { name: ['/name'] },
};

/** Request bodies with a URL, by the operation that saves them and the pointer of the URL. */
const places: Array<[string, string, string, (url: string) => object]> = [
  ['POST', '/v1/crawl', '/url', (url) => ({ url, limit: 1 })],
  ['POST', '/v1/crawl', '/webhook', (url) => ({ url: site, limit: 1, webhook: url })],
  ['POST', '/v1/monitors', '/url', (url) => ({ url, ...paused })],
  ['POST', '/v1/monitors', '/notify/webhook', (url) => ({ url: site, ...paused, notify: { webhook: url } })],
  [
    'POST',
    '/v1/monitors',
    '/notify/webhook/1/url',
    (url) => ({ url: site, ...paused, notify: { webhook: [`${site}hook`, { url, form: 'ntfy' }] } }),
  ],
  [
    'POST',
    '/v1/monitors/import',
    '/monitors/1/url',
    (url) => ({
      monitors: [
        { url: site, ...paused },
        { url, ...paused },
      ],
    }),
  ],
  [
    'POST',
    '/v1/datasets',
    '/source/url',
    (url) => ({ name: 'A', source: { kind: 'collect', url, fields: ['name'] } }),
  ],
  [
    'POST',
    '/v1/datasets',
    '/source/urls/1',
    (url) => ({
      name: 'A',
      source: {
        kind: 'extract',
        urls: [site, url],
        schema: { type: 'object', properties: { a: { type: 'string' } } },
      },
    }),
  ],
  [
    'POST',
    '/v1/datasets',
    '/webhook',
    (url) => ({ name: 'A', source: { kind: 'records', records: [{ id: 1 }] }, webhook: url }),
  ],
  ['POST', '/v1/workflows', '/steps/0/url', (url) => ({ name: 'A', steps: [{ type: 'goto', url }] })],
  [
    'POST',
    '/v1/workflows',
    '/steps/1/steps/0/then/0/url',
    (url) => ({
      name: 'A',
      steps: [
        { type: 'goto', url: site },
        {
          type: 'for_each',
          items: [1],
          steps: [{ type: 'if', condition: { text: 'x' }, then: [{ type: 'download', url }] }],
        },
      ],
    }),
  ],
  [
    'POST',
    '/v1/workflows',
    '/webhook',
    (url) => ({ name: 'A', steps: [{ type: 'goto', url: site }], webhook: url }),
  ],
  ['POST', '/v1/recipes', '/url', (url) => ({ url, fields: ['name'] })],
  [
    'POST',
    '/v1/recipes',
    '/source/url_template',
    (url) => ({ url: site, fields: ['name'], source: { ...recipeSource, url_template: url } }),
  ],
  [
    'POST',
    '/v1/recipes',
    '/source/headers/x-token/url',
    (url) => ({
      url: site,
      fields: ['name'],
      source: {
        ...recipeSource,
        headers: { 'x-token': { kind: 'text', url, before: 'token="', after: '"' } },
      },
    }),
  ],
  ['POST', '/v1/webhooks/test', '/url', (url) => ({ url })],
];

test('URLs that can never be contacted are rejected when they are saved', async (t) => {
  const service = await startTestService(t);

  for (const [method, path, pointer, bodyOf] of places) {
    await t.test(`${method} ${path} at ${pointer}`, async () => {
      for (const [url, code] of [
        ...Object.entries(badAddresses),
        [service.url, 'private_address'] as const,
      ]) {
        const { status, json } = await service.request(method, path, { body: bodyOf(url) });
        assert.equal(status, 422, `${url}: ${JSON.stringify(json)}`);
        const [error, ...more] = json.errors;
        assert.deepEqual([error.pointer, more], [pointer, []], `${url}: ${JSON.stringify(json)}`);
        assert.ok(!JSON.stringify(json).includes('hush'), 'a password is repeated');
        // The shape is checked first: invalid URLs do not reach the guard.
        const isShape = ['scheme', 'credentials', 'url'].includes(code) && !error.detail.startsWith('`');
        if (!isShape) assert.match(error.detail, new RegExp(`^\`${code}\`: .+\\. .+\\.$`));
      }
      const { rowCount } = await service.pool.query(
        `select 1 from jobs union all select 1 from monitors union all select 1 from datasets
          union all select 1 from workflows union all select 1 from recipes union all select 1 from deliveries`,
      );
      assert.equal(rowCount, 0, 'something was saved all the same');
    });
  }

  await t.test('a scrape of such a URL returns a page with status invalid', async () => {
    for (const [url, code] of Object.entries(badAddresses)) {
      const { status, json } = await service.post('/v1/scrape', { url });
      assert.deepEqual([status, json.status, json.error.code], [200, 'invalid', code], url);
    }
  });

  await t.test('a workflow whose URL contains variables is saved if its host may be valid', async () => {
    const inputs = { type: 'object', properties: { part: { type: 'string' } } };
    const save = async (url: string) =>
      (await service.post('/v1/workflows', { name: 'A', inputs, steps: [{ type: 'goto', url }] })).status;
    for (const url of [
      '{{part}}',
      '{{part}}/list',
      'https://{{part}}.example/',
      `${site}list?q={{part}}`,
      `${site}{{part}}`,
      'http://127.0.0.11:{{part}}/',
    ]) {
      assert.equal(await save(url), 200, url);
    }
    for (const url of ['http://10.0.0.5/{{part}}', 'http://10.0.0.5?{{part}}', 'file:///{{part}}']) {
      assert.equal(await save(url), 422, url);
    }
  });
});

test('a login must exist, belong to the account and to the site', async (t) => {
  const service = await startTestService(t);
  const own = (await service.get('/v1/account')).json.account_id as string;
  const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 9 })).json;
  const lid = await saveLogin(service, own, site);
  const foreign = await saveLogin(service, other.account_id, site);
  const pointerOf = async (path: string, body: object) => {
    const { status, json } = await service.post(path, body);
    return status === 200 ? null : `${status} ${json.errors.map((one: { pointer: string }) => one.pointer)}`;
  };
  const workflow = (url: string, login: string) => ({ name: 'A', steps: [{ type: 'goto', url }], login });

  for (const unknown of ['login_unknown', foreign]) {
    assert.equal(await pointerOf('/v1/monitors', { url: site, login: unknown, ...paused }), '422 /login');
    assert.equal(await pointerOf('/v1/workflows', workflow(site, unknown)), '422 /login');
  }
  assert.equal(await pointerOf('/v1/monitors', { url: otherSite, login: lid, ...paused }), '422 /login');
  assert.equal(await pointerOf('/v1/workflows', workflow(otherSite, lid)), '422 /login');
  const monitors = [
    { url: site, login: lid, ...paused },
    { url: otherSite, login: lid, ...paused },
  ];
  assert.equal(await pointerOf('/v1/monitors/import', { monitors }), '422 /monitors/1/login');

  const { mid } = (await service.post('/v1/monitors', { url: site, login: lid, ...paused })).json;
  const change = (body: object) => service.request('PATCH', `/v1/monitors/${mid}`, { body });
  assert.deepEqual((await change({ url: otherSite })).json.errors[0].pointer, '/login');
  assert.deepEqual((await change({ login: 'login_unknown' })).json.errors[0].pointer, '/login');
  assert.equal((await change({ url: otherSite, login: null })).status, 200);
  assert.equal((await change({ url: site, login: lid })).status, 200);

  const { id } = (await service.post('/v1/workflows', workflow(site, lid))).json;
  const replaced = await service.request('PUT', `/v1/workflows/${id}`, { body: workflow(otherSite, lid) });
  assert.deepEqual([replaced.status, replaced.json.errors[0].pointer], [422, '/login']);
  const both = {
    ...workflow(otherSite, lid),
    steps: [otherSite, site].map((url) => ({ type: 'goto', url })),
  };
  assert.equal((await service.request('PUT', `/v1/workflows/${id}`, { body: both })).status, 200);

  // Saved resources can be changed in other fields even if their login was deleted.
  await service.request('DELETE', `/v1/logins/${lid}`);
  assert.equal((await change({ name: 'Renamed' })).status, 200);
});

test('a key of a dataset names fields that its records can have', async (t) => {
  const service = await startTestService(t);
  const records = { kind: 'records', records: [{ sku: 1 }, { sku: 2, name: 'Lamp' }] };
  const collected = { kind: 'collect', url: site, fields: ['name', 'price'] };
  for (const source of [records, collected]) {
    const { status, json } = await service.post('/v1/datasets', { name: 'A', source, key: ['name', 'id'] });
    assert.deepEqual([status, json.errors?.[0]?.pointer], [422, '/key/1'], JSON.stringify(json));
    assert.equal((await service.post('/v1/datasets', { name: 'A', source, key: ['name'] })).status, 200);
  }
  const unknown = { name: 'A', source: { kind: 'recipe', rid: 'rcp_none' } };
  assert.equal((await service.post('/v1/datasets', unknown)).json.errors[0].pointer, '/source/rid');
});

test('a change of a monitor is checked like a new one', async (t) => {
  const service = await startTestService(t);
  const { mid } = (await service.post('/v1/monitors', { url: site, ...paused })).json;
  const schema = { type: 'object', properties: { price: { type: 'number' } } };
  const field = (name: string) => [{ field: name, op: 'any' }];
  const bad: Array<[object, string]> = [
    [{ url: 'http://10.0.0.5/' }, '/url'],
    [{ notify: { webhook: 'http://10.0.0.5/' } }, '/notify/webhook'],
    [{ watch: { kind: 'section', selector: 'p[' } }, '/watch/selector'],
    [{ ignore: ['p['] }, '/ignore/0'],
    [{ conditions: field('price') }, '/conditions/0/field'],
    [{ watch: { kind: 'fields', schema }, conditions: field('prise') }, '/conditions/0/field'],
  ];
  for (const [body, pointer] of bad) {
    const { status, json } = await service.request('PATCH', `/v1/monitors/${mid}`, { body });
    assert.deepEqual([status, json.errors?.[0]?.pointer], [422, pointer], JSON.stringify(body));
  }
  const good = [
    { conditions: field('added') },
    { watch: { kind: 'fields', schema }, conditions: field('/price') },
    { watch: { kind: 'fields', prompt: 'the price' }, conditions: field('anything') },
    { watch: { kind: 'section', selector: 'main > p:not(.ad)' }, conditions: field('text') },
  ];
  for (const body of good) {
    const { status, json } = await service.request('PATCH', `/v1/monitors/${mid}`, { body });
    assert.equal(status, 200, JSON.stringify(json));
  }
});
