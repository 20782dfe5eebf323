import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from './running-service.ts';

const limit = 100_000;
const megabyte = 1024 * 1024;

function createList(count: number): string {
  // Nothing answers there, so that the pages do not finish before the job is cancelled.
  return Array.from({ length: count }, (_, at) => `http://127.0.0.11:9/berth/${at}`).join('\n');
}

test('a list of 100,000 URLs is accepted, counted and cancelled within bounded memory', async (t) => {
  const service = await startTestService(t, { WEBDATA_POLITENESS: '1/60000ms' });
  const send = (list: string) =>
    service.request('POST', '/v1/batches', { raw: list, headers: { 'content-type': 'text/plain' } });
  const refused = await send(createList(limit + 1));
  assert.deepEqual(
    [refused.status, refused.json.errors],
    [422, [{ pointer: '/file', detail: 'has more than 100000 URLs. Split the list into several batches.' }]],
  );
  assert.equal((await service.get('/v1/jobs')).json.total, 0);

  const list = createList(limit);
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 5);
  t.after(() => clearInterval(watch));
  const { status, json } = await send(list);
  clearInterval(watch);
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(json.progress.discovered, limit);
  assert.deepEqual(json.params.list, { lines: limit, urls: limit, duplicates: 0, invalid: 0 });
  assert.ok(json.credits.reserved <= 100, `${json.credits.reserved} credits are reserved`);
  const used = Math.round((peak - before) / megabyte);
  assert.ok(used < 250, `${used} MB for a list of ${Math.round(list.length / megabyte)} MB`);

  const listed = (await service.get('/v1/jobs')).json.jobs[0];
  assert.equal(listed.progress.queued + listed.progress.running + listed.progress.done, limit);
  const cancelled = await service.post(`/v1/jobs/${json.jid}/cancel`, {});
  assert.deepEqual([cancelled.json.status, cancelled.json.progress.queued], ['cancelled', 0]);
  assert.equal(cancelled.json.credits.reserved, 0);
  assert.equal((await service.request('DELETE', `/v1/jobs/${json.jid}`)).status, 200);
});
