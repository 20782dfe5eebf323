import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChangingSite } from '../world/changing-site.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

test('monitored parts', async (t) => {
  const site = await startChangingSite();
  t.after(() => site.close());
  const service = await startTestService(t);
  const states = async (mid: string) => {
    const found = await check(service, mid);
    return [found.state, found.summary];
  };

  await t.test('a section by its heading, regardless of other changes', async () => {
    const page = site.page('/section');
    const url = site.url('/section');
    const mid = await watch(service, { url, watch: { kind: 'section', focus: 'colours' } });
    page.price = '€ 1.00';
    assert.deepEqual(await states(mid), ['same', 'No changes.']);
    page.items = ['red', 'green', 'blue', 'black', 'violet'];
    assert.deepEqual(await states(mid), ['changed', 'added “violet”']);
  });

  await t.test('an element by its selector, until a redesign removes it', async () => {
    const page = site.page('/element');
    const url = site.url('/element');
    const mid = await watch(service, {
      url,
      watch: { kind: 'section', selector: '.stock' },
      failing_after: 1,
    });
    page.stock = 'Sold out';
    assert.deepEqual(await states(mid), ['changed', '“In stock” → “Sold out”']);
    page.design = 'new';
    assert.equal((await states(mid))[0], 'error');
    const { json } = await service.get(`/v1/monitors/${mid}`);
    assert.deepEqual([json.status, json.baseline.text.trim()], ['needs_attention', 'Sold out']);
    const mended = await service.request('PATCH', `/v1/monitors/${mid}`, {
      body: { watch: { kind: 'section', selector: '.offer-box' } },
    });
    assert.equal(mended.json.status, 'active');
  });

  await t.test('a page with alternating content, which is noise, and ignored parts', async () => {
    const page = site.page('/turns');
    page.turns = ['Free delivery from 30 euros.', 'Delivery costs 4 euros.'];
    page.text = ['Offer 4711 stands.'];
    const mid = await watch(service, { url: site.url('/turns'), ignore: ['/offer [0-9]+/i', 'footer'] });
    for (let times = 0; times < 3; times += 1) assert.equal((await states(mid))[0], 'same');
    page.text = ['Offer 4712 stands.'];
    assert.equal((await states(mid))[0], 'same');
    page.text = ['Offer 4713 is over.'];
    const found = await check(service, mid);
    assert.equal(found.state, 'changed');
    assert.deepEqual(
      found.diff.blocks.map(({ before, after }: Record<string, string>) => [before, after]),
      [['stands.', 'is over.']],
    );
  });

  await t.test('a dataset, which notifies when a changed record meets the conditions', async () => {
    const page = site.page('/data');
    const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
    const source = { kind: 'extract', urls: [site.url('/data')], schema };
    const made = (await service.post('/v1/datasets', { name: 'lamps', source, key: ['name'] })).json;
    await service.get(`/v1/jobs/${made.refreshing}/events`);
    const conditions = [{ field: 'price', op: '<', value: 35 }];
    const mid = await watch(service, { watch: { kind: 'dataset', did: made.did }, conditions });
    const refresh = async (price: string) => {
      page.price = price;
      const { jid } = (await service.post(`/v1/datasets/${made.did}/refresh`, undefined)).json;
      await service.get(`/v1/jobs/${jid}/events`);
      return check(service, mid);
    };
    assert.equal((await check(service, mid)).state, 'same');
    const first = await refresh('€ 38.00');
    assert.deepEqual([first.state, first.condition_met, first.credits], ['changed', false, 0]);
    const second = await refresh('€ 33.00');
    assert.deepEqual([second.state, second.condition_met], ['changed', true]);
    assert.match(second.summary, /price: 38 → 33/);
    await service.request('DELETE', `/v1/datasets/${made.did}`);
    assert.equal((await check(service, mid)).error.code, 'not_found');
  });
});
