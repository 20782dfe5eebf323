import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { createKey } from '../../src/account/accounts/keys.ts';
import type { Replaceable } from '../../src/app/app-context.ts';
import type { Scope } from '../../src/domain/resources/account.ts';
import { addMs } from '../../src/domain/system/clock.ts';
import { createTestDatabase } from '../database.ts';
import { openHome } from '../service-process.ts';
import { type ReceivedMessage, startWebhookReceiver } from '../world/webhook-receiver.ts';
import { startTestService, type TestService } from './running-service.ts';

const day = 24 * 3_600_000;

async function setUp(t: TestContext, replaced: Replaceable = {}) {
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const service = await startTestService(t, {}, replaced);
  return { receiver, service };
}

/** Returns a delivery when it is no longer in progress. */
async function ended(service: TestService, id: string, attempts: number) {
  for (;;) {
    const { json } = await service.get(`/v1/webhooks/deliveries/${id}`);
    if (json.attempts.length >= attempts && json.attempts.at(-1)?.ms !== null) return json;
    await pause(10);
  }
}

async function send(service: TestService, url: string): Promise<string> {
  return (await service.post('/v1/webhooks/test', { url })).json.id;
}

async function keyOf(service: TestService, accountId: string, scopes: Scope[]): Promise<string> {
  await service.pool.query(
    `insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
      values ($1, $1, 'default', 0, now() + interval '1 month', true, now()) on conflict do nothing`,
    [accountId],
  );
  return (await createKey(service.database, { accountId, name: 'test', scopes }, new Date())).token;
}

const verified = (secret: string, { raw, headers }: ReceivedMessage) =>
  new Webhook(secret).verify(raw, headers as Record<string, string>);

test('a test event arrives signed, and its delivery states it', async (t) => {
  const { receiver, service } = await setUp(t);
  const { json: sent, status } = await service.post('/v1/webhooks/test', {
    url: receiver.url('/hook?token=hush'),
  });
  assert.equal(status, 200);
  assert.equal(sent.url, receiver.url('/hook?token=***'));
  assert.deepEqual(
    sent.warnings.map((warning: { code: string }) => warning.code),
    ['insecure_target'],
  );
  const [message] = await receiver.arrived(1);
  const { secret } = (await service.get('/v1/webhooks/secret')).json;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(verified(secret, message as ReceivedMessage), message?.body);
  assert.equal(message?.body.type, 'webhook.test');
  assert.equal(message?.id, sent.id);
  const delivery = await ended(service, sent.id, 1);
  assert.equal(delivery.status, 'delivered');
  assert.equal(delivery.attempts[0].status_code, 204);
});

test('a job and the list of targets show a disabled target', async (t) => {
  const { receiver, service } = await setUp(t);
  receiver.behave('/hook', { status: 500 });
  const url = receiver.url('/hook?token=hush');
  receiver.behave('/hook?token=hush', { status: 500 });
  await ended(service, await send(service, url), 1);
  const failing = (await service.get('/v1/webhooks/targets')).json.targets;
  assert.deepEqual(
    failing.map((target: Record<string, unknown>) => [target.url, target.status, target.failures]),
    [[receiver.url('/hook?token=***'), 'failing', 1]],
  );
  const requested = { url: 'http://127.0.0.11:18999/', limit: 1, webhook: url };
  const { jid } = (await service.post('/v1/crawl', requested)).json;
  assert.equal((await service.get(`/v1/jobs/${jid}`)).json.webhook.notice, undefined);
  await service.pool.query('update webhook_targets set disabled_at = now()');
  assert.match((await service.get(`/v1/jobs/${jid}`)).json.webhook.notice, /^Disabled after days/);
});

test('after a rotation, receivers with the old and the new secret verify for a day', async (t) => {
  const { receiver, service } = await setUp(t);
  const { secret: old } = (await service.get('/v1/webhooks/secret')).json;
  const rotated = (await service.post('/v1/webhooks/secret/rotate', {})).json;
  assert.notEqual(rotated.secret, old);
  assert.equal(
    new Date(rotated.previous_valid_until).getTime() - new Date(rotated.created_at).getTime(),
    day,
  );
  await send(service, receiver.url());
  const [message] = await receiver.arrived(1);
  for (const secret of [old, rotated.secret]) verified(secret, message as ReceivedMessage);
  assert.deepEqual((await service.get('/v1/webhooks/secret')).json, rotated);
});

test('deliveries are listed, filtered, paged and redelivered', async (t) => {
  const { receiver, service } = await setUp(t);
  receiver.behave('/down', { status: 500, body: 'no' });
  const good = await send(service, receiver.url());
  const bad = await send(service, receiver.url('/down'));
  const blocked = await send(service, receiver.url('/down'));
  await ended(service, good, 1);
  assert.equal((await ended(service, bad, 1)).attempts[0].answer, 'no');
  // The URL was rejected when it was saved; the guard decides again on use.
  await ended(service, blocked, 1);
  const forbidden = 'http://169.254.169.254/latest';
  await service.pool.query('update deliveries set url = $1 where delivery_id = $2', [forbidden, blocked]);
  await service.post(`/v1/webhooks/deliveries/${blocked}/redeliver`, {});
  const { attempts } = await ended(service, blocked, 2);
  assert.equal(
    attempts[1].error,
    'The address is not on the public internet. The operator can allow its network with WEBDATA_ALLOW_NETWORKS.',
  );

  const list = async (query: string) => (await service.get(`/v1/webhooks/deliveries${query}`)).json;
  const ids = async (query: string) => (await list(query)).deliveries.map((row: { id: string }) => row.id);
  assert.deepEqual(await ids(''), [blocked, bad, good]);
  assert.deepEqual(await ids('?status=delivered'), [good]);
  assert.deepEqual(await ids('?status=pending'), [blocked, bad]);
  assert.deepEqual(await ids('?job=job_none'), []);
  const first = await list('?limit=2');
  assert.equal(first.next_before, bad);
  assert.deepEqual(await ids(`?limit=2&before=${first.next_before}`), [good]);
  assert.equal((await service.get('/v1/webhooks/deliveries?status=lost')).status, 422);

  receiver.behave('/down', { status: 200 });
  assert.equal((await service.post(`/v1/webhooks/deliveries/${bad}/redeliver`, {})).json.id, bad);
  assert.equal((await ended(service, bad, 2)).status, 'delivered');
  assert.equal((await service.post(`/v1/webhooks/deliveries/${good}/redeliver`, {})).status, 200);
  assert.equal((await ended(service, good, 2)).status, 'delivered');
  assert.deepEqual([receiver.count(good), receiver.count(bad)], [2, 2]);
});

test('webhooks belong to one account, and their secret requires its scope', async (t) => {
  const { receiver, service } = await setUp(t);
  const id = await send(service, receiver.url());
  const foreign = await keyOf(service, 'acct_other', ['read', 'write', 'admin']);
  const own = await service.database
    .selectFrom('accounts')
    .select('account_id')
    .where('name', '=', 'default');
  const { account_id: accountId } = await own.executeTakeFirstOrThrow();
  const reader = await keyOf(service, accountId, ['read']);

  assert.equal((await service.get(`/v1/webhooks/deliveries/${id}`, { key: foreign })).status, 404);
  const again = `/v1/webhooks/deliveries/${id}/redeliver`;
  assert.equal((await service.post(again, {}, { key: foreign })).status, 404);
  assert.deepEqual((await service.get('/v1/webhooks/deliveries', { key: foreign })).json.deliveries, []);
  const secrets = [undefined, foreign].map(async (key) => {
    const { json } = await service.get('/v1/webhooks/secret', key === undefined ? {} : { key });
    return json.secret;
  });
  assert.equal(new Set(await Promise.all(secrets)).size, 2);

  const requested = [
    service.get('/v1/webhooks/secret', { key: reader }),
    service.post('/v1/webhooks/secret/rotate', {}, { key: reader }),
    service.post('/v1/webhooks/test', { url: receiver.url() }, { key: reader }),
    service.post(again, {}, { key: reader }),
    service.get('/v1/webhooks/deliveries', { key: reader }),
    service.get(`/v1/webhooks/deliveries/${id}`, { key: null }),
  ];
  const statuses = (await Promise.all(requested)).map((answer) => answer.status);
  assert.deepEqual(statuses, [403, 403, 403, 403, 200, 401]);
});

test('invalid targets are rejected', async (t) => {
  const service = await startTestService(t);
  const urls = [
    'ftp://example.com/',
    '/hook',
    'https://user:pass@example.com/',
    'http://169.254.169.254/latest',
    'http://[::ffff:10.0.0.1]/hook',
    'http://localhost:8080/hook',
    'http://127.0.0.11:9/hook',
    service.url,
    `https://a.b/${'x'.repeat(2_100)}`,
    7,
  ];
  for (const url of urls) {
    const { status, json } = await service.post('/v1/webhooks/test', { url });
    assert.equal(status, 422);
    assert.equal(json.errors[0].pointer, '/url');
  }
});

test('neither log nor history contains a secret', async (t) => {
  const lines: string[] = [];
  const write = (fields: object, message: string) => {
    lines.push(`${JSON.stringify(fields)} ${message}`);
  };
  const { receiver, service } = await setUp(t, {
    log: { debug: write, info: write, warn: write, error: write },
  });
  const { secret } = (await service.get('/v1/webhooks/secret')).json;
  const { secret: next } = (await service.post('/v1/webhooks/secret/rotate', {})).json;
  receiver.behave('/hook?token=hush', { status: 500 });
  await ended(service, await send(service, receiver.url('/hook?token=hush')), 1);
  const history = async () => (await service.pool.query('select * from requests')).rows;
  while ((await history()).length < 3) await pause(10);
  const written = JSON.stringify([lines, await history()]);
  assert.ok(written.includes('webhook not delivered'));
  for (const word of [secret, next, secret.slice(6), next.slice(6), 'hush'])
    assert.ok(!written.includes(word));
});

test('an event stored by one process is delivered at once by another', async (t) => {
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const worker = await startTestService(t, { WEBDATA_ROLE: 'worker' });
  const api = await startTestService(t, { WEBDATA_ROLE: 'api', DATABASE_URL: worker.connectionString });
  const id = await send(api, receiver.url());
  assert.equal((await ended(api, id, 1)).status, 'delivered');
});

test('a process killed between sending and recording delivers again under the same id', async (t) => {
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const { connectionString } = await createTestDatabase(t);
  const home = await openHome();
  t.after(() => home.close());
  const process = await home.start({
    DATABASE_URL: connectionString,
    WEBDATA_SECRET: 'a root secret for tests alone',
  });
  receiver.behave('/hook', 'hang');
  const answer = await fetch(`${process.url}/v1/webhooks/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url() }),
  });
  const { id } = (await answer.json()) as { id: string };
  await receiver.arrived(1);
  await process.kill();

  receiver.behave('/hook', { status: 200 });
  // Its claim has expired by the clock of the next process.
  const clock = { now: () => addMs(new Date(), 60_000) };
  const successor = await startTestService(t, { DATABASE_URL: connectionString }, { clock });
  const delivery = await ended(successor, id, 2);
  assert.equal(delivery.status, 'delivered', JSON.stringify(delivery));
  assert.deepEqual(
    delivery.attempts.map((attempt: { status_code: number | null }) => attempt.status_code),
    [null, 200],
  );
  const ids = receiver.messages().map((message) => message.id);
  assert.deepEqual(ids, [id, id]);
});
