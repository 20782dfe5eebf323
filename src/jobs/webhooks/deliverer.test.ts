import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { type ReceivedMessage, startWebhookReceiver } from '../../../test/world/webhook-receiver.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { type Log, silentLog } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { isConnectionFailure } from '../../store/database-failure.ts';
import { createSsrfGuard } from '../../web/guard/ssrf-guard.ts';
import { createPoster } from '../../web/http/http-poster.ts';
import { createAttempt } from './attempt.ts';
import { type ClaimRules, claimDeliveries } from './claims.ts';
import { type Deliverer, startDeliverer } from './deliverer.ts';
import { deleteOldDeliveries, findDelivery, redeliver } from './deliveries.ts';
import { emitEvent, emitEvents, type NewEvent } from './events.ts';
import { createWebhookSecrets } from './secrets.ts';
import { listFailingTargets } from './targets.ts';

const start = new Date('2026-11-20T10:00:00.000Z');
const hour = 3_600_000;
const rule: ClaimRules = { leaseMs: 25_000, perTarget: 4 };

interface Worker extends Deliverer {
  clock: Clock;
}

async function countDeliveries(database: Database, jobId: string) {
  const rows = await database.selectFrom('deliveries').select('status').where('job_id', '=', jobId).execute();
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  return { delivered: count('delivered'), failed: count('failed') };
}

async function setUp(t: TestContext, allowNetworks = ['127.0.0.0/8']) {
  const { database, pool, connectionString } = await createTestDatabase(t);
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  await pool.query(`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values ('acct_a', 'a', 'default', 0, now(), true, now())`);
  const secrets = createWebhookSecrets({ database, key: randomBytes(32) });
  const guard = createSsrfGuard({ allowNetworks, ownAddresses: () => [] });
  let now = start;
  const clock = { now: () => now };
  const logged: string[] = [];
  const write: Log['info'] = (fields, message) => logged.push(`${JSON.stringify(fields)} ${message}`);
  const log: Log = { ...silentLog, debug: write, info: write, warn: write, error: write };

  function startWorker(workerSecrets = secrets): Worker {
    const poster = createPoster({ guard, maxResponseBytes: 1_024 });
    const attempt = createAttempt({
      poster,
      secrets: workerSecrets,
      clock,
      getLinkBase: () => 'https://data.test',
      userAgent: 'test',
      findMail: () => null,
    });
    const connection = { connectionString };
    const deliverer = startDeliverer({ database, connection, attempt, clock, log, rule });
    t.after(async () => {
      await deliverer.stop(100);
      await poster.close();
    });
    return { ...deliverer, clock };
  }

  const emit = (event: Partial<NewEvent> = {}) =>
    database.transaction().execute((transaction) =>
      emitEvent(transaction, {
        accountId: 'acct_a',
        jobId: 'job_1',
        type: 'job.completed',
        url: receiver.url(),
        data: { done: 3 },
        at: now,
        ...event,
      }),
    );

  /** Returns the delivery once no attempt is running and `count` were made. */
  async function settled(id: string, count: number) {
    for (;;) {
      const delivery = await findDelivery(database, 'acct_a', id);
      const last = delivery?.attempts.at(-1);
      if (delivery?.attempt_count === count && last?.ms !== null) return delivery;
      await pause(5);
    }
  }

  const moveTo = (instant: Date) => {
    now = instant;
  };
  return { database, pool, receiver, secrets, clock, moveTo, startWorker, emit, settled, logged };
}

/** Returns whether the message is signed with exactly these secrets, in this order. */
function isSignedBy({ id, raw, headers }: ReceivedMessage, secrets: string[]): boolean {
  const expected = secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
    return `v1,${hmac.update(`${id}.${headers['webhook-timestamp']}.${raw}`).digest('base64')}`;
  });
  return headers['webhook-signature'] === expected.join(' ');
}

/** Moves the clock from attempt to attempt until `until`, or until none is due. */
async function passTime(
  { settled, moveTo }: Awaited<ReturnType<typeof setUp>>,
  worker: Worker,
  id: string,
  until: Date,
): Promise<void> {
  for (let count = 1; ; count += 1) {
    const { next_attempt_at: next } = await settled(id, count);
    if (next === null || new Date(next) > until) return moveTo(until);
    moveTo(new Date(next));
    worker.wake();
  }
}

test('an event is delivered at once: signed, with links, and recorded', async (t) => {
  const { emit, startWorker, settled, receiver, secrets, database } = await setUp(t);
  startWorker();
  receiver.behave('/hook', { status: 200, body: `thanks ${'x'.repeat(3_000)}` });
  const id = await emit();
  const [message] = await receiver.arrived(1);
  assert.ok(message !== undefined);
  assert.equal(message.id, id);
  assert.deepEqual(message.body, {
    type: 'job.completed',
    timestamp: start.toISOString(),
    data: {
      jid: 'job_1',
      done: 3,
      links: { job: 'https://data.test/v1/jobs/job_1', results: 'https://data.test/v1/jobs/job_1/results' },
    },
  });
  assert.ok(isSignedBy(message, await secrets.signing('acct_a', start)));
  const delivery = await settled(id, 1);
  assert.equal(delivery.status, 'delivered');
  assert.equal(delivery.attempts[0]?.status_code, 200);
  assert.equal(delivery.attempts[0]?.answer?.length, 1_024);
  assert.deepEqual(await countDeliveries(database, 'job_1'), { delivered: 1, failed: 0 });
});

test('a receiver that is down for an hour gets the event once it is available', async (t) => {
  const world = await setUp(t);
  const { receiver, settled, secrets } = world;
  receiver.behave('/hook', { status: 500, body: 'out\0 of order' });
  const worker = world.startWorker();
  const id = await world.emit();
  await passTime(world, worker, id, addMs(start, hour));
  const failed = await settled(id, 4);
  assert.equal(failed.status, 'pending');
  assert.equal(failed.attempts[0]?.error, 'The receiver answered 500.');
  assert.equal(failed.attempts[0]?.answer, 'out\uFFFD of order');
  receiver.behave('/hook', { status: 204 });
  world.moveTo(new Date(failed.next_attempt_at as string));
  worker.wake();
  const delivered = await settled(id, 5);
  assert.equal(delivered.status, 'delivered');
  const messages = receiver.messages();
  assert.equal(receiver.count(id), 5);
  const seconds = messages.map(
    ({ headers }) => Number(headers['webhook-timestamp']) - start.getTime() / 1_000,
  );
  const retryDelays = [0, 5, 305, 2_105, 9_305];
  for (const [index, second] of seconds.entries()) {
    const step = retryDelays[index] as number;
    assert.ok(second >= step && second <= step * 1.2 + 1, `attempt ${index + 1} after ${second} s`);
  }
  const signing = await secrets.signing('acct_a', start);
  assert.ok(messages.every((message) => isSignedBy(message, signing)));
});

test('a receiver that is down for a day gets the event; one that is down for two days is given up', async (t) => {
  const world = await setUp(t);
  const { receiver, settled, database } = world;
  receiver.behave('/hook', 'cut');
  const worker = world.startWorker();
  const id = await world.emit();
  await passTime(world, worker, id, addMs(start, 24 * hour));
  const waiting = await settled(id, 7);
  assert.equal(waiting.attempts[6]?.error, 'The connection to the site failed.');
  receiver.behave('/hook', { status: 200 });
  world.moveTo(new Date(waiting.next_attempt_at as string));
  worker.wake();
  assert.equal((await settled(id, 8)).status, 'delivered');

  receiver.behave('/hook', { status: 503 });
  const other = await world.emit({ jobId: 'job_2', at: world.clock.now() });
  await passTime(world, worker, other, addMs(world.clock.now(), 48 * hour));
  const givenUp = await settled(other, 8);
  assert.equal(givenUp.status, 'failed');
  assert.deepEqual(await countDeliveries(database, 'job_2'), { delivered: 0, failed: 1 });

  receiver.behave('/hook', { status: 200 });
  await redeliver(database, 'acct_a', other, world.clock.now());
  assert.equal((await settled(other, 9)).status, 'delivered');
  assert.deepEqual(await countDeliveries(database, 'job_2'), { delivered: 1, failed: 0 });
  assert.equal(receiver.count(other), 9);
});

test('Retry-After is respected, and redirects are not followed', async (t) => {
  const { startWorker, emit, settled, receiver } = await setUp(t);
  startWorker();
  receiver.behave('/busy', { status: 429, headers: { 'retry-after': '600' } });
  receiver.behave('/moved', { status: 302, headers: { location: receiver.url('/hook') } });
  const [busy, moved] = [
    await emit({ url: receiver.url('/busy') }),
    await emit({ url: receiver.url('/moved') }),
  ];
  const { next_attempt_at: next } = await settled(busy, 1);
  assert.equal(next, addMs(start, 600_000).toISOString());
  const redirected = await settled(moved, 1);
  assert.equal(redirected.attempts[0]?.error, 'The receiver answered 302: redirects are not followed.');
  assert.equal(receiver.messages('/hook').length, 0);
});

test('a receiver that is gone gets no more events of that job until a manual redelivery', async (t) => {
  const { startWorker, emit, settled, receiver, database, clock } = await setUp(t);
  const waiting = await emit({ at: addMs(start, 60_000) });
  startWorker();
  receiver.behave('/hook', { status: 410 });
  const id = await emit();
  assert.equal((await settled(id, 1)).status, 'disabled');
  assert.equal((await settled(waiting, 0)).status, 'disabled');
  assert.equal((await settled(await emit(), 0)).status, 'disabled');
  receiver.behave('/hook', { status: 200 });
  assert.equal((await settled(await emit({ jobId: 'job_2' }), 1)).status, 'delivered');
  await redeliver(database, 'acct_a', id, clock.now());
  assert.equal((await settled(id, 2)).status, 'delivered');
  assert.equal((await settled(await emit(), 1)).status, 'delivered');
});

test('a target without a success for days is disabled with a notice, and enabled by the first success', async (t) => {
  const world = await setUp(t);
  const { database, receiver, settled, logged } = world;
  receiver.behave('/hook', { status: 500 });
  const worker = world.startWorker();
  const targets = () => listFailingTargets(database, 'acct_a', 10, world.clock.now());
  const first = await world.emit();
  await passTime(world, worker, first, addMs(start, 48 * hour));
  assert.equal((await settled(first, 8)).status, 'failed');
  const [failing] = await targets();
  assert.deepEqual([failing?.status, failing?.failures, failing?.disabled_at], ['failing', 8, null]);
  assert.match(failing?.notice ?? '', /^Failing for 2 days\. After 5 days /);

  // Four days later without an event, another one has its whole retry schedule before it is given up.
  world.moveTo(addMs(start, 6 * 24 * hour));
  const second = await world.emit({ jobId: 'job_2', at: world.clock.now() });
  worker.wake();
  assert.equal((await settled(second, 1)).status, 'pending');
  await passTime(world, worker, second, addMs(start, 9 * 24 * hour));
  assert.equal((await settled(second, 8)).status, 'failed');
  const [disabled] = await targets();
  assert.deepEqual([disabled?.status, disabled?.failures], ['disabled', 16]);
  assert.match(disabled?.notice ?? '', /webhooks\/test/);
  assert.ok(logged.some((line) => /webhook target disabled/.test(line)));

  const at = world.clock.now();
  const late = await world.emit({ jobId: 'job_3', at });
  assert.equal((await settled(late, 0)).status, 'disabled');
  const elsewhere = await world.emit({ jobId: 'job_3', at, url: receiver.url('/other') });
  assert.equal((await settled(elsewhere, 1)).status, 'delivered');

  receiver.behave('/hook', { status: 200 });
  const deliveryId = await world.emit({ jobId: null, type: 'webhook.test', at });
  assert.equal((await settled(deliveryId, 1)).status, 'delivered');
  assert.deepEqual(await targets(), []);
  assert.equal((await settled(await world.emit({ jobId: 'job_3', at }), 1)).status, 'delivered');
});

test('a private address is a failed attempt with that error, at every attempt', async (t) => {
  const world = await setUp(t, []);
  const worker = world.startWorker();
  const id = await world.emit();
  await passTime(world, worker, id, addMs(start, 10_000));
  const { attempts } = await world.settled(id, 2);
  assert.deepEqual(
    attempts.map(({ error, status_code }) => [error, status_code]),
    Array(2).fill([
      'The address is not on the public internet. The operator can allow its network with WEBDATA_ALLOW_NETWORKS.',
      null,
    ]),
  );
  assert.equal(world.receiver.messages().length, 0);
});

test('two workers deliver every event once, and no target gets more than four at a time', async (t) => {
  const { database, receiver, startWorker, settled, clock } = await setUp(t);
  const events = Array.from({ length: 120 }, (_, index) => ({
    accountId: 'acct_a',
    jobId: 'job_1',
    type: 'job.page' as const,
    url: receiver.url(`/hook/${index % 7}`),
    data: { index },
    at: clock.now(),
  }));
  startWorker();
  startWorker();
  const ids = await database.transaction().execute((transaction) => emitEvents(transaction, events));
  for (const id of ids) assert.equal((await settled(id, 1)).status, 'delivered');
  assert.deepEqual(
    ids.map((id) => receiver.count(id)),
    ids.map(() => 1),
  );
  assert.ok(receiver.maxConcurrency <= rule.perTarget, `${receiver.maxConcurrency} at once`);
});

test('a delivery claimed by a killed process is delivered under the same id after the lease', async (t) => {
  const { database, receiver, startWorker, emit, settled, clock, moveTo } = await setUp(t);
  const id = await emit();
  assert.equal((await claimDeliveries(database, rule, 10, clock.now())).length, 1);
  const worker = startWorker();
  const other = await emit({ url: receiver.url('/other') });
  await settled(other, 1);
  assert.equal(receiver.count(id), 0);
  await assert.rejects(redeliver(database, 'acct_a', id, clock.now()), /is running/);
  moveTo(addMs(start, rule.leaseMs));
  worker.wake();
  const delivery = await settled(id, 2);
  assert.equal(delivery.status, 'delivered');
  assert.equal(delivery.attempts[0]?.ms, null);
  assert.equal(receiver.count(id), 1);
});

test('a stopped worker releases unfinished attempts', async (t) => {
  const { receiver, startWorker, emit, settled } = await setUp(t);
  receiver.behave('/hook', 'hang');
  const first = startWorker();
  const id = await emit();
  await receiver.arrived(1);
  await first.stop(0);
  receiver.behave('/hook', { status: 200 });
  startWorker();
  assert.equal((await settled(id, 2)).status, 'delivered');
  assert.equal(receiver.count(id), 2);
});

/** Repeats work that met a closed connection. */
async function withConnection<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
    }
  }
}

test('a worker continues after all of its connections were closed', async (t) => {
  const { database, pool, startWorker, emit, settled } = await setUp(t);
  pool.on('error', () => undefined);
  startWorker();
  await settled(await emit(), 1);
  const killer = await pool.connect();
  await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  killer.release();
  // The test has its connections from the same pool, which notices one closed connection after the other.
  const id = await withConnection(() => emit());
  assert.equal((await withConnection(() => settled(id, 1))).status, 'delivered');
  const counts = await withConnection(() => countDeliveries(database, 'job_1'));
  assert.deepEqual(counts, { delivered: 2, failed: 0 });
});

test('an attempt whose record met a lost connection is recorded, and not repeated', async (t) => {
  const { database, receiver, startWorker, emit, settled } = await setUp(t);
  const id = await emit();
  await database.transaction().execute(async (transaction) => {
    await sql`lock table webhook_stops in exclusive mode`.execute(transaction);
    startWorker();
    const cut = async () => {
      const { rows } = await sql<{ cut: boolean }>`
        select pg_terminate_backend(pid) as cut from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like 'delete from "webhook_stops"%'
      `.execute(database);
      return rows.length > 0;
    };
    while (!(await cut())) await pause(10);
  });
  assert.equal((await settled(id, 1)).status, 'delivered');
  assert.equal(receiver.count(id), 1);
});

test('an attempt that cannot be made is a failed attempt, and is not repeated forever', async (t) => {
  const { database, startWorker, emit, settled, secrets, clock } = await setUp(t);
  await secrets.signing('acct_a', clock.now());
  // The root secret was replaced without encrypting the stored secrets again.
  startWorker(createWebhookSecrets({ database, key: randomBytes(32) }));
  const delivery = await settled(await emit(), 1);
  assert.equal(delivery.status, 'pending');
  assert.match(delivery.attempts[0]?.error ?? '', /could not be created/);
});

test('no secrets or addresses are logged', async (t) => {
  const { receiver, startWorker, emit, settled, secrets, logged } = await setUp(t);
  startWorker();
  receiver.behave('/hook?token=hush', { status: 500 });
  await settled(await emit({ url: receiver.url('/hook?token=hush') }), 1);
  await settled(await emit(), 1);
  const [secret] = await secrets.signing('acct_a', start);
  assert.equal(logged.length, 2);
  assert.equal(
    logged.some((line) => line.includes('hush') || line.includes(secret as string)),
    false,
  );
});

test('ended deliveries are deleted after their time, others are kept', async (t) => {
  const { database, receiver, startWorker, emit, settled } = await setUp(t);
  startWorker();
  receiver.behave('/down', { status: 500 });
  const [ended, open] = [await emit(), await emit({ url: receiver.url('/down') })];
  await settled(ended, 1);
  await settled(open, 1);
  assert.equal(await deleteOldDeliveries(database, start), 0);
  assert.equal(await deleteOldDeliveries(database, addMs(start, 1)), 1);
  assert.equal(await findDelivery(database, 'acct_a', ended), null);
  assert.notEqual(await findDelivery(database, 'acct_a', open), null);
});
