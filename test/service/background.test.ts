import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startWorld } from '../world/world.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

test('an operation in the background', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const credits = async () => (await service.get('/v1/account')).json.credits.plan as number;
  const urls = [world.site.url('/'), world.site.url('/missing')];

  await t.test('returns a job whose single result equals the response of the direct call', async () => {
    const before = await credits();
    const started = await service.post('/v1/scrape?async=true', { urls });
    assert.equal(started.status, 200, JSON.stringify(started.json));
    assert.equal(started.json.type, 'scrape');
    const job = await endedJob(service, started.json.jid);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    assert.equal(job.progress.done, 1);
    const { json } = await service.get(`/v1/jobs/${job.jid}/results`);
    const [{ receipt, results }] = json.results;
    assert.equal(json.total, 1);
    assert.deepEqual(
      results.map((page: Json) => page.status),
      ['ok', 'not_found'],
    );
    assert.ok(results[0].markdown.length > 50);
    const { keys } = (await service.get('/.well-known/jwks.json')).json;
    for (const one of [receipt, ...results.map((page: Json) => page.receipt)]) {
      assert.equal(verifyReceipt(one, keys).valid, true);
    }
    assert.equal(job.credits.charged, receipt.credits);
    assert.equal(job.credits.reserved, 0);
    assert.equal(before - (await credits()), receipt.credits);
    const { json: billing } = await service.get('/v1/billing/ledger?limit=1');
    assert.equal(billing.ledger[0].job, job.jid);
    const { json: history } = await service.get('/v1/requests?tool=scrape&origin=job');
    assert.equal(history.requests[0].credits, receipt.credits);
  });

  await t.test('runs once per Idempotency-Key', async () => {
    const headers = { headers: { 'idempotency-key': 'in the background' } };
    const first = await service.post('/v1/scrape?async=true', { urls }, headers);
    const again = await service.post('/v1/scrape?async=true', { urls }, headers);
    assert.equal(again.json.jid, first.json.jid);
    await endedJob(service, first.json.jid);
  });

  await t.test('an operation that fails is a failed job with the reason, and costs nothing', async () => {
    const before = await credits();
    const started = await service.post('/v1/archive?async=true', {
      action: 'get',
      url: 'https://example.com/',
    });
    const job = await endedJob(service, started.json.jid);
    const direct = await service.post('/v1/archive', { action: 'get', url: 'https://example.com/' });
    if (direct.status === 200) assert.equal(job.status, 'completed');
    else assert.deepEqual([job.status, job.error.code], ['failed', direct.json.code]);
    assert.equal(await credits(), before);
  });

  await t.test('invalid input is rejected at once, like in the direct call', async () => {
    const refused = await service.post('/v1/scrape?async=true', { urls: [] });
    assert.equal(refused.status, 422);
  });

  await t.test('can be cancelled and then costs nothing', async (t) => {
    const answer = { heldUntil: new Promise(() => {}) };
    const slow = await startLoopbackServer('127.0.0.20', () => new Map([['/', answer]]));
    t.after(() => slow.close());
    const before = await credits();
    const started = await service.post('/v1/scrape?async=true', { url: slow.url('/') });
    await until(() => slow.requests('/') > 0);
    const cancelled = await service.post(`/v1/jobs/${started.json.jid}/cancel`, {});
    assert.equal(cancelled.status, 200);
    const job = await endedJob(service, started.json.jid);
    assert.equal(job.status, 'cancelled');
    assert.equal(job.credits.charged, 0);
    assert.equal(await credits(), before);
  });
});
