import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { startChangingSite } from '../world/changing-site.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { pagesAbout, searchKey, startSearchServer } from '../world/search-server.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

test('the results of a search are watched', async (t) => {
  const searxng = await startSearchServer('searxng', pagesAbout('anchor', 5));
  t.after(() => searxng.close());
  const brave = await startSearchServer('brave', pagesAbout('anchor', 5));
  t.after(() => brave.close());
  const service = await startTestService(t, {
    WEBDATA_SEARCH: `searxng=${searxng.url},brave=${searchKey}@${brave.url}`,
  });
  const mid = await watch(service, { watch: { kind: 'search', query: 'anchor', limit: 10 } });

  await t.test('a new result is a change, another order is none', async () => {
    searxng.know(pagesAbout('anchor', 5).toReversed());
    const same = await check(service, mid);
    assert.deepEqual(
      [same.state, same.credits, same.receipt.charges],
      ['same', 1, [{ item: 'search', credits: 1 }]],
    );
    searxng.know(pagesAbout('anchor', 6));
    const changed = await check(service, mid);
    assert.equal(changed.state, 'changed');
    assert.deepEqual(changed.diff.fields, {
      '/https:~1~1news.example.org~1anchor-6': { old: null, new: 'anchor 6' },
    });
  });

  await t.test('results of another provider are not compared, and no error is a change', async () => {
    searxng.behave('drop');
    const { state, error } = await check(service, mid);
    assert.deepEqual([state, error.code], ['error', 'provider_changed']);
    brave.behave('drop');
    assert.equal((await check(service, mid)).error.code, 'unavailable');
    searxng.behave('none');
    assert.equal((await check(service, mid)).state, 'same');
  });
});

test('the records of a workflow are watched', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  let ship = 'The Gull';
  const site = await startLoopbackServer(
    '127.0.0.23',
    () =>
      new Map<string, Route>([
        [
          '/ships',
          () => ({ body: `<title>Ships</title><main><h1>${ship}</h1><p>It lies at the quay.</p></main>` }),
        ],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const schema = { type: 'object', properties: { heading: { type: 'string' } } };
  const steps = [
    { type: 'goto', url: site.url('/ships') },
    { type: 'extract', schema },
  ];
  const { id } = (await service.post('/v1/workflows', { name: 'ships', steps })).json;
  const run = async () => {
    const { run_id: runId } = (await service.post(`/v1/workflows/${id}/runs`, {})).json;
    const ended = await until(
      async () => (await service.get(`/v1/runs/${runId}`)).json,
      ({ status }) => !['queued', 'running'].includes(status),
    );
    assert.equal(ended.status, 'completed', JSON.stringify(ended.error));
  };

  const mid = await watch(service, { watch: { kind: 'workflow', id } });
  const first = (await service.get(`/v1/monitors/${mid}`)).json;
  assert.equal(first.latest_check.state, 'error');
  assert.match(first.latest_check.summary, /No run of the workflow has completed yet/);
  await run();
  assert.equal((await check(service, mid)).state, 'new');
  assert.equal((await check(service, mid)).state, 'same');
  ship = 'The Heron';
  await run();
  const changed = await check(service, mid);
  assert.deepEqual([changed.state, changed.credits], ['changed', 0]);
  assert.equal(changed.summary, '0.heading: The Gull → The Heron');
  await service.request('DELETE', `/v1/workflows/${id}`);
  assert.equal((await check(service, mid)).error.code, 'not_found');
});

test('monitors with a tag are listed together and share a feed', async (t) => {
  const site = await startChangingSite('127.0.0.23');
  t.after(() => site.close());
  const service = await startTestService(t);
  const mids: string[] = [];
  for (const [path, tags] of [
    ['/brass', ['lamps', 'brass & co']],
    ['/oil', ['lamps']],
    ['/rope', ['ropes']],
  ] as const) {
    site.page(path).isNoisy = false;
    const body = { name: `Lamp ${path.slice(1)}`, url: site.url(path), tags, confirm: 0 };
    mids.push(await watch(service, body));
  }
  const odd = await service.post('/v1/monitors', { url: site.url('/odd'), tags: ['a\u0000b'] });
  assert.equal(odd.json.errors[0].pointer, '/tags/0');
  const listed = async (tag: string) => {
    const { status, json } = await service.get(`/v1/monitors?tag=${encodeURIComponent(tag)}`);
    assert.equal(status, 200, JSON.stringify(json));
    return json.monitors.map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await listed('lamps'), ['Lamp oil', 'Lamp brass']);
  assert.deepEqual(await listed('brass & co'), ['Lamp brass']);
  assert.deepEqual(await listed('lamp'), []);

  const feed = async (tag: string | null) => {
    const query = tag === null ? '' : `?tag=${encodeURIComponent(tag)}`;
    const { status, json, headers } = await service.get(`/v1/monitors/feed${query}`);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/atom\+xml/);
    return [...String(json).matchAll(/<entry>[\s\S]*?<title>([^<]*)<\/title>/g)].map(([, title]) => title);
  };
  assert.deepEqual(await feed('lamps'), []);
  for (const [path, price] of [
    ['/brass', '41'],
    ['/rope', '42'],
    ['/oil', '43'],
  ] as const) {
    site.page(path).price = `€ ${price}.00`;
    await check(service, mids[['/brass', '/oil', '/rope'].indexOf(path)] as string);
  }
  assert.deepEqual(await feed('lamps'), [
    'Lamp oil: “€ 40.00” → “€ 43.00”',
    'Lamp brass: “€ 40.00” → “€ 41.00”',
  ]);
  assert.deepEqual(await feed('brass & co'), ['Lamp brass: “€ 40.00” → “€ 41.00”']);

  assert.equal((await feed(null)).length, 3);
  const { monitors } = (await service.get('/v1/monitors?tag=ropes')).json;
  const { check: number, state, summary } = monitors[0].latest_check;
  assert.deepEqual([number, state, summary], [2, 'changed', '“€ 40.00” → “€ 42.00”']);
  await service.request('PATCH', `/v1/monitors/${mids[2]}`, { body: { tags: ['lamps'] } });
  assert.equal((await feed('lamps')).length, 3);
});
