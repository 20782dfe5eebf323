import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseFeed } from 'feedsmith';
import { Webhook } from 'standardwebhooks';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { startChangingSite } from '../world/changing-site.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

async function setUp(t: TestContext, environment: Record<string, string> = {}) {
  const site = await startChangingSite();
  t.after(() => site.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const service = await startTestService(t, environment);
  return { site, receiver, service };
}

test('a monitored page', async (t) => {
  const { site, receiver, service } = await setUp(t);
  const page = site.page('/lamp');
  const url = site.url('/lamp');
  const hook = receiver.url('/hook');
  const mid = await watch(service, { url, name: 'The lamp', notify: { webhook: hook } });

  await t.test('is new at first, and unchanged under noise and a redesign', async () => {
    const { json } = await service.get(`/v1/monitors/${mid}`);
    assert.deepEqual([json.status, json.checks[0].state, json.next_runs.length], ['active', 'new', 3]);
    assert.match(json.baseline.text, /€ 40/);
    page.design = 'new';
    for (let times = 0; times < 3; times += 1) {
      const found = await check(service, mid);
      assert.equal(found.state, 'same', JSON.stringify(found.diff));
    }
    assert.deepEqual(receiver.messages('/hook'), []);
    const [job] = (await service.get('/v1/jobs?type=monitor_check&status=completed&limit=1')).json.jobs;
    const keptForMs = Date.parse(job.expires_at) - Date.parse(job.finished_at);
    assert.equal(keptForMs, 24 * 60 * 60_000, 'the check itself is kept by its monitor');
  });

  await t.test('a change is reported once, signed, with the difference and a receipt', async () => {
    page.price = '€ 35.00';
    page.stock = 'Only 2 left';
    const found = await check(service, mid);
    assert.equal(found.state, 'changed');
    assert.equal(found.notified, true);
    assert.match(found.summary, /“€ 40.00” → “€ 35.00”/);
    assert.deepEqual(found.diff.summary, { added: 0, removed: 0, changed: 2 });
    // Read three more times, as the page is known to be noisy by now.
    assert.equal(found.credits, 4);
    const { keys } = (await service.get('/.well-known/jwks.json')).json;
    assert.equal(verifyReceipt(found.receipt, keys).valid, true);
    const [message] = await receiver.arrived(1, '/hook');
    const { secret } = (await service.get('/v1/webhooks/secret')).json;
    const body = new Webhook(secret).verify(
      message?.raw ?? '',
      message?.headers as Record<string, string>,
    ) as Json;
    assert.equal(body.type, 'monitor.changed');
    assert.deepEqual([body.data.mid, body.data.name, body.data.url], [mid, 'The lamp', url]);
    assert.equal(body.data.diff.blocks.length, 2);
    assert.equal(
      (await fetch(body.data.links.check, { headers: { authorization: `Bearer ${service.key}` } })).status,
      200,
    );
    assert.equal((await check(service, mid)).state, 'same');
    page.price = '€ 40.00';
    page.stock = 'In stock';
    assert.equal((await check(service, mid)).state, 'changed');
    await receiver.arrived(2, '/hook');
  });

  await t.test(
    'a blocked, failing or loading page keeps its baseline; failure and recovery are reported',
    async () => {
      const states: string[] = [];
      for (const instead of ['wall', 'broken', 'loading', 'wall', 'nothing'] as const) {
        page.instead = instead;
        states.push((await check(service, mid)).state);
      }
      assert.deepEqual(states, ['error', 'error', 'error', 'error', 'same']);
      const reported = (await receiver.arrived(4, '/hook')).map(({ body }) => body.type);
      assert.deepEqual(reported.slice(2), ['monitor.failing', 'monitor.recovered']);
    },
  );

  await t.test('a missing page is removed at the second check, and back when it returns', async () => {
    const states: string[] = [];
    for (const instead of ['missing', 'missing', 'missing', 'nothing'] as const) {
      page.instead = instead;
      states.push((await check(service, mid)).state);
    }
    assert.deepEqual(states, ['error', 'removed', 'same', 'changed']);
    await receiver.arrived(6, '/hook');
  });

  await t.test('has a history of checks, any two of which can be compared, and a feed', async () => {
    const { json } = await service.get(`/v1/monitors/${mid}/checks?state=changed`);
    const [back, again, first] = json.checks;
    assert.equal(json.checks.length, 3);
    const compare = async (from: number, to: number) =>
      (await service.get(`/v1/monitors/${mid}/diff?from=${from}&to=${to}`)).json;
    const whole = await compare(1, again.check);
    assert.deepEqual([whole.changed, whole.summary], [false, 'No differences.']);
    const half = await compare(1, first.check);
    assert.equal(half.changed, true);
    assert.match(half.to.text, /Only 2 left/);
    assert.equal((await service.get(`/v1/monitors/${mid}/diff?from=999`)).status, 404);
    const one = (await service.get(`/v1/monitors/${mid}/checks/${back.check}`)).json;
    assert.match(one.check.summary, /back/);
    const feed = await service.get(`/v1/monitors/${mid}/feed`);
    assert.match(feed.headers.get('content-type') ?? '', /^application\/atom\+xml/);
    const parsed = parseFeed(feed.json);
    assert.equal(parsed.format, 'atom');
    assert.equal((parsed.feed as Json).entries.length, 4);
    const { json: history } = await service.get('/v1/requests?tool=monitor_check');
    assert.ok(history.requests.length > 10);
  });
});
