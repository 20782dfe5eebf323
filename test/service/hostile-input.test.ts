import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareV2Calls } from '../../src/app/composition/v2.ts';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import type { Operation } from '../../src/operations/declaration/operation.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

const fieldsOf = (operation: Operation, part: 'path' | 'query' | 'body') =>
  Object.keys(operation.input[part]?.shape ?? {});

/** Returns the path with each parameter replaced by `textOf`. */
function pathWith({ path }: Operation, textOf: (name: string) => string): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => textOf(name));
}

/** Returns JSON text of nested objects with `levels` levels. */
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test('input that is invalid for every operation', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, { WEBDATA_LIMITS: '1000000/m,200' });
  const article = world.site.url('/articles/notes-on-harbour-cranes');
  const json = { 'content-type': 'application/json' };
  const operations = [...declareOperations(), ...declareV2Calls()];

  await t.test('NUL in a path is 404 on every route', async () => {
    for (const operation of operations) {
      for (const parameter of fieldsOf(operation, 'path')) {
        const path = pathWith(operation, (name) => (name === parameter ? 'a%00b' : 'x'));
        const { status } = await service.request(operation.method, path);
        assert.equal(status, 404, `${operation.method} ${path}`);
      }
    }
  });

  await t.test('NUL in a query is 422 with a pointer on every route', async () => {
    for (const operation of declareOperations()) {
      for (const parameter of fieldsOf(operation, 'query')) {
        const path = `${pathWith(operation, () => 'x')}?${parameter}=a%00b`;
        const { status, json: problem } = await service.request(operation.method, path);
        assert.deepEqual([status, problem.code], [422, 'invalid'], `${operation.method} ${path}`);
        // A parameter that is a list has the pointer of its entry.
        const pointers = [`/query/${parameter}`, `/query/${parameter}/0`];
        assert.ok(pointers.includes(problem.errors[0].pointer), problem.errors[0].pointer);
      }
    }
  });

  await t.test(
    'NUL in a body is 422 with a pointer on every route, also in names and nested values',
    async () => {
      for (const operation of operations) {
        for (const field of fieldsOf(operation, 'body')) {
          const path = pathWith(operation, () => 'x');
          for (const value of ['a\0b', [{ deep: '\0' }]]) {
            const { status, json: problem } = await service.request(operation.method, path, {
              body: { [field]: value },
              headers: { 'idempotency-key': 'nul' },
            });
            assert.equal(status, 422, `${operation.method} ${path} ${field}`);
            const pointer = problem.errors?.[0].pointer ?? `/${problem.details[0].path.join('/')}`;
            assert.equal(pointer, typeof value === 'string' ? `/${field}` : `/${field}/0/deep`);
          }
        }
      }
      const { json: problem } = await service.post('/v1/scrape', { url: 'x', headers: { 'a\0': 'b' } });
      // No answer holds the character itself.
      assert.equal(problem.errors[0].pointer, '/headers/a\ufffd');
    },
  );

  await t.test('nesting of 3,000 and of 200,000 levels is 422 on every route with a body', async () => {
    for (const operation of operations) {
      if (operation.input.body === undefined) continue;
      const path = pathWith(operation, () => 'x');
      for (const levels of [3_000, 200_000]) {
        const { status, json: problem } = await service.request(operation.method, path, {
          raw: nested(levels),
          headers: { ...json, 'idempotency-key': `deep-${levels}` },
        });
        assert.equal(status, 422, `${operation.method} ${path}`);
        assert.match(problem.detail ?? problem.error, /more than 100 levels/);
      }
    }
    const raw = `{"url": "${article}", "schema": ${nested(3_000)}}`;
    const { json: problem } = await service.request('POST', '/v1/extract', { raw, headers: json });
    assert.deepEqual(
      problem.errors.map((one: { pointer: string }) => one.pointer),
      ['/schema'],
    );
  });

  await t.test('100 levels are accepted and returned, 101 are rejected', async () => {
    const create = (levels: number) => {
      // The body, the source, the list and the record are four levels.
      const raw = `{"name": "deep", "source": {"kind": "records", "records": [${nested(levels - 3)}]}}`;
      return service.request('POST', '/v1/datasets', { raw, headers: json });
    };
    assert.equal((await create(101)).status, 422);
    const { status, json: dataset } = await create(100);
    assert.equal(status, 200);
    const { json: listed } = await service.get(`/v1/datasets/${dataset.did}/records`);
    assert.equal(JSON.stringify(listed.records[0].data), nested(97));
    for (const format of ['csv', 'json', 'ndjson', 'xlsx', 'parquet']) {
      const made = await service.post(`/v1/datasets/${dataset.did}/export`, { format });
      assert.equal(made.status, 200, format);
    }
  });

  await t.test('a URL with a lone surrogate is a page with its own outcome and fails no other', async () => {
    const bad = `${article}\ud800`;
    const { status, json: answer } = await service.post(
      '/v1/scrape',
      { urls: [bad, article, '\udfff', 'http://\ud83d/'] },
      { headers: { 'idempotency-key': 'surrogates' } },
    );
    assert.equal(status, 200);
    assert.deepEqual(
      answer.results.map((page: { status: string; error?: { code: string } }) => [
        page.status,
        page.error?.code,
      ]),
      [
        ['invalid', 'url'],
        ['ok', undefined],
        ['invalid', 'url'],
        ['invalid', 'url'],
      ],
    );
    const [first] = answer.results;
    assert.equal(first.url, `${article}\ufffd`);
    assert.equal(first.receipt.credits, 0);
    const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
    for (const { receipt } of answer.results) assert.equal(verifyReceipt(receipt, keys).valid, true);
    const again = await service.post(
      '/v1/scrape',
      { urls: [bad, article, '\udfff', 'http://\ud83d/'] },
      { headers: { 'idempotency-key': 'surrogates' } },
    );
    assert.deepEqual(again.json, answer);
  });

  await t.test('a URL with a lone surrogate is invalid in every operation that reads pages', async () => {
    const url = `${article}\ud800`;
    const pages: Array<[string, object]> = [
      ['/v1/scrape', { url }],
      ['/v1/scrape', { url, max_age: 3_600 }],
      ['/v1/extract', { url, schema: { type: 'object', properties: { a: { type: 'string' } } } }],
      ['/v1/inspect', { url }],
      ['/v1/collect', { url, fields: ['name'] }],
      ['/v1/map', { url }],
    ];
    for (const [path, body] of pages) {
      const { status, json: answer } = await service.post(path, body);
      assert.deepEqual([status, answer.status, answer.error?.code], [200, 'invalid', 'url'], path);
    }
    const refused: Array<[string, object]> = [
      ['/v1/crawl', { url }],
      ['/v1/compare', { url, countries: ['DE', 'FR'] }],
      ['/v1/recipes', { url, fields: ['name'] }],
      ['/v1/monitors', { url, watch: { kind: 'page' }, schedule: { every: '1d' }, notify: {} }],
      ['/v1/webhooks/test', { url }],
      ['/v2/crawl', { url }],
    ];
    for (const [path, body] of refused) {
      const { status, json: answer } = await service.post(path, body);
      assert.equal(status, 422, path);
      assert.deepEqual(answer.errors?.[0].pointer ?? `/${answer.details[0].path.join('/')}`, '/url', path);
    }
    const { status, json: batch } = await service.post('/v2/batch/scrape', { urls: [url, article] });
    assert.deepEqual([status, batch.invalidURLs], [200, [`${article}\ufffd`]]);
    for (const path of ['/v2/scrape', '/v2/map'])
      assert.equal((await service.post(path, { url })).status, 422, path);
  });

  await t.test('a lone surrogate in any other text becomes U+FFFD', async () => {
    const created = await service.post('/v1/datasets', {
      name: 'half \ud83d',
      source: { kind: 'records', records: [{ 'na\udc00me': 'x\ud800', whole: '\ud83d\ude00' }] },
    });
    assert.deepEqual([created.status, created.json.name], [200, 'half \ufffd']);
    const { json: listed } = await service.get(`/v1/datasets/${created.json.did}/records`);
    assert.deepEqual(listed.records[0].data, { 'na\ufffdme': 'x\ufffd', whole: '\ud83d\ude00' });
    const page = await service.post('/v1/scrape', { url: article, focus: 'cranes \ud83d' });
    assert.equal(page.json.status, 'ok');
  });

  await t.test('a number beyond the range of a double is 422 with its pointer', async () => {
    const raw =
      '{"name": "n", "source": {"kind": "records", "records": [{"price": 1e400}, {"price": -1e999}]}}';
    const { status, json: problem } = await service.request('POST', '/v1/datasets', { raw, headers: json });
    assert.equal(status, 422);
    assert.deepEqual(
      problem.errors.map((one: { pointer: string }) => one.pointer),
      ['/source/records/0/price', '/source/records/1/price'],
    );
  });

  await t.test('a body that is not UTF-8 is 422, and a byte order mark is ignored', async () => {
    const scrape = `{"url": "${article}"}`;
    const latin1 = Buffer.from('{"url": "http://example.com/\u00e9"}', 'latin1');
    const sent = { headers: json };
    const refused = await service.request('POST', '/v1/scrape', { ...sent, raw: latin1 });
    assert.deepEqual([refused.status, refused.json.code], [422, 'malformed_json']);
    const marked = await service.request('POST', '/v1/scrape', { ...sent, raw: `\ufeff${scrape}` });
    assert.equal(marked.json.status, 'ok');
    const chunked = await fetch(`${service.url}/v1/scrape`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${service.key}` },
      body: new Blob([`\ufeff${scrape}`]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(((await chunked.json()) as { status: string }).status, 'ok');
  });

  await t.test('property names of JavaScript objects are ordinary fields', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const raw = `{"url": "${article}", "${name}": {"formats": ["html"]}}`;
      const { status, json: problem } = await service.request('POST', '/v1/scrape', { raw, headers: json });
      assert.deepEqual([status, problem.errors?.[0].pointer], [422, `/${name}`]);
    }
    const create = (record: string) => {
      const raw = `{"name": "p", "source": {"kind": "records", "records": [${record}]}}`;
      return service.request('POST', '/v1/datasets', { raw, headers: json });
    };
    const { json: problem } = await create('{"__proto__": 1}');
    assert.equal(problem.errors[0].pointer, '/source/records/0/__proto__');
    const { json: dataset } = await create('{"constructor": 1, "toString": 2}');
    const { json: listed } = await service.get(`/v1/datasets/${dataset.did}/records`);
    assert.deepEqual(listed.records[0].data, { constructor: 1, toString: 2 });
  });

  await t.test('invalid percent-encoding, ids, dates and offsets are 4xx on every route', async () => {
    const odd = [
      '%ff',
      '%zz',
      '%ed%a0%80',
      'x'.repeat(5_000),
      '9223372036854775808',
      'job_%ff',
      'ds_-1',
      '1e400',
    ];
    const days = ['0000-01-01', '-271821-04-20', '%2B275761-01-01T00:00:00Z', '2026-02-30'];
    for (const operation of operations) {
      const body = operation.input.body === undefined ? {} : { body: operation.example.body ?? {} };
      for (const parameter of fieldsOf(operation, 'path')) {
        for (const value of odd) {
          const path = pathWith(operation, (name) => (name === parameter ? value : 'x'));
          const { status } = await service.request(operation.method, path, body);
          assert.ok(status >= 400 && status < 500, `${status} ${operation.method} ${path.slice(0, 80)}`);
        }
      }
      if (operation.method !== 'GET' || operation.input.path !== undefined) continue;
      for (const parameter of fieldsOf(operation, 'query')) {
        for (const value of [...odd, ...days]) {
          const path = `${operation.path}?${parameter}=${value}`;
          const { status } = await service.get(path);
          assert.ok(status < 500, `${status} ${path.slice(0, 80)}`);
        }
      }
    }
  });
});
