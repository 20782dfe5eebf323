import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

test('requests per minute are limited, and every response states how many are left', async (t) => {
  let now = Date.parse('2026-10-05T12:00:15.000Z');
  const clock = { now: () => new Date(now) };
  const service = await startTestService(t, { WEBDATA_LIMITS: '6/m,200' }, { clock });
  const request = { name: 'slow', scopes: ['read'], requests_per_minute: 2 };
  const { key } = (await service.post('/v1/keys', request)).json;

  const first = await service.get('/v1/account', { key });
  assert.equal(first.headers.get('ratelimit-policy'), '"account";q=6;w=60, "key";q=2;w=60');
  assert.equal(first.headers.get('ratelimit'), '"account";r=4;t=45, "key";r=1;t=45');
  assert.equal((await service.get('/v1/account', { key })).status, 200);
  const refused = await service.get('/v1/account', { key });
  assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited']);
  assert.equal(refused.headers.get('retry-after'), '45');
  assert.equal(refused.headers.get('ratelimit'), '"account";r=3;t=45, "key";r=0;t=45');

  // The account's other key continues up to the account's limit; rejected requests do not count.
  for (const left of [2, 1, 0]) {
    const { status, headers } = await service.get('/v1/account?wrong=1');
    assert.deepEqual([status, headers.get('ratelimit')], [422, `"account";r=${left};t=45`]);
  }
  assert.equal((await service.get('/v1/account')).status, 429);
  for (const path of ['/v1/health', '/v1/catalog', '/livez', '/openapi.json']) {
    assert.equal((await service.get(path)).status, 200, path);
  }
  const stranger = await service.pool.query(
    `select count(*)::integer as entries from requests where status = 'rate_limited'`,
  );
  assert.ok(stranger.rows[0].entries <= 2);

  now += 45_000;
  assert.equal((await service.get('/v1/account', { key })).status, 200);
});

test('every message of an MCP batch is a request of its own', async (t) => {
  const now = Date.parse('2026-10-05T12:00:15.000Z');
  const service = await startTestService(t, {}, { clock: { now: () => new Date(now) } });
  const request = { name: 'agent', scopes: ['read'], requests_per_minute: 103 };
  const { key } = (await service.post('/v1/keys', request)).json;
  const headers = { accept: 'application/json, text/event-stream' };
  const send = (messages: unknown) => service.post('/mcp', messages, { key, headers });
  const messages = (count: number, method: string, params: unknown) =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method, params }));
  const left = (answered: { headers: Headers }) =>
    Number(/"key";r=(\d+)/.exec(answered.headers.get('ratelimit') ?? '')?.[1]);

  const calls = messages(50, 'tools/call', { name: 'job', arguments: { action: 'list' } });
  const called = await send(calls);
  assert.equal(called.status, 200);
  assert.equal(left(called), 53);
  assert.equal(called.json.match(/"isError":true|"error":/g), null, called.json.slice(0, 500));
  // The calls are those messages: they are not counted a second time.
  const read = await service.get('/v1/account', { key });
  assert.equal(left(read), 52);

  const listed = await send([
    ...messages(49, 'tools/list', {}),
    { jsonrpc: '2.0', method: 'notifications/x' },
  ]);
  assert.equal(listed.status, 200);
  assert.equal(left(listed), 3, 'a notification asks for nothing');
  const refused = await send(messages(4, 'tools/list', {}));
  assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited']);
  assert.match(refused.json.detail, /103 requests per minute, and the batch has 4\. .* smaller batch/);
  assert.equal(refused.headers.get('retry-after'), '45');
  assert.equal(left(refused), 3, 'a refused batch is not counted');

  for (const count of [2, 1, 0]) assert.equal(left(await send(messages(1, 'tools/list', {})[0])), count);
  assert.equal((await send(messages(1, 'tools/list', {})[0])).status, 429);
  // A single call gets the failure as its result, which its model can read.
  const single = await send(calls[0]);
  assert.equal(single.status, 200);
  assert.match(JSON.stringify(single.json), /rate_limited/);
});

test('concurrent work is limited, and released when it ends or is aborted', async (t) => {
  const service = await startTestService(t, { WEBDATA_LIMITS: '6000/m,2' });
  const { promise: heldUntil, resolve: release } = Promise.withResolvers<void>();
  const site = await startLoopbackServer(
    '127.0.0.21',
    () => new Map([['/held/*', { body: '<p>At last</p>', heldUntil }]]),
  );
  t.after(() => site.close());
  const scrape = (page: number, signal?: AbortSignal) =>
    service.post('/v1/scrape', { url: site.url(`/held/${page}`) }, signal === undefined ? {} : { signal });
  let refusals = 0;
  const all = [1, 2, 3, 4, 5].map(async (page) => {
    const answer = await scrape(page);
    if (answer.status === 429) refusals += 1;
    return answer;
  });
  await until(() => refusals === 3);
  release();
  const answers = await Promise.all(all);
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  assert.equal(refused?.headers.get('retry-after'), '1');

  const controller = new AbortController();
  const silent = await startLoopbackServer(
    '127.0.0.22',
    () => new Map([['/*', { heldUntil: new Promise(() => {}) }]]),
  );
  t.after(() => silent.close());
  const left = [6, 7].map((page) =>
    service
      .post('/v1/scrape', { url: silent.url(`/${page}`) }, { signal: controller.signal })
      .catch(() => null),
  );
  await until(() => silent.requests('/6') > 0 && silent.requests('/7') > 0);
  assert.equal((await service.get('/v1/account')).status, 429);
  controller.abort();
  await Promise.all(left);
  await until(async () => (await service.get('/v1/account')).status === 200);
});
