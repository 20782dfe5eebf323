import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorld } from '../world/world.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

test('usage by day, tool, route and country adds up to the ledger', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  let now = Date.parse('2026-10-05T23:59:00.000Z');
  const service = await startTestService(t, {}, { clock: { now: () => new Date(now) } });
  const urls = ['/', '/status/404', '/?again'].map((path) => world.site.url(path));
  await service.post('/v1/scrape', { urls: [...urls, 'not an address'] });
  await service.post('/v1/map', { url: world.site.url('/') });
  now += 120_000;
  await service.post('/v1/scrape', { url: world.site.url('/') });
  const { jid } = (await service.post('/v1/crawl', { url: world.site.url('/'), limit: 1 })).json;
  await endedJob(service, jid);

  const usage = (await service.get('/v1/usage')).json;
  assert.deepEqual([usage.from, usage.to], ['2026-09-07', '2026-10-06']);
  assert.deepEqual(usage.total, { credits: 6, pages: 5 });
  assert.deepEqual(usage.by_day, [
    { day: '2026-10-05', credits: 4, pages: 3 },
    { day: '2026-10-06', credits: 2, pages: 2 },
  ]);
  const byTool = Object.fromEntries(
    usage.by_tool.map((row: { tool: string; credits: number }) => [row.tool, row.credits]),
  );
  assert.deepEqual(byTool, { scrape: 4, map: 1, crawl: 1 });
  for (const part of [usage.by_day, usage.by_tool, usage.by_route, usage.by_country]) {
    assert.equal(
      part.reduce((sum: number, row: { credits: number }) => sum + row.credits, 0),
      6,
    );
  }
  const http = usage.by_route.find((row: { route: string | null }) => row.route === 'http');
  assert.equal(http.credits, 6, 'pages of jobs have a route as well');

  const { ledger } = (await service.get('/v1/billing/ledger')).json;
  const charged = ledger.filter((row: { kind: string }) => row.kind === 'charge');
  assert.equal(
    charged.reduce((sum: number, row: { credits: number }) => sum + row.credits, 0),
    -6,
  );

  const oneDay = (await service.get('/v1/usage?from=2026-10-05&to=2026-10-05')).json;
  assert.deepEqual(oneDay.total, { credits: 4, pages: 3 });
  for (const query of ['from=2026-10-07', 'from=2020-01-01', 'from=yesterday', 'since=1']) {
    assert.equal((await service.get(`/v1/usage?${query}`)).status, 422, query);
  }
});

test('a dry run returns the maximum cost and does nothing', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const url = world.site.url('/');
  const one = await service.post('/v1/scrape?dry_run=true', { urls: [url, url, url] });
  assert.deepEqual([one.status, one.json.estimate.min, one.json.estimate.max], [200, 0, 3]);
  assert.equal(one.json.estimate.lines[0].quantity, 3);
  const crawl = await service.post('/v1/crawl?dry_run=true', { url, limit: 70 });
  assert.deepEqual([crawl.json.estimate.max, Object.keys(crawl.json)], [70, ['estimate']]);
  assert.equal((await service.get('/v1/jobs')).json.total, 0);
  assert.deepEqual((await service.get('/v1/usage')).json.total, { credits: 0, pages: 0 });
  const wrong = await service.post('/v1/scrape?dry_run=maybe', { url });
  assert.deepEqual([wrong.status, wrong.json.errors[0].pointer], [422, '/query/dry_run']);
  assert.equal((await service.post('/v1/scrape?dry_run=true', { url: 5 })).status, 422);
  assert.equal((await service.post('/v1/map?dry_run=true', { url })).status, 422);
});
