import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { connectAgent, textOf } from './agent-client.ts';

test('an agent creates a monitor and checks it', async (t) => {
  let price = '€ 24.50';
  const page = () => ({
    body: `<!DOCTYPE html><html lang="en"><title>Desk lamp</title><main><h1>Desk lamp</h1><p>Price: ${price}</p><p>Brass, with a cord of two metres.</p></main></html>`,
  });
  const site = await startLoopbackServer('127.0.0.20', () => new Map([['/lamp', page]]));
  t.after(() => site.close());
  const service = await startTestService(t);
  const client = await connectAgent(t, service);
  const call = async (args: Record<string, unknown>) => {
    const result = await client.callTool({ name: 'monitor', arguments: args });
    assert.ok(result.isError !== true, textOf(result));
    const [own = '', ...fromWeb] = textOf(result).split('<untrusted-web-content');
    return { own, fromWeb: fromWeb.join(''), fields: result.structuredContent as Record<string, unknown> };
  };
  const watch = {
    kind: 'fields',
    schema: { type: 'object', properties: { price: { type: 'number' } } },
  };
  const settings = { url: site.url('/lamp'), watch, schedule: { every: '1h' }, confirm: 0 };
  let mid = '';

  await t.test('the answer to create has the baseline, and whether the condition holds', async () => {
    const conditions = [{ field: 'price', op: '<', value: 20 }];
    const created = await call({ action: 'create', ...settings, conditions });
    assert.match(created.own, /condition: price < 20: does not hold now/);
    assert.match(created.own, /baseline of .* below/);
    assert.match(created.fromWeb, /\nprice: 24\.5/);
    assert.doesNotMatch(created.fromWeb, /aseline|check \d|UTC/, 'only the web is inside of the marks');
    assert.partialDeepStrictEqual(created.fields, { condition_met: false, check_count: 1 });
    mid = String(created.fields.mid);
    const other = await call({
      action: 'create',
      ...settings,
      conditions: [{ field: 'price', op: 'drops_by', value: 5 }],
    });
    assert.match(other.own, /drops_by 5: depends on the next change/);
    const text = await call({ action: 'create', url: site.url('/lamp') });
    assert.match(text.fromWeb, /Brass, with a cord/);
    assert.doesNotMatch(text.own, /Brass|condition/);
  });

  await t.test(
    'run returns the new check, with condition_met instead of a notification that nobody gets',
    async () => {
      const same = await call({ action: 'run', mid });
      assert.match(same.own, /check 2, .*: same/);
      price = '€ 19.00';
      const { own, fromWeb } = await call({ action: 'run', mid });
      assert.match(own, /check 3, .*: changed, condition_met$/m);
      assert.match(fromWeb, /^3: /m);
      assert.match(fromWeb, /\/price: 24\.5 -> 19/);
      assert.doesNotMatch(own + fromWeb, /notified|Next:/);
      const { json } = await service.get(`/v1/monitors/${mid}/checks?limit=1`);
      assert.partialDeepStrictEqual(json.checks[0], { condition_met: true, notified: false });
      assert.match((await call({ action: 'get', mid })).own, /price < 20: holds now/);
      const feed = await service.get(`/v1/monitors/${mid}/feed`);
      assert.match(String(feed.json), /<entry>/);
    },
  );

  await t.test('a goal is shown with the decision about each change', async () => {
    const goal = 'tell me when the price rises';
    const created = await call({ action: 'create', ...settings, goal });
    assert.match(created.own, /^goal: tell me when the price rises$/m);
    const other = String(created.fields.mid);
    price = '€ 21.00';
    const { own } = await call({ action: 'run', mid: other });
    assert.match(own, /check 2, .*: changed, condition_met; goal: met, decided by values$/m);
    price = '€ 19.00';
    assert.match(
      (await call({ action: 'run', mid: other })).own,
      /changed; goal: not met, decided by values$/m,
    );
  });

  await t.test('a check has no signed receipt, and its number may be a number', async () => {
    const { own, fromWeb } = await call({ action: 'check', mid, check: 3 });
    assert.match(
      own,
      /^check 3, .*: changed, condition_met\nversion of .* below\n1 credit, receipt rct_\w+\n$/,
    );
    assert.doesNotMatch(own + fromWeb, /signature|sha256/);
    assert.match(fromWeb, /\nprice: 19/);
    const listed = await call({ action: 'list' });
    assert.doesNotMatch(listed.own + listed.fromWeb, /next_runs|receipt/);
    assert.match(listed.own, new RegExp(`${mid} .*every 1h; active`));
    assert.match(listed.fromWeb, new RegExp(`${mid} .*/lamp`));
  });
});
