import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSlowSite } from '../world/slow-site.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

const start = Date.parse('2026-10-05T12:00:00.000Z');
const dayMs = 24 * 3_600_000;

test('a POST with an Idempotency-Key takes effect once', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  let now = start;
  const service = await startTestService(t, {}, { clock: { now: () => new Date(now) } });
  const named = (name: string) => ({ headers: { 'idempotency-key': name } });
  const charged = async () =>
    (await service.get('/v1/usage?from=2026-10-01&to=2026-10-31')).json.total.credits;
  const url = world.site.url('/');

  await t.test('a scrape is charged once, and its response is repeated byte for byte', async () => {
    const first = await service.post('/v1/scrape', { url }, named('one'));
    const again = await service.post('/v1/scrape', { url }, { headers: { 'x-idempotency-key': 'one' } });
    assert.deepEqual([first.status, again.status], [200, 200]);
    assert.deepEqual(again.json, first.json);
    assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'));
    assert.equal(await charged(), 1);
    const { credits } = (await service.get(`/v1/requests/${again.headers.get('x-request-id')}`)).json;
    assert.notEqual(credits, 1);
  });

  await t.test('a long response is repeated too', async () => {
    const body = { url: world.site.url('/long/200k'), formats: ['markdown', 'raw_html', 'links'] };
    const first = await service.post('/v1/scrape', body, named('long'));
    const again = await service.post('/v1/scrape', body, named('long'));
    assert.ok(JSON.stringify(first.json).length > 100_000);
    assert.deepEqual(again.json, first.json);
  });

  await t.test('another body is a conflict; another path, key or account is not', async () => {
    const other = await service.post('/v1/scrape', { url, formats: ['links'] }, named('one'));
    assert.deepEqual([other.status, other.json.code], [409, 'conflict']);
    assert.equal((await service.post('/v1/map', { url }, named('one'))).status, 200);
    const stranger = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 9 })).json;
    const theirs = await service.post(
      '/v1/scrape',
      { url, formats: ['links'] },
      { ...named('one'), key: stranger.key },
    );
    assert.equal(theirs.status, 200);
    const bad = await service.post('/v1/scrape', { url }, named('x'.repeat(256)));
    assert.equal(bad.status, 422);
  });

  await t.test('a crawl is one job', async () => {
    const first = await service.post('/v1/crawl', { url, limit: 1 }, named('crawl'));
    const again = await service.post('/v1/crawl', { url, limit: 1 }, named('crawl'));
    assert.deepEqual(again.json, first.json);
    assert.equal((await service.get('/v1/jobs')).json.total, 1);
  });

  await t.test('secrets are shown once', async () => {
    const first = (await service.post('/v1/keys', { name: 'k' }, named('key'))).json;
    const again = (await service.post('/v1/keys', { name: 'k' }, named('key'))).json;
    assert.deepEqual(again, { ...first, key: null });
    const kept = await service.pool.query('select answer from idempotency');
    for (const { answer } of kept.rows) assert.equal(String(answer).includes(first.key), false);
    const secret = (await service.post('/v1/webhooks/secret/rotate', {}, named('rotate'))).json;
    const rotated = (await service.post('/v1/webhooks/secret/rotate', {}, named('rotate'))).json;
    assert.match(secret.secret, /^whsec_/);
    assert.deepEqual(rotated, { ...secret, secret: null });
  });

  await t.test('a key that is too long is rejected, also with dry_run', async () => {
    for (const path of ['/v1/scrape', '/v1/scrape?dry_run=true']) {
      const answer = await service.post(path, { url }, named('k'.repeat(256)));
      assert.deepEqual([answer.status, answer.json.code], [422, 'invalid'], path);
    }
  });

  await t.test('failed requests are not stored', async () => {
    const invalid = await service.post(
      '/v1/keys',
      { name: 'late', expires_at: '2020-01-01T00:00:00Z' },
      named('bad'),
    );
    assert.equal(invalid.status, 422);
    assert.equal((await service.post('/v1/keys', { name: 'late' }, named('bad'))).status, 200);
  });

  await t.test('a key can be used again after one day', async () => {
    now = start + dayMs;
    const { sweepIdempotency } = await import('../../src/account/requests/idempotency.ts');
    const again = await service.post('/v1/scrape', { url, formats: ['links'] }, named('one'));
    assert.equal(again.status, 200);
    assert.ok((await sweepIdempotency(service.database, new Date(now))) > 0);
    const left = await service.pool.query(
      'select key from idempotency where account_id = (select account_id from accounts where name = $1)',
      ['default'],
    );
    assert.deepEqual(left.rows, [{ key: 'one' }]);
  });
});

test('of many concurrent requests with one key, one runs', async (t) => {
  const service = await startTestService(t);
  const site = await startSlowSite({ pages: 10, delayMs: { from: 200, to: 300 } });
  t.after(() => site.close());
  const headers = { 'idempotency-key': 'same' };
  const body = { url: site.url(site.pages.at(1)?.path ?? '/') };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.post('/v1/scrape', body, { headers })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)]);
  assert.deepEqual((await service.get('/v1/usage')).json.total, { credits: 1, pages: 1 });
});

test('a run that a crash interrupted blocks its key only for its lease, and an overtaken run changes nothing', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  let now = start;
  const service = await startTestService(t, {}, { clock: { now: () => new Date(now) } });
  const { account_id: accountId } = (await service.get('/v1/account')).json;
  const { claimKey, storeIdempotentResponse } = await import('../../src/account/requests/idempotency.ts');
  const { createIdempotentRequest } = await import('../../src/operations/call-path/idempotency.ts');
  const { declareOperations } = await import('../../src/app/operations/operations.ts');
  const scrape = declareOperations().find(({ name }) => name === 'scrape');
  assert.ok(scrape);
  const body = { url: world.site.url('/') };
  const input = { path: {}, query: {}, body };
  const dead = createIdempotentRequest(scrape, input, { accountId, requestId: 'req_dead', key: 'k' });
  assert.deepEqual(await claimKey(service.database, dead, new Date(now)), { kind: 'first' });
  const headers = { 'idempotency-key': 'k' };
  assert.equal((await service.post('/v1/scrape', body, { headers })).status, 409);
  now += 3 * 60_000;
  assert.equal((await service.post('/v1/scrape', body, { headers })).status, 200);
  await assert.rejects(
    service.database
      .transaction()
      .execute((transaction) =>
        storeIdempotentResponse(transaction, { accountId, requestId: 'req_dead', text: '{}', ref: null }),
      ),
    /another run/,
  );
  assert.equal((await service.get('/v1/usage?to=2026-10-05')).json.total.credits, 1);
});
