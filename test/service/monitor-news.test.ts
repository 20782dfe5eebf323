import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChangingSite } from '../world/changing-site.ts';
import { startMailSink } from '../world/mail-sink.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { check, checked, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

const price = { kind: 'fields', schema: { type: 'object', properties: { price: { type: 'number' } } } };

test('notifications of a price monitor', async (t) => {
  const site = await startChangingSite();
  t.after(() => site.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const sink = await startMailSink();
  t.after(() => sink.close());
  const service = await startTestService(t, {
    WEBDATA_SMTP_URL: sink.url,
    WEBDATA_MAIL_FROM: 'Webdata <watch@data.example>',
  });
  const url = site.url('/lamp');
  const page = site.page('/lamp');
  const conditions = [{ field: 'price', op: 'drops_by_percent', value: 10 }];
  const email = ['ann@example.com', 'ben@example.com'];
  const webhook = { url: receiver.url('/chat'), form: 'slack' };
  const mid = await watch(service, {
    url,
    name: 'Lämp',
    watch: price,
    conditions,
    notify: { webhook, email },
  });

  await t.test(
    'an e-mail and a webhook are sent when the price drops far enough, and not before',
    async () => {
      page.price = '€ 38.00';
      const small = await check(service, mid);
      assert.deepEqual(
        [small.state, small.condition_met, small.summary],
        ['changed', false, 'price: 40 → 38 (−5 %)'],
      );
      page.price = '€ 36.00';
      const enough = await check(service, mid);
      assert.deepEqual([enough.state, enough.condition_met], ['changed', true]);
      const letters = await sink.arrived(2);
      assert.deepEqual(letters.flatMap(({ to }) => to).sort(), email);
      const [letter] = letters;
      assert.equal(letter?.headers.subject, 'Changed: Lämp — price: 38 → 36 (−5.3 %)');
      assert.equal(letter?.headers.from, 'Webdata <watch@data.example>');
      assert.match(letter?.headers['message-id'] ?? '', /^<evt_\w+@data\.example>$/);
      assert.match(letter?.text ?? '', /price: 38 → 36/);
      const [message] = await receiver.arrived(1, '/chat');
      assert.match(message?.body.text, /^\*Changed: Lämp\*/);
      assert.equal(sink.letters.length, 2);
    },
  );

  await t.test(
    'the same e-mail is sent again under the same id after an outage of the mail server',
    async () => {
      sink.refuse(1);
      page.price = '€ 30.00';
      assert.equal((await check(service, mid)).condition_met, true);
      const letters = (await sink.arrived(4)).slice(2);
      const ids = letters.map(({ headers }) => headers['message-id']);
      assert.equal(new Set(ids).size, 2);
      const { json } = await service.get('/v1/webhooks/deliveries?limit=10');
      const mails = json.deliveries.filter(({ url: to }: { url: string }) => to.startsWith('mailto:'));
      assert.equal(mails.length, 4);
      const tries = mails.map(({ attempt_count }: { attempt_count: number }) => attempt_count);
      assert.deepEqual(tries.sort(), [1, 1, 1, 2]);
    },
  );

  await t.test(
    'a notification reports that the price cannot be found, and the last good one is kept',
    async () => {
      page.instead = 'loading';
      for (let times = 0; times < 3; times += 1) assert.equal((await check(service, mid)).state, 'error');
      const { json } = await service.get(`/v1/monitors/${mid}`);
      assert.deepEqual([json.status, json.baseline.data], ['needs_attention', { price: 30 }]);
      assert.equal(json.consecutive_failures, 3);
      const letters = await sink.arrived(6);
      assert.match(letters.at(-1)?.headers.subject ?? '', /^Not working: Lämp/);
      assert.match(letters.at(-1)?.text ?? '', /last successful check was at/);
      page.instead = 'nothing';
      assert.equal((await check(service, mid)).state, 'same');
      assert.equal((await service.get(`/v1/monitors/${mid}`)).json.status, 'active');
      assert.match((await sink.arrived(8)).at(-1)?.headers.subject ?? '', /^Working again/);
    },
  );

  await t.test('monitors are exported, imported, changed, paused and deleted', async () => {
    const { json } = await service.get('/v1/monitors/export');
    assert.deepEqual(json.monitors[0].notify, { webhook, email });
    const copy = await service.post('/v1/monitors/import', json);
    assert.equal(copy.status, 200, JSON.stringify(copy.json));
    const [other] = copy.json.mids;
    await checked(service, other, 1);
    const changed = await service.request('PATCH', `/v1/monitors/${other}`, {
      body: { schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' }, notify: {} },
    });
    assert.equal(changed.json.next_runs.length, 3);
    assert.equal(changed.json.check_count, 1);
    const again = await service.request('PATCH', `/v1/monitors/${other}`, {
      body: { watch: { kind: 'page' } },
    });
    assert.equal(again.status, 200);
    assert.equal((await checked(service, other, 2)).checks[0].state, 'new');
    const paused = (await service.post(`/v1/monitors/${other}/pause`, undefined)).json.monitor;
    assert.deepEqual([paused.status, paused.next_run_at], ['paused', null]);
    const { json: listed } = await service.get('/v1/monitors?status=paused');
    assert.deepEqual(
      listed.monitors.map((one: { mid: string }) => one.mid),
      [other],
    );
    const resumed = (await service.post(`/v1/monitors/${other}/resume`, undefined)).json.monitor;
    assert.deepEqual([resumed.status, resumed.next_runs.length], ['active', 3]);
    assert.equal((await service.request('DELETE', `/v1/monitors/${other}`)).status, 200);
    assert.equal((await service.get(`/v1/monitors/${other}`)).status, 404);
  });

  await t.test('invalid settings are rejected with a pointer each', async () => {
    const bad: Array<[object, string]> = [
      [{}, '/url'],
      [{ url: 'ftp://example.com/' }, '/url'],
      [{ url, watch: { kind: 'section' } }, '/watch'],
      [{ url, watch: { kind: 'dataset', did: 'ds_none' } }, '/url'],
      [{ watch: { kind: 'dataset', did: 'ds_none' } }, '/watch/did'],
      [{ url, schedule: { every: '1s' } }, '/schedule'],
      [{ url, schedule: { cron: '* * *' } }, '/schedule/cron'],
      [{ url, ignore: ['.ok', '/(/'] }, '/ignore/1'],
      [{ url, conditions: [{ field: 'price', op: '<', value: 'cheap' }] }, '/conditions/0/value'],
      [{ url, notify: { webhook: 'mailto:a@b.c' } }, '/notify/webhook'],
      [{ url, notify: { email: 'nobody' } }, '/notify/email'],
      [{ url, colour: 'red' }, '/colour'],
    ];
    for (const [body, pointer] of bad) {
      const { status, json } = await service.post('/v1/monitors', body);
      assert.equal(status, 422, JSON.stringify(body));
      assert.ok(
        json.errors.some((one: { pointer: string }) => one.pointer === pointer),
        `${pointer}: ${JSON.stringify(json.errors)}`,
      );
    }
  });
});
