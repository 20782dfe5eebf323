import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

test('the request history', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const page = (
    await service.post('/v1/scrape', {
      url: world.site.url('/'),
      headers: { authorization: 'Bearer very-secret' },
    })
  ).json;
  const rid = page.receipt.request_id;
  await service.post('/v1/scrape', { url: world.site.url('/status/404') });
  await service.post('/v1/scrape', { url: 7 });

  await t.test('an entry contains the masked input and the receipt', async () => {
    const { json } = await service.get(`/v1/requests/${rid}`);
    assert.equal(json.tool, 'scrape');
    assert.equal(json.origin, 'http');
    assert.equal(json.status, 'ok');
    assert.equal(json.credits, 1);
    assert.equal(json.params.url, world.site.url('/'));
    assert.deepEqual(json.receipt, page.receipt);
    assert.equal(JSON.stringify(json).includes('very-secret'), false);
  });

  await t.test('filters and pages entries', async () => {
    const list = async (query: string) => (await service.get(`/v1/requests?tool=scrape${query}`)).json;
    // Free requests are written with a delay.
    await until(
      () => list(''),
      ({ requests }) => requests.length >= 3,
    );
    const statuses = (await list('')).requests.map((entry: { status: string }) => entry.status);
    assert.deepEqual(statuses, ['invalid', 'not_found', 'ok']);
    assert.equal((await list('&status=ok')).requests[0].rid, rid);
    assert.equal((await list('&q=status%2F404')).requests.length, 1);
    assert.equal((await list('&origin=mcp')).requests.length, 0);
    const first = await list('&limit=1');
    const second = await list(`&limit=1&before=${first.next_before}`);
    assert.deepEqual([first.requests[0].status, second.requests[0].status], ['invalid', 'not_found']);
    assert.equal((await service.get('/v1/requests/req_none')).status, 404);
  });
});

test('an account with limited credits runs out, and the page result states it', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, { WEBDATA_UNLIMITED: 'false', WEBDATA_PLAN_CREDITS: '3' });
  const urls = Array.from({ length: 5 }, (_, index) => world.site.url(`/?page=${index}`));
  const { results, receipt } = (await service.post('/v1/scrape', { urls })).json;
  const outcomes = results.map(
    (page: { status: string; error?: { code: string } }) => page.error?.code ?? page.status,
  );
  assert.deepEqual(outcomes, ['ok', 'ok', 'ok', 'account_credits', 'account_credits']);
  assert.equal(receipt.credits, 3);
  const { credits } = (await service.get('/v1/account')).json;
  assert.deepEqual(credits, { plan: 0, top_up: 0, reserved: 0, available: 0 });
  const { json, status } = await service.post('/v1/scrape', { url: world.site.url('/') });
  assert.deepEqual([status, json.status, json.error.code], [200, 'budget_exhausted', 'account_credits']);
});

test('a key allows what its scopes permit and nothing else', async (t) => {
  const service = await startTestService(t);
  const { createKey } = await import('../../src/account/accounts/keys.ts');
  const { account_id: accountId } = (await service.get('/v1/account')).json;
  const reader = await createKey(
    service.database,
    { accountId, name: 'reader', scopes: ['read'] },
    new Date(),
  );
  assert.equal((await service.get('/v1/account', { key: reader.token })).status, 200);
  const refused = await service.post('/v1/scrape', { url: 'http://127.0.0.11/' }, { key: reader.token });
  assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden']);
});
