import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

/** Returns the samples of Prometheus' text format, by name and labels as written. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('metrics show the work of the process to an operator, without input of callers', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const secret = 'https://user:hunter2@example.com/?token=verysecret';
  await service.post('/v1/scrape', { urls: [world.site.url('/'), world.site.url('/status/404'), secret] });
  await service.post('/v1/scrape', { url: 5 });
  await service.get('/v1/nothing-of-the-kind');
  const { jid } = (await service.post('/v1/crawl', { url: world.site.url('/'), limit: 3 })).json;
  await service.get(`/v1/jobs/${jid}/events`);

  const { status, headers, json } = await service.get('/metrics');
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const samples = samplesOf(json);
  const requests = (labels: string) => samples.get(`webdata_request_duration_seconds_count{${labels}}`);
  assert.equal(requests('tool="scrape",origin="http",status="ok"'), 1);
  assert.equal(requests('tool="scrape",origin="http",status="invalid"'), 1);
  assert.equal(samples.get('webdata_request_credits_total{tool="scrape"}'), 2);
  assert.equal(samples.get('webdata_pages_total{status="not_found",route="http"}'), 1);
  assert.equal(samples.get('webdata_pages_total{status="invalid",route="none"}'), 1);
  // One page of the request, three of the crawl.
  assert.equal(samples.get('webdata_pages_total{status="ok",route="http"}'), 4);
  assert.equal(samples.get('webdata_http_answers_total{status="404"}'), 1);
  assert.equal(samples.get('webdata_browsers'), 0);
  for (const name of [
    'webdata_database_connections{state="idle"}',
    'webdata_content_threads{state="waiting"}',
  ])
    assert.ok(samples.has(name), name);
  assert.ok((samples.get('process_resident_memory_bytes') ?? 0) > 0);
  assert.ok((samples.get('webdata_disk_free_bytes') ?? 0) > 0);
  for (const secretive of ['hunter2', 'verysecret', service.key, 'nothing-of-the-kind', '127.0.0.11'])
    assert.equal(json.includes(secretive), false, secretive);

  const { key } = (await service.post('/v1/keys', { name: 'k', scopes: ['read', 'write', 'admin'] })).json;
  assert.equal((await service.get('/metrics', { key })).status, 403);
  assert.equal((await service.get('/metrics', { key: null })).status, 401);
});

test('a process with workers only has metrics as well', async (t) => {
  const server = await startTestService(t);
  const worker = await startTestService(t, {
    WEBDATA_ROLE: 'worker',
    DATABASE_URL: server.connectionString,
  });
  const { status, json } = await worker.get('/metrics');
  assert.equal(status, 200, json.detail);
  assert.ok(json.includes('webdata_content_threads{state="waiting"} 0'));
  assert.equal((await worker.get('/metrics', { key: null })).status, 401);
  assert.equal((await worker.get('/livez', { key: null })).status, 200);
});

test('blocks of the main thread are counted', async (t) => {
  const watchdog = { tickMs: 50, warnAfterMs: 1_000, endAfterMs: 3_600_000 };
  const service = await startTestService(t, {}, { watchdog });
  const name = 'webdata_main_thread_blocks_total';
  const before = (await service.get('/metrics')).json as string;
  assert.match(before, new RegExp(`^# TYPE ${name} counter$`, 'm'));
  const first = samplesOf(before).get(name) ?? Number.NaN;
  // The main thread of the service is that of this test; the first blocks may come before the watchdog has started.
  await until(
    async () => {
      for (const end = performance.now() + 2_000; performance.now() < end; );
      return samplesOf((await service.get('/metrics')).json).get(name) ?? 0;
    },
    (count) => count > first,
  );
});
