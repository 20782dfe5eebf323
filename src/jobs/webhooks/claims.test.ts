import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs } from '../../domain/system/clock.ts';
import {
  type AttemptOutcome,
  claimDeliveries,
  type DeliveryClaim,
  findNextAttemptAt,
  recordAttempt,
} from './claims.ts';
import { findDelivery } from './deliveries.ts';
import { emitEvents } from './events.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const rule = { leaseMs: 25_000, perTarget: 4 };
const received: AttemptOutcome = { ms: 5, statusCode: 200, answer: '', error: null, retryAfterMs: null };
const failed: AttemptOutcome = { ...received, statusCode: 500, error: 'The receiver answered 500.' };

async function setUp(t: TestContext) {
  const { database, pool } = await createTestDatabase(t);
  await pool.query(`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values ('acct_a', 'a', 'default', 0, now(), true, now()), ('acct_b', 'b', 'default', 0, now(), true, now())`);
  const emit = (count: number, host: string, accountId = 'acct_a') =>
    database.transaction().execute((transaction) =>
      emitEvents(
        transaction,
        Array.from({ length: count }, (_, index) => ({
          accountId,
          jobId: 'job_1',
          type: 'job.page' as const,
          url: `https://${host}/hook`,
          data: { index },
          at: addMs(now, index - count),
        })),
      ),
    );
  const claim = (at = now, most = 64) => claimDeliveries(database, rule, most, at);
  return { database, emit, claim };
}

const perHost = (claims: DeliveryClaim[]) =>
  Map.groupBy(claims, ({ accountId, url }) => `${accountId} ${url}`);

test('concurrent claims share due deliveries: none is claimed twice, no target exceeds its limit', async (t) => {
  const { emit, claim } = await setUp(t);
  for (const host of ['one.test', 'two.test', 'three.test']) await emit(10, host);
  await emit(3, 'one.test', 'acct_b');
  const claims = (await Promise.all(Array.from({ length: 6 }, () => claim()))).flat();
  assert.equal(new Set(claims.map(({ deliveryId }) => deliveryId)).size, claims.length);
  assert.deepEqual([...perHost(claims).values()].map((group) => group.length).sort(), [3, 4, 4, 4]);
  assert.deepEqual(await claim(), []);
});

test('a dead target does not delay the others, and the longest due comes first', async (t) => {
  const { emit, claim } = await setUp(t);
  await emit(500, 'dead.test');
  const ids = await emit(2, 'alive.test');
  const claims = await claim(now, 5);
  assert.equal(claims.filter(({ url }) => url.includes('dead')).length, 4);
  assert.equal(claims.find(({ url }) => url.includes('alive'))?.deliveryId, ids[0]);
});

test('an event in the future waits for its time', async (t) => {
  const { database, emit, claim } = await setUp(t);
  await emit(1, 'one.test');
  assert.deepEqual(await findNextAttemptAt(database), addMs(now, -1));
  assert.deepEqual(await claim(addMs(now, -2)), []);
  assert.equal((await claim(addMs(now, -1))).length, 1);
});

test('an expired claim records its attempt but does not decide the delivery', async (t) => {
  const { database, emit, claim } = await setUp(t);
  const [id] = (await emit(1, 'one.test')) as [string];
  const [first] = (await claim()) as [DeliveryClaim];
  const later = addMs(now, rule.leaseMs);
  assert.deepEqual(await claim(addMs(later, -1)), []);
  const [second] = (await claim(later)) as [DeliveryClaim];
  assert.deepEqual([first.deliveryId, second.deliveryId, second.attempt], [id, id, 2]);

  await recordAttempt(database, first, failed, later);
  assert.deepEqual(await claim(addMs(later, 10_000)), []);
  assert.equal((await findDelivery(database, 'acct_a', id))?.status, 'pending');
  await recordAttempt(database, second, received, later);
  await recordAttempt(database, first, { ...failed, statusCode: 410 }, later);
  const delivery = await findDelivery(database, 'acct_a', id);
  assert.equal(delivery?.status, 'delivered');
  assert.deepEqual(
    delivery?.attempts.map(({ status_code }) => status_code),
    [410, 200],
  );
  const [next] = await emit(1, 'one.test');
  assert.equal((await findDelivery(database, 'acct_a', next as string))?.status, 'pending');
});

test('a permanent rejection ends the delivery, and other events of its target are still sent', async (t) => {
  const { database, emit, claim } = await setUp(t);
  const [id, other] = (await emit(2, 'one.test')) as [string, string];
  const claims = await claim();
  const rejected = claims.find(({ deliveryId }) => deliveryId === id) as DeliveryClaim;
  await recordAttempt(database, rejected, { ...failed, isPermanent: true }, now);
  const delivery = await findDelivery(database, 'acct_a', id);
  assert.deepEqual([delivery?.status, delivery?.next_attempt_at], ['failed', null]);
  assert.equal((await findDelivery(database, 'acct_a', other))?.status, 'pending');
});
