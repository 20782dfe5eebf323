import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../test/database.ts';
import { addMs } from '../domain/clock.ts';
import { ensureDefaultAccount, findCredits } from './accounts.ts';
import { createReservations, reserveCredits, settleReservation, sweepReservations } from './reservations.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const expiresAt = addMs(now, 60_000);

async function setUp(t: TestContext, planCredits: number, unlimited: boolean) {
  const { database } = await createTestDatabase(t);
  let instant = now;
  const clock = { now: () => instant };
  const { accountId } = await ensureDefaultAccount(
    database,
    { planCredits, unlimited, presetKey: null },
    clock,
  );
  // Two processes over one database.
  const processes = [
    createReservations({ database, clock }),
    createReservations({ database, clock }),
  ] as const;
  t.after(() => Promise.all(processes.map((each) => each.close())));
  const moveTo = (to: Date) => {
    instant = to;
  };
  return { database, accountId, processes, moveTo };
}

test('however many reserve at once, no more is granted than there is', async (t) => {
  const { database, accountId, processes } = await setUp(t, 100, false);
  const wishes = Array.from({ length: 60 }, (_, index) =>
    processes[index % 2]?.reserve({ accountId, credits: 3, expiresAt }),
  );
  const granted = (await Promise.all(wishes)).filter((reservation) => reservation !== null);
  assert.equal(granted.length, 33);
  assert.equal((await findCredits(database, accountId, now))?.available, 1);
  const [one] = processes;
  assert.equal(await one.reserve({ accountId, credits: 5, atLeast: 2, expiresAt }), null);
  const rest = await one.reserveUpTo({ accountId, credits: 5, expiresAt });
  assert.equal(rest.credits, 1);
  assert.deepEqual(await one.reserveUpTo({ accountId, credits: 5, expiresAt }), {
    reservationId: null,
    credits: 0,
  });
  await one.release(null);
  await one.release(rest.reservationId);
  await one.release(rest.reservationId);
  assert.equal((await findCredits(database, accountId, now))?.available, 1);
});

test('an unlimited account is granted everything, beside a limited one that is not', async (t) => {
  const { database, accountId, processes } = await setUp(t, 0, true);
  await database
    .insertInto('accounts')
    .values({
      account_id: 'poor',
      name: 'poor',
      plan: 'p',
      plan_credits: 0,
      renews_at: expiresAt,
      unlimited: false,
      created_at: now,
    })
    .execute();
  const [one] = processes;
  const [mine, theirs, nobodys] = await Promise.all([
    one.reserve({ accountId, credits: 1_000_000, requestId: 'req_1', expiresAt }),
    one.reserve({ accountId: 'poor', credits: 1, expiresAt }),
    one.reserve({ accountId: 'acct_none', credits: 1, expiresAt }),
  ]);
  assert.equal(mine?.credits, 1_000_000);
  assert.equal(theirs, null);
  assert.equal(nobodys, null);
  const row = await database.selectFrom('reservations').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.reservation_id, mine?.reservationId);
  assert.equal(row.request_id, 'req_1');
  assert.deepEqual(row.created_at, now);
});

test('an expired reservation stops counting by the clock, and is swept', async (t) => {
  const { database, accountId, processes, moveTo } = await setUp(t, 10, false);
  const [one] = processes;
  await one.reserve({ accountId, credits: 10, expiresAt });
  assert.equal(await one.reserve({ accountId, credits: 1, expiresAt }), null);
  assert.equal(await sweepReservations(database, now), 0);
  moveTo(expiresAt);
  assert.equal((await findCredits(database, accountId, expiresAt))?.available, 10);
  assert.notEqual(await one.reserve({ accountId, credits: 10, expiresAt: addMs(expiresAt, 1) }), null);
  assert.equal(await sweepReservations(database, expiresAt), 1);
});

test('a job settles its reservation slice by slice, and never more than it holds', async (t) => {
  const { database, accountId } = await setUp(t, 100, false);
  const transact = database.transaction();
  const [slice] = await transact.execute((transaction) =>
    reserveCredits(transaction, [{ accountId, credits: 10, jobId: 'job_1', expiresAt }], now),
  );
  const reservationId = slice?.reservationId ?? '';
  const settle = (credits: number, isFinal: boolean) => {
    const charge = { accountId, credits, at: now, requestId: null, jobId: 'job_1', pages: 1, note: null };
    return transact.execute((transaction) =>
      settleReservation(transaction, reservationId, [charge], isFinal),
    );
  };
  const standing = async () => {
    const credits = await findCredits(database, accountId, now);
    return [credits?.plan, credits?.reserved];
  };
  await settle(4, false);
  assert.deepEqual(await standing(), [96, 6]);
  await assert.rejects(settle(7, false), /check/);
  assert.deepEqual(await standing(), [96, 6]);
  await settle(6, false);
  assert.deepEqual(await standing(), [90, 0]);
});
