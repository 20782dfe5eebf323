import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyReceipt } from '../../src/domain/signature.ts';
import { startWorld } from '../world/world.ts';
import { startTestService, type TestService } from './running-service.ts';

async function untilEnded(service: TestService, jid: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    const { json } = await service.get(`/v1/jobs/${jid}`);
    if (!['queued', 'running'].includes(json.status)) return json;
    await pause(50);
  }
  throw new Error('the job did not end');
}

test('crawling', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);

  await t.test('reads a site and delivers each page once', async () => {
    const started = await service.post('/v1/crawl', { url: world.site.url('/'), limit: 30 });
    assert.equal(started.status, 200, JSON.stringify(started.json));
    assert.equal(started.json.status, 'queued');
    const job = await untilEnded(service, started.json.jid);
    assert.equal(job.status, 'completed', JSON.stringify(job));
    const { json } = await service.get(`/v1/jobs/${job.jid}/results?limit=100`);
    assert.equal(json.total, 30);
    assert.equal(new Set(json.results.map((page: { final_url: string }) => page.final_url)).size, 30);
    const { keys } = (await service.get('/.well-known/jwks.json')).json;
    for (const page of json.results) assert.equal(verifyReceipt(page.receipt, keys).valid, true);
  });
});
