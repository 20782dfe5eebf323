import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runCommand } from '../interfaces/run-command.ts';
import { until } from '../until.ts';
import { startChangingSite } from '../world/changing-site.ts';
import { startMailSink } from '../world/mail-sink.ts';
import { startNotificationServer } from '../world/notification-server.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const forms = ['gotify', 'matrix', 'teams', 'apprise'] as const;

async function setUp(t: TestContext, environment: Record<string, string> = {}) {
  const [site, server] = await Promise.all([startChangingSite('127.0.0.75'), startNotificationServer()]);
  for (const started of [site, server]) t.after(() => started.close());
  return {
    site,
    server,
    service: await startTestService(t, { WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8', ...environment }),
  };
}

/** Waits until no delivery is pending, and returns all, newest first. */
async function ended(service: TestService): Promise<Json[]> {
  return until(
    async () => (await service.get('/v1/webhooks/deliveries?limit=50')).json.deliveries as Json[],
    (deliveries) => deliveries.every(({ status }) => status !== 'pending'),
  );
}

test('each service receives a test message through HTTP and the command line', async (t) => {
  const { server, service } = await setUp(t);
  for (const form of forms)
    assert.equal((await service.post('/v1/webhooks/test', { url: server.urls[form], form })).status, 200);
  const shown = await server.arrived(forms.length);
  assert.deepEqual(shown.map(({ service: name }) => name).toSorted(), [...forms].toSorted());
  for (const { title, text } of shown)
    assert.deepEqual([title, text], ['Test message', 'webdata can send messages here.']);

  const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const args = ['test-webhook', '--url', server.urls.gotify, '--form', 'gotify', '--json'];
  const { code, stdout, stderr } = await runCommand(args, environment);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout, /hush-token/);
  assert.equal((await server.arrived(forms.length + 1)).at(-1)?.service, 'gotify');
  // The path of Matrix says what it is.
  await service.post('/v1/webhooks/test', { url: server.urls.matrix });
  assert.equal((await server.arrived(forms.length + 2)).at(-1)?.service, 'matrix');
  for (const delivery of await ended(service)) assert.equal(delivery.status, 'delivered');
});

test('a service that refuses a message is named in the delivery', async (t) => {
  const { server, service } = await setUp(t);
  const missing = server.urls.apprise.replace('/quay', '/other');
  const { id } = (await service.post('/v1/webhooks/test', { url: missing, form: 'apprise' })).json;
  const delivery = await until(
    async () => (await service.get(`/v1/webhooks/deliveries/${id}`)).json,
    ({ attempts }) => attempts.at(-1)?.error != null,
  );
  assert.equal(delivery.status, 'pending', 'it is tried again');
  assert.match(delivery.attempts[0].error, /^Apprise has no configuration for this URL/);
  const both = { url: missing, email: 'ann@example.com' };
  assert.equal((await service.post('/v1/webhooks/test', both)).status, 422);
  const mail = await service.post('/v1/webhooks/test', { email: 'ann@example.com' });
  assert.equal(
    mail.json.setting ?? mail.json.configuration?.setting,
    'WEBDATA_SMTP_URL',
    JSON.stringify(mail.json),
  );
});

test('a change reaches each service once, with its template', async (t) => {
  const sink = await startMailSink();
  t.after(() => sink.close());
  const { site, server, service } = await setUp(t, {
    WEBDATA_SMTP_URL: sink.url,
    WEBDATA_MAIL_FROM: 'watch@example.com',
  });
  const webhook = forms.map((form) => ({ url: server.urls[form], form }));
  const template = { title: 'Price of {{name}}', text: '{{summary}} at {{url}}' };
  const notify = { webhook, email: 'ann@example.com', template };
  const bad = { ...notify, template: { text: '{{price}}' } };
  const refused = await service.post('/v1/monitors', { url: site.url('/lamp'), notify: bad });
  assert.match(JSON.stringify(refused.json), /has no field \{\{price\}\}/);

  site.page('/lamp');
  const mid = await watch(service, { url: site.url('/lamp'), name: 'the lamp', notify });
  assert.deepEqual((await service.get(`/v1/monitors/${mid}`)).json.notify.template, template);
  // A repeated message has the same transaction id, and Matrix shows it once.
  server.loseAnswers(1);
  site.page('/lamp').price = '€ 35.00';
  assert.equal((await check(service, mid)).notified, true);
  const deliveries = await until(
    async () => (await service.get('/v1/webhooks/deliveries')).json.deliveries as Json[],
    (list) => list.every(({ attempt_count: count }) => count > 0) && list.length === 5,
  );
  const lost = deliveries.find(({ url }) => url.includes('_matrix'));
  await service.post(`/v1/webhooks/deliveries/${lost.id}/redeliver`, {});
  for (const delivery of await ended(service)) assert.equal(delivery.status, 'delivered', delivery.url);
  assert.equal(server.shown.length, forms.length);
  for (const { title, text } of server.shown) {
    assert.equal(title, 'Price of the lamp');
    assert.match(text, /“€ 40\.00” → “€ 35\.00” at http:\/\/127\.0\.0\.75:\d+\/lamp/);
  }
  const [letter] = await sink.arrived(1);
  assert.equal(letter?.headers.subject, 'Price of the lamp');
});

test('a key that reads sees no secret of a service', async (t) => {
  const { site, server, service } = await setUp(t);
  const webhook = forms.map((form) => ({ url: server.urls[form], form }));
  const { json } = await service.post('/v1/monitors', {
    url: site.url('/lamp'),
    schedule: { paused: true },
    notify: { webhook },
  });
  const { key } = (await service.post('/v1/keys', { name: 'reader', scopes: ['read'] })).json;
  for (const path of [
    `/v1/monitors/${json.mid}`,
    '/v1/monitors',
    '/v1/requests',
    '/v1/webhooks/deliveries',
  ]) {
    const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(answer.status, 200, path);
    assert.doesNotMatch(await answer.text(), /hush-token/, path);
  }
});

test('a digest collects the events of several monitors in one message', async (t) => {
  const { site, server, service } = await setUp(t);
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const webhook = [{ url: server.urls.gotify, form: 'gotify' }, receiver.url('/digest')];
  const notify = { webhook, digest: 'daily', digest_at: '06:30', timezone: 'Europe/Berlin' };
  const paths = ['/lamp', '/desk'];
  const mids: string[] = [];
  for (const path of paths) {
    site.page(path);
    mids.push(await watch(service, { url: site.url(path), name: path, notify }));
  }
  for (const price of ['€ 35.00', '€ 30.00']) {
    for (const path of paths) site.page(path).price = price;
    const checks = await Promise.all(mids.map((mid) => check(service, mid)));
    for (const { notified, error } of checks) assert.equal(notified, true, JSON.stringify(error));
  }
  const { deliveries } = (await service.get('/v1/webhooks/deliveries')).json;
  assert.deepEqual(
    deliveries.map(({ type, status, attempt_count: count }: Json) => [type, status, count]),
    [
      ['monitor.digest', 'pending', 0],
      ['monitor.digest', 'pending', 0],
    ],
  );
  const berlin = new Intl.DateTimeFormat('de', { timeStyle: 'short', timeZone: 'Europe/Berlin' });
  for (const { next_attempt_at: at } of deliveries) assert.equal(berlin.format(new Date(at)), '06:30');
  assert.equal(server.shown.length, 0);

  for (const { id } of deliveries) await service.post(`/v1/webhooks/deliveries/${id}/redeliver`, {});
  const [message] = await server.arrived(1);
  assert.equal(message?.title, 'Digest: 4 notifications');
  assert.equal(message?.text.match(/Changed: \/(?:lamp|desk) — /g)?.length, 4);
  const [event] = await receiver.arrived(1, '/digest');
  assert.equal(event?.body.type, 'monitor.digest');
  assert.deepEqual(
    event?.body.data.events.map(({ mid }: Json) => mid).toSorted(),
    [...mids, ...mids].toSorted(),
  );
});

test('an event in quiet hours waits for their end', async (t) => {
  const { site, server, service } = await setUp(t);
  const clock = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);
  const hour = 3_600_000;
  const quiet_hours = { from: clock(-2 * hour), to: clock(3 * hour) };
  site.page('/lamp');
  const notify = { webhook: { url: server.urls.teams, form: 'teams' }, quiet_hours };
  const mid = await watch(service, { url: site.url('/lamp'), notify });
  site.page('/lamp').price = '€ 35.00';
  await check(service, mid);
  const [delivery] = (await service.get('/v1/webhooks/deliveries')).json.deliveries;
  assert.equal(delivery.attempt_count, 0);
  assert.equal(delivery.next_attempt_at.slice(11, 16), quiet_hours.to);
  // A test message is sent at once.
  await service.post('/v1/webhooks/test', { url: server.urls.teams, form: 'teams' });
  assert.equal((await server.arrived(1))[0]?.title, 'Test message');
  await service.request('PATCH', `/v1/monitors/${mid}`, {
    body: { notify: { ...notify, quiet_hours: null } },
  });
  assert.equal((await service.get(`/v1/monitors/${mid}`)).json.notify.quiet_hours, undefined);
});
