import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RobotsReport } from '../../src/domain/resources/receipt.ts';
import { newFetchProgress } from '../../src/fetching/fetch-progress.ts';
import { createFailedPage } from '../../src/fetching/fetched-page.ts';
import { createProvidedPageCommand } from '../../src/operations/schemas/page-options.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

test('POST /v1/receipts/verify', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { receipt } = (await service.post('/v1/scrape', { url: world.site.url('/') })).json;
  const verify = (body: object) => service.post('/v1/receipts/verify', body);

  await t.test('accepts a receipt of this service', async () => {
    const { status, json } = await verify({ receipt });
    assert.equal(status, 200);
    assert.equal(json.id, receipt.id);
    assert.equal(json.valid, true);
    assert.equal(typeof json.kid, 'string');
    assert.equal(json.reason, null);
  });

  await t.test('rejects a receipt with a changed, an added or a missing field', async () => {
    const { url: _url, ...withoutUrl } = receipt;
    for (const changed of [{ ...receipt, credits: 0 }, { ...receipt, note: 'paid' }, withoutUrl]) {
      const { json } = await verify({ receipt: changed });
      assert.deepEqual([json.valid, json.kid], [false, null]);
      assert.match(json.reason, /signature/);
    }
  });

  await t.test('rejects a body without a receipt', async () => {
    const { status, json } = await verify({});
    assert.equal(status, 422);
    assert.equal(json.errors[0].pointer, '/receipt');
  });
});

test('an observation does not change after it was signed', () => {
  const now = new Date();
  const command = createProvidedPageCommand('https://quayside.example/', { maxLength: 1_000, json: null });
  const attempt = {
    route: 'http' as const,
    exit_country: null,
    outcome: 'reset' as const,
    status_code: null,
    ms: 5,
    bytes: 10,
  };
  const attempts = [attempt];
  const robots: RobotsReport = { policy: 'ignore', verdict: 'unknown' };
  const progress = { ...newFetchProgress(command, 'acct_test', now), attempts, robots };
  const { observation } = createFailedPage(progress, { code: 'reset', message: 'Reset.' }, now);
  const before = structuredClone(observation);
  // A robots.txt that the page does not wait for answers later.
  robots.verdict = 'allowed';
  attempt.bytes = 99;
  attempts.push(attempt);
  assert.deepEqual(observation, before);
});
