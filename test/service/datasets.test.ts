import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { addMs } from '../../src/domain/system/clock.ts';
import { until } from '../until.ts';
import { startChangingShop } from '../world/changing-shop.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { refreshedDataset } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const schema = {
  type: 'object',
  properties: { sku: { type: 'string' }, name: { type: 'string' }, price: { type: 'number' } },
};

const article = (sku: string, price: string) => ({ sku, name: `Lamp ${sku}`, price, stock: true });

test('a dataset of pages is kept up to date', async (t) => {
  const shop = await startChangingShop(['a1', 'b2', 'c3', 'd4', 'e5'].map((sku) => article(sku, '19.90')));
  t.after(() => shop.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  let aheadMs = 0;
  const clock = { now: () => addMs(new Date(), aheadMs) };
  const service = await startTestService(t, {}, { clock });
  const urls = [...shop.articles.keys()].map((sku) => shop.url(sku));
  const source = { kind: 'extract', urls, schema };
  const body = { name: 'Lamps', source, webhook: receiver.url('/changes?token=hush'), country: null };
  const created = await service.post('/v1/datasets', body);
  assert.equal(created.status, 200, JSON.stringify(created.json));
  const { did } = created.json;
  const refresh = async (query = '') => {
    const { json, status } = await service.post(`/v1/datasets/${did}/refresh${query}`, undefined);
    assert.equal(status, 200, JSON.stringify(json));
    return refreshedDataset(service, did);
  };
  const records = async (status: string) => {
    const { json } = await service.get(`/v1/datasets/${did}/records?status=${status}`);
    return json.records.map((record: Json) => record.data.sku);
  };
  const changesSince = async (since: number) =>
    (await service.get(`/v1/datasets/${did}/changes?since=${since}`)).json;

  await t.test('its first refresh starts at once, is charged per page and notifies the webhook', async () => {
    assert.match(did, /^ds_/);
    assert.match(created.json.refreshing, /^job_/);
    assert.equal(created.json.webhook, receiver.url('/changes?token=***'));
    const dataset = await refreshedDataset(service, did);
    assert.deepEqual(
      dataset.counts,
      { active: 5, missing: 0, removed: 0 },
      JSON.stringify(dataset.last_refresh),
    );
    assert.deepEqual(dataset.key, ['url']);
    assert.equal(dataset.last_refresh.complete, true);
    const { json: job } = await service.get(`/v1/jobs/${created.json.refreshing}`);
    assert.deepEqual([job.type, job.status, job.credits.charged], ['dataset_refresh', 'completed', 5]);
    const { json: results } = await service.get(`/v1/jobs/${job.jid}/results`);
    assert.equal(results.results[0].receipt.credits, 5);
    const [message] = await receiver.arrived(1);
    assert.deepEqual(
      [message?.body.type, message?.body.data.added, message?.body.data.did],
      ['dataset.changed', 5, did],
    );
    assert.equal(new URL(message?.body.data.links.changes).search, '?since=0');
    const { json: history } = await service.get('/v1/requests?tool=refresh_dataset');
    assert.equal(history.requests[0].origin, 'job');
  });

  await t.test('changed values are reported once, with a number', async () => {
    shop.articles.set('b2', article('b2', '17.50'));
    const dataset = await refresh();
    assert.equal(dataset.last_refresh.changed, 1);
    const { changes, next_since: next, last_seq: last } = await changesSince(5);
    assert.deepEqual(
      changes.map((change: Json) => [change.seq, change.type, change.fields]),
      [[6, 'changed', { price: { old: 19.9, new: 17.5 } }]],
    );
    assert.deepEqual([next, last], [6, 6]);
    assert.deepEqual((await changesSince(6)).changes, []);
    await refresh();
    assert.deepEqual((await changesSince(6)).changes, []);
  });

  await t.test('a page that fails removes nothing; one that is gone is missing, then removed', async () => {
    shop.weather.set('c3', 'broken');
    shop.weather.set('e5', 'gone');
    let dataset = await refresh();
    assert.equal(dataset.last_refresh.complete, false);
    assert.match(dataset.last_refresh.error.message, /c3/);
    assert.deepEqual(dataset.counts, { active: 5, missing: 0, removed: 0 });
    shop.weather.set('c3', 'fine');
    dataset = await refresh();
    assert.deepEqual(dataset.counts, { active: 4, missing: 1, removed: 0 });
    assert.deepEqual(await records('missing'), ['e5']);
    dataset = await refresh();
    assert.deepEqual(dataset.counts, { active: 4, missing: 0, removed: 1 });
    assert.deepEqual(
      (await changesSince(6)).changes.map((change: Json) => change.type),
      ['removed'],
    );
    shop.weather.set('e5', 'fine');
    dataset = await refresh();
    assert.equal(dataset.last_refresh.returned, 1);
    assert.deepEqual(await records('active'), ['a1', 'b2', 'c3', 'd4', 'e5']);
  });

  await t.test('if most records disappear, the refresh waits for confirmation before it merges', async () => {
    for (const sku of ['a1', 'b2', 'c3']) shop.weather.set(sku, 'gone');
    let dataset = await refresh();
    assert.equal(dataset.last_refresh.status, 'stopped');
    assert.equal(dataset.last_refresh.error.code, 'mass_drop');
    assert.deepEqual(dataset.counts, { active: 5, missing: 0, removed: 0 });
    dataset = await refresh('?accept_drop=true');
    assert.deepEqual(dataset.counts, { active: 2, missing: 3, removed: 0 });
    shop.weather.clear();
    dataset = await refresh();
    assert.deepEqual(dataset.counts, { active: 5, missing: 0, removed: 0 });
  });

  await t.test('its schedule is shown with the next runs, and followed', async () => {
    const cron = { cron: '30 2 * * *', timezone: 'Europe/Berlin' };
    const set = await service.request('PUT', `/v1/datasets/${did}/schedule`, { body: cron });
    assert.equal(set.status, 200, JSON.stringify(set.json));
    assert.deepEqual(set.json.schedule, cron);
    assert.equal(set.json.next_runs.length, 3);
    assert.equal(set.json.next_run_at, set.json.next_runs[0]);
    shop.articles.set('a1', article('a1', '9.99'));
    const before = (await service.get(`/v1/datasets/${did}`)).json.last_refresh.jid;
    aheadMs += 3 * 24 * 3_600_000;
    const dataset = await until(
      async () => (await service.get(`/v1/datasets/${did}`)).json,
      ({ last_refresh: last, refreshing }) => last.jid !== before && refreshing === null,
    );
    assert.equal(dataset.last_refresh.changed, 1);
    assert.ok(Date.parse(dataset.next_run_at) > clock.now().getTime());
    const { json: history } = await service.get('/v1/requests?tool=refresh_dataset&origin=schedule');
    assert.equal(history.requests.length, 1, 'one run makes up for three days');
    const paused = await service.request('PUT', `/v1/datasets/${did}/schedule`, { body: { paused: true } });
    assert.deepEqual([paused.json.schedule, paused.json.next_run_at], [{ paused: true }, null]);
  });

  await t.test('one refresh at a time', async () => {
    const both = await Promise.all(
      [1, 2, 3].map(() => service.post(`/v1/datasets/${did}/refresh`, undefined)),
    );
    assert.equal(new Set(both.map(({ json }) => json.jid)).size, 1);
    await refreshedDataset(service, did);
  });

  await t.test('an export is a consistent snapshot, sent as a file with ranges and a checksum', async () => {
    const made = await service.post(`/v1/datasets/${did}/export`, undefined);
    assert.equal(made.status, 200, JSON.stringify(made.json));
    const { url, bytes, sha256, rows, format, safe, seq } = made.json;
    assert.deepEqual([format, rows, safe], ['csv', 5, true]);
    assert.equal(seq, (await service.get(`/v1/datasets/${did}`)).json.last_seq);
    const path = url.slice(service.url.length);
    const whole = await service.get(path);
    const text: string = whole.json;
    assert.equal(Buffer.byteLength(text), bytes);
    assert.equal(createHash('sha256').update(text).digest('hex'), sha256);
    assert.equal(whole.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.match(
      whole.headers.get('content-disposition') ?? '',
      /^attachment; filename\*=UTF-8''Lamps-\d{4}-\d\d-\d\d\.csv$/,
    );
    const lines = text.split('\r\n');
    assert.deepEqual(lines.slice(0, 2), ['sku,name,price,url', `a1,Lamp a1,9.99,${shop.url('a1')}`]);
    const part = await service.get(path, { headers: { range: 'bytes=0-2', 'if-range': `"${sha256}"` } });
    assert.deepEqual(
      [part.status, part.json, part.headers.get('content-range')],
      [206, 'sku', `bytes 0-2/${bytes}`],
    );
    assert.equal((await service.get(path, { key: null })).status, 401);
    assert.equal((await service.get(`/v1/datasets/${did}/exports/file_none`)).status, 404);
    const accepted = await service.post(`/v1/datasets/${did}/export`, undefined, {
      headers: { accept: 'text/csv' },
    });
    assert.deepEqual([accepted.json, accepted.headers.get('etag')], [text, `"${sha256}"`]);
    const lined = await fetch(`${service.url}/v1/datasets/${did}/export`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        accept: 'application/x-ndjson, text/csv;q=0.5',
      },
      body: JSON.stringify({ fields: ['price', 'sku'], meta: true }),
    });
    const first = JSON.parse((await lined.text()).split('\n')[0] as string);
    assert.deepEqual(Object.keys(first).slice(-2), ['price', 'sku']);
    assert.equal(first._status, 'active');
    for (const other of ['json', 'xlsx', 'parquet']) {
      const { json } = await service.post(`/v1/datasets/${did}/export`, { format: other, status: 'all' });
      assert.deepEqual([json.rows, json.safe, json.notes], [5, null, []]);
    }
    const unknown = await service.post(`/v1/datasets/${did}/export`, { fields: ['sku', 'nope'] });
    assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [422, '/fields/1']);
  });

  await t.test('invalid input is rejected with its pointer', async () => {
    const pointersOf = async (method: string, path: string, bad: unknown) => {
      const { status, json } = await service.request(method, path, { body: bad });
      assert.equal(status, 422, JSON.stringify(json));
      return json.errors.map((fault: Json) => fault.pointer);
    };
    const records = { kind: 'records', records: [] };
    assert.deepEqual(await pointersOf('POST', '/v1/datasets', { name: 'x', source: { kind: 'magic' } }), [
      '/source/kind',
    ]);
    assert.deepEqual(await pointersOf('POST', '/v1/datasets', { name: '', source: records }), ['/name']);
    assert.deepEqual(
      await pointersOf('POST', '/v1/datasets', { name: 'x', source: records, schedule: { every: '1h' } }),
      ['/schedule'],
    );
    assert.deepEqual(
      await pointersOf('POST', '/v1/datasets', { name: 'x', source, schedule: { every: '5s' } }),
      ['/schedule'],
    );
    assert.deepEqual(await pointersOf('PUT', `/v1/datasets/${did}/schedule`, { cron: '61 * * * *' }), [
      '/cron',
    ]);
    assert.deepEqual(await pointersOf('PUT', `/v1/datasets/${did}/schedule`, { every: '1h', paused: true }), [
      '',
    ]);
    assert.deepEqual(await pointersOf('PUT', `/v1/datasets/${did}/schedule`, { every: '10s' }), ['']);
    assert.equal((await service.get('/v1/datasets/ds_none')).status, 404);
    assert.equal((await service.get(`/v1/datasets/${did}/records?status=gone`)).status, 422);
    assert.equal((await service.get(`/v1/datasets/${did}/changes?since=one`)).status, 422);
    // Any number is a position: one before the first change reads from the start.
    const all = (await service.get(`/v1/datasets/${did}/changes`)).json;
    const { status, json } = await service.get(`/v1/datasets/${did}/changes?since=-1`);
    assert.deepEqual([status, json.changes], [200, all.changes]);
  });

  await t.test('is deleted with all its data', async () => {
    const { json } = await service.get('/v1/datasets');
    assert.deepEqual([json.total, json.datasets[0].did], [1, did]);
    assert.equal((await service.request('DELETE', `/v1/datasets/${did}`)).status, 200);
    assert.equal((await service.get(`/v1/datasets/${did}/records`)).status, 404);
    assert.equal((await service.request('DELETE', `/v1/datasets/${did}`)).status, 404);
    const left = await service.pool.query(
      'select (select count(*) from dataset_records) + (select count(*) from dataset_changes) + (select count(*) from schedules) as left',
    );
    assert.equal(left.rows[0].left, 0);
  });

  await t.test('given records create a dataset at once', async () => {
    const given = [
      { id: 2, title: 'two' },
      { id: 1, title: 'one', extra: [1] },
    ];
    const made = await service.post('/v1/datasets', {
      name: 'Given',
      source: { kind: 'records', records: given },
    });
    assert.deepEqual(made.json.counts, { active: 2, missing: 0, removed: 0 });
    assert.deepEqual([made.json.key, made.json.fields], [['id'], ['id', 'title', 'extra']]);
    const page = await service.get(`/v1/datasets/${made.json.did}/records?limit=1`);
    assert.deepEqual([page.json.records[0].data, page.json.total, page.json.next_offset], [given[0], 2, 1]);
    assert.equal((await service.post(`/v1/datasets/${made.json.did}/refresh`, undefined)).status, 409);
    const schedule = await service.request('PUT', `/v1/datasets/${made.json.did}/schedule`, {
      body: { every: '1h' },
    });
    assert.equal(schedule.status, 409);
  });
});

test('a dataset of a listing is collected once and then refreshed by its recipe', async (t) => {
  const skus = Array.from({ length: 20 }, (_, index) => `lamp-${index + 10}`);
  const shop = await startChangingShop(skus.map((sku, index) => article(sku, `${index + 10}.50`)));
  t.after(() => shop.close());
  const service = await startTestService(t);
  const source = { kind: 'collect', url: shop.listing, fields: ['name', 'sku', 'price', 'link'] };
  const created = await service.post('/v1/datasets', { name: 'Listing', source });
  assert.equal(created.status, 200, JSON.stringify(created.json));
  const { did } = created.json;
  const refresh = async () => {
    await service.post(`/v1/datasets/${did}/refresh`, undefined);
    return refreshedDataset(service, did);
  };
  let dataset = await refreshedDataset(service, did);
  assert.deepEqual(
    dataset.counts,
    { active: 20, missing: 0, removed: 0 },
    JSON.stringify(dataset.last_refresh),
  );
  assert.deepEqual([dataset.key, dataset.last_refresh.complete], [['link'], true]);
  assert.deepEqual(dataset.fields, source.fields);
  shop.articles.set('lamp-12', article('lamp-12', '99.00'));
  shop.articles.delete('lamp-29');
  dataset = await refresh();
  const { changed, missing, complete } = dataset.last_refresh;
  assert.deepEqual([changed, missing, complete], [1, 1, true], JSON.stringify(dataset.last_refresh));
  for (const trouble of ['broken', 'empty'] as const) {
    shop.weather.set('list', trouble);
    dataset = await refresh();
    assert.equal(dataset.last_refresh.status, 'failed', trouble);
    assert.deepEqual(dataset.counts, { active: 19, missing: 1, removed: 0 }, trouble);
  }
  shop.weather.clear();
  const { json: recipes } = await service.get('/v1/recipes');
  assert.equal(recipes.recipes.length, 1, 'found out once');
  const again = await service.post('/v1/datasets', {
    name: 'By recipe',
    key: ['sku'],
    source: { kind: 'recipe', rid: recipes.recipes[0].rid, limit: 5 },
  });
  const bounded = await refreshedDataset(service, again.json.did);
  assert.deepEqual([bounded.counts.active, bounded.last_refresh.complete], [5, false]);
  const unknown = await service.post('/v1/datasets', {
    name: 'x',
    source: { kind: 'recipe', rid: 'rcp_none' },
  });
  assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [422, '/source/rid']);
});
