import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { json, type ListingSite, pageAround, productsOf } from '../world/listings/listing-site.ts';
import { recordsOf, startListings } from '../world/listings/listing-world.ts';
import { bareApi, cards, staticListings } from '../world/listings/static-listings.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startModelServer } from '../world/model-server.ts';
import { startTestService } from './running-service.ts';

const all = { limit: 2_000, max_pages: 50 };

/** Rounds times to minutes: a feed states seconds, the database here only minutes. */
function reported(site: ListingSite, records: Record<string, unknown>[]): Record<string, unknown>[] {
  if (site.name !== 'feed') return records;
  return records.map((record) => ({ ...record, published: String(record.published).slice(0, 16) }));
}

test('collecting', async (t) => {
  const sites = staticListings();
  const server = await startListings(sites);
  t.after(() => server.close());
  const service = await startTestService(t);

  await t.test(
    'reads all records and values of every listing without scripts, and the same again by the recipe',
    async (t) => {
      for (const site of sites) {
        await t.test(site.name, async () => {
          const body = { url: server.url(site.path), fields: site.fields, ...all };
          const { status, json: answer } = await service.post('/v1/collect', body);
          assert.equal(status, 200, JSON.stringify(answer));
          const wanted = recordsOf(site, server.origin);
          assert.deepEqual(reported(site, answer.records), wanted);
          const pages = Math.ceil(wanted.length / site.size);
          const { source, complete, receipt } = answer;
          assert.deepEqual(
            [source.kind, complete, answer.pages, receipt.credits],
            [site.source, true, pages, pages],
          );
          assert.equal(receipt.pages.length, pages);
          server.reset();
          const run = (await service.post(`/v1/recipes/${answer.rid}/run`, all)).json;
          assert.deepEqual(run.records, answer.records);
          assert.deepEqual([run.complete, run.model_calls, run.receipt.credits], [true, 0, pages]);
          const requested = server.received().filter(({ path }) => path !== '/robots.txt').length;
          assert.equal(requested, pages);
          const tested = (await service.post(`/v1/recipes/${answer.rid}/test`, {})).json;
          assert.deepEqual([tested.ok, tested.receipt.credits], [true, 1], JSON.stringify(tested.checks));
        });
      }
      const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
      const { recipes, total } = (await service.get('/v1/recipes?limit=5')).json;
      assert.deepEqual([recipes.length, total], [5, sites.length]);
      assert.deepEqual(recipes[0].health, { runs: 1, ok: 1, last_error: null });
      const again = (
        await service.post('/v1/collect', { url: server.url('/cards'), fields: ['name'], limit: 3 })
      ).json;
      assert.equal(verifyReceipt(again.receipt, keys).valid, true);
    },
  );

  await t.test('reports missing fields and unseen records, and where to continue', async () => {
    const collect = async (body: object) => (await service.post('/v1/collect', body)).json;
    const url = server.url('/cards');

    const missing = await collect({ url, fields: ['name', 'blood type'], limit: 5 });
    assert.deepEqual(Object.keys(missing.records[0]), ['name', 'blood type']);
    assert.equal(missing.records[0]['blood type'], null);
    assert.equal(missing.fields['blood type'].path, null);
    assert.ok(missing.warnings.some((w: { code: string }) => w.code === 'fields_not_found'));
    assert.equal(missing.complete, false);

    const unseen = await collect({
      url: server.url('/next'),
      fields: ['product title', 'warehouse'],
      max_pages: 1,
    });
    assert.ok(unseen.unverified.includes('/0/warehouse'), JSON.stringify(unseen.unverified));
    assert.ok(!unseen.unverified.includes('/0/product title'));
    assert.deepEqual([unseen.fields.warehouse.verified, unseen.complete, unseen.pages], [0, false, 1]);

    const wanted = recordsOf(cards(), server.origin).map(({ name }) => name);
    const first = await collect({ url, fields: ['name'], limit: 1_000, max_pages: 2 });
    const rest = (await service.post(`/v1/recipes/${first.rid}/run`, { ...all, continue: first.continue }))
      .json;
    const names = [...first.records, ...rest.records].map(({ name }) => name);
    assert.deepEqual([names, rest.complete, rest.continue], [wanted, true, undefined]);
    for (const bad of [
      'nonsense',
      Buffer.from('{"request":{"url":"http://127.0.0.66/","method":"GET","body":null},"done":1}').toString(
        'base64url',
      ),
    ]) {
      assert.equal((await service.post(`/v1/recipes/${first.rid}/run`, { continue: bad })).status, 422);
    }

    const none = await collect({ url: server.url('/nowhere'), fields: ['name'] });
    assert.deepEqual(
      [none.status, none.error.code, none.records, none.rid],
      ['not_found', 'http_404', [], null],
    );
    const refused = await collect({ url: 'http://127.0.0.66:1/', fields: ['name'] });
    assert.deepEqual(
      [refused.status, refused.error.code, refused.receipt.credits],
      ['invalid', 'private_address', 0],
    );
    for (const fields of [[], ['a', 'a'], [''], ['__proto__'], 'name']) {
      assert.equal((await service.post('/v1/collect', { url, fields })).status, 422, JSON.stringify(fields));
    }
  });

  await t.test('runs in the background, supports dry runs, and separates accounts', async () => {
    const body = { url: server.url('/table'), fields: ['article', 'depot'], ...all };
    const { estimate } = (await service.post('/v1/collect?dry_run=true', body)).json;
    assert.deepEqual([estimate.min, estimate.max], [0, 50]);
    const { jid } = (await service.post('/v1/collect?async=true', body)).json;
    await service.get(`/v1/jobs/${jid}/events`);
    const { results } = (await service.get(`/v1/jobs/${jid}/results`)).json;
    assert.deepEqual([results[0].records.length, results[0].count, results[0].complete], [45, 45, true]);
    const run = (await service.post(`/v1/recipes/${results[0].rid}/run`, { limit: 5 })).json;
    assert.deepEqual([run.records.length, run.count], [5, 5]);
    const { rid } = results[0];
    const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 10 })).json;
    const { key } = other;
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/run'],
      ['POST', '/test'],
    ] as const) {
      const body = method === 'POST' ? { body: {} } : {};
      const { status } = await service.request(method, `/v1/recipes/${rid}${path}`, { key, ...body });
      assert.equal(status, 404, `${method} ${path}`);
    }
    assert.equal((await service.request('DELETE', `/v1/recipes/${rid}`)).status, 200);
    assert.equal((await service.get(`/v1/recipes/${rid}`)).status, 404);
  });

  await t.test('reads a thousand records of an API with ten requests', async (t) => {
    const site = bareApi(1_000);
    const server = await startListings([site], '127.0.0.12');
    t.after(() => server.close());
    const { rid } = (
      await service.post('/v1/collect', { url: server.url(site.path), fields: site.fields, limit: 100 })
    ).json;
    server.reset();
    const run = (await service.post(`/v1/recipes/${rid}/run`, { limit: 1_000, max_pages: 20 })).json;
    assert.deepEqual([run.records.length, run.complete, server.requests('/data/wares')], [1_000, true, 10]);
  });
});

test('recipes of sites that change', async (t) => {
  const wares = productsOf(24, 31);
  let keys = { name: 'title', price: 'price', place: 'items' };
  let isEmpty = false;
  const page: Route = () => {
    const items = wares.map((ware) => ({
      [keys.name]: ware.name,
      [keys.price]: isEmpty ? null : ware.cents / 100,
    }));
    const state = `<script>window.__STATE__ = ${JSON.stringify({ [keys.place]: { list: items } })};</script>`;
    const shown = wares.map(
      (ware) =>
        `<li class="w"><b>${ware.name}</b> ${isEmpty ? '' : `<i>$${(ware.cents / 100).toFixed(2)}</i>`}</li>`,
    );
    return { body: pageAround('Changing', `<ul>${shown.join('')}</ul>${state}`) };
  };
  const api: Route = () =>
    json({ rows: wares.slice(0, 5).map((ware) => ({ code: ware.slug, cost: ware.cents })) });
  const server = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map([
        ['/changing', page],
        ['/api/rows', api],
      ]),
  );
  t.after(() => server.close());
  const service = await startTestService(t);

  await t.test('detect renamed keys, moved lists and missing values', async () => {
    const found = (
      await service.post('/v1/collect', { url: server.url('/changing'), fields: ['name', 'price'] })
    ).json;
    assert.equal(found.records.length, 24);
    const run = async () => (await service.post(`/v1/recipes/${found.rid}/run`, {})).json;
    const codes = (answer: { warnings: { code: string }[] }) => answer.warnings.map(({ code }) => code);

    keys = { ...keys, price: 'amountDue' };
    const renamed = await run();
    assert.deepEqual(renamed.records, found.records);
    assert.deepEqual(codes(renamed), ['keys_renamed']);
    assert.deepEqual(codes(await run()), []);

    keys = { name: 'heading', price: 'cost', place: 'catalogue' };
    const moved = await run();
    assert.deepEqual(moved.records, found.records);
    assert.deepEqual(codes(moved), ['rediscovered']);
    assert.deepEqual(codes(await run()), []);

    isEmpty = true;
    const emptied = await run();
    assert.deepEqual([emptied.status, emptied.error.code, emptied.records], ['failed', 'document', []]);
    assert.match(emptied.error.message, /"price" is present in 0 of 24 records/);
    assert.equal(emptied.receipt.credits, 0);
    const { health, last_run: last } = (await service.get(`/v1/recipes/${found.rid}`)).json;
    assert.deepEqual([health.runs, health.ok, last.status], [5, 4, 'failed']);
    assert.match(health.last_error, /price/);
    const tested = (await service.post(`/v1/recipes/${found.rid}/test`, {})).json;
    assert.equal(tested.ok, false);
    isEmpty = false;
  });

  await t.test('may be written by hand, and are rejected if they could change data', async () => {
    const source = {
      kind: 'api',
      url_template: server.url('/api/rows'),
      record_path: '/rows',
      field_map: { code: ['/code'], price: ['/cost'] },
      types: { price: 'money' },
      transforms: { price: { kind: 'divide', by: 100 } },
    };
    const recipe = { name: 'By hand', url: server.url('/changing'), fields: ['code', 'price'] };
    const { rid, source: kept } = (await service.post('/v1/recipes', { ...recipe, source })).json;
    assert.equal(kept.pagination.way.kind, 'none');
    const { records } = (await service.post(`/v1/recipes/${rid}/run`, {})).json;
    assert.deepEqual(records[0], { code: wares[0]?.slug, price: (wares[0]?.cents as number) / 100 });
    const posted = { ...source, method: 'POST', body: '{"query":"mutation { pay }"}' };
    const refused = await service.post('/v1/recipes', { ...recipe, source: posted });
    assert.equal(refused.status, 422);
    assert.match(refused.json.errors[0].detail, /mutation/);
    const bare = (
      await service.post('/v1/recipes', { url: server.url('/changing'), fields: ['name', 'price'] })
    ).json;
    assert.equal(bare.source, null);
    const tested = (await service.post(`/v1/recipes/${bare.rid}/test`, {})).json;
    assert.equal(tested.ok, true, JSON.stringify(tested.checks));
    assert.deepEqual(Object.keys(tested.sample[0]), ['name', 'price']);
    assert.equal((await service.get(`/v1/recipes/${bare.rid}`)).json.source, null);
    const first = (await service.post(`/v1/recipes/${bare.rid}/run`, {})).json;
    assert.deepEqual([first.records.length, first.model_calls], [24, 0]);
    assert.equal((await service.get(`/v1/recipes/${bare.rid}`)).json.source.kind, 'embedded');
  });
});

test('a model locates fields that no name identifies, once, and nothing else', async (t) => {
  const wares = productsOf(12, 41);
  const rows = wares.map((ware) => ({ q1: ware.name, q2: ware.maker, q3: ware.cents / 100 }));
  const server = await startLoopbackServer('127.0.0.11', () => new Map([['/cryptic', json({ rows })]]));
  // It also names a location that does not exist.
  const requested: string[] = [];
  const model = await startModelServer({
    write({ body }) {
      const text = body.messages.at(-1).content as string;
      requested.push(text);
      const at = (path: string) => Number(new RegExp(`^(\\d+)\\. ${path} `, 'm').exec(text)?.[1]);
      return JSON.stringify({ article: at('/q1'), manufacturer: at('/q2'), flavour: 99 });
    },
  });
  t.after(() => Promise.all([server.close(), model.close()]));
  const service = await startTestService(t, { WEBDATA_MODEL_URL: model.url, WEBDATA_MODEL: 'small' });
  const body = { url: server.url('/cryptic'), fields: ['article', 'manufacturer', 'flavour'] };
  const answer = (await service.post('/v1/collect', body)).json;
  assert.deepEqual(
    answer.records,
    wares.map((ware) => ({ article: ware.name, manufacturer: ware.maker, flavour: null })),
    JSON.stringify({ ...answer, asked: requested }),
  );
  assert.deepEqual([requested.length, answer.model_calls], [1, 1]);
  assert.deepEqual(answer.receipt.charges, [
    { item: 'http', credits: 1 },
    { item: 'ai_extraction', credits: 5 },
  ]);
  const run = (await service.post(`/v1/recipes/${answer.rid}/run`, {})).json;
  assert.deepEqual([run.records, run.model_calls, requested.length], [answer.records, 0, 1]);
  model.behave({ trouble: 'drop' });
  const without = (await service.post('/v1/collect', { ...body, limit: 11 })).json;
  assert.ok(without.warnings.some(({ code }: { code: string }) => code === 'model_failed'));
});
