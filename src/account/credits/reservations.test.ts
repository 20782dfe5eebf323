import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { settleReservation } from '../../../test/account/settle-reservation.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs } from '../../domain/system/clock.ts';
import { openDatabase } from '../../store/database.ts';
import { ensureDefaultAccount, findCredits } from '../accounts/accounts.ts';
import { createKey } from '../accounts/keys.ts';
import { chargeCredits } from './ledger.ts';
import { createReservations, reserveCredits, sweepReservations } from './reservations.ts';

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
  // Two processes share one database.
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

test('an extension is flushed to disk, because work goes on with it after a crash of the database', async (t) => {
  const { connectionString, pool } = await createTestDatabase(t);
  await pool.query(`
    create table seen (setting text);
    create function note_commit() returns trigger language plpgsql as $$
      begin insert into seen values (current_setting('synchronous_commit')); return null; end
    $$;
    create trigger note_commit after update on reservations for each row execute function note_commit();
  `);
  await pool.query(
    `alter database "${new URL(connectionString).pathname.slice(1)}" set synchronous_commit = 'local'`,
  );
  const { database } = openDatabase({ connectionString });
  t.after(() => database.destroy());
  const clock = { now: () => now };
  const { accountId } = await ensureDefaultAccount(
    database,
    { planCredits: 100, unlimited: false, presetKey: null },
    clock,
  );
  const reservations = createReservations({ database, clock });
  t.after(() => reservations.close());
  const reservation = await reservations.reserve({ accountId, credits: 3, expiresAt });
  assert.ok(reservation);
  assert.equal((await reservations.extend(reservation, 10)).isExtended, true);
  assert.deepEqual((await pool.query('select setting from seen')).rows, [{ setting: 'local' }]);
});

test('concurrent reservations never exceed the available credits', async (t) => {
  const { database, accountId, processes } = await setUp(t, 100, false);
  const requests = Array.from({ length: 60 }, (_, index) =>
    processes[index % 2]?.reserve({ accountId, credits: 3, expiresAt }),
  );
  const granted = (await Promise.all(requests)).filter((reservation) => reservation !== null);
  assert.equal(granted.length, 33);
  assert.equal((await findCredits(database, accountId, now))?.available, 1);
  const [one] = processes;
  assert.equal(await one.reserve({ accountId, credits: 5, minCredits: 2, expiresAt }), null);
  const rest = await one.reserveUpTo({ accountId, credits: 5, expiresAt });
  assert.equal(rest.credits, 1);
  assert.deepEqual(await one.reserveUpTo({ accountId, credits: 5, expiresAt }), {
    reservationId: null,
    credits: 0,
    refusal: undefined,
  });
  await one.release(null);
  await one.release(rest.reservationId);
  await one.release(rest.reservationId);
  assert.equal((await findCredits(database, accountId, now))?.available, 1);
});

test('concurrent reservations of keys that share a limit never exceed it, even for an unlimited account', async (t) => {
  const { database, accountId, processes } = await setUp(t, 0, true);
  const options = { accountId, name: 'k', scopes: ['write'] as const };
  const { keyId } = await createKey(database, { ...options, creditsPerDay: 100 }, now);
  const { keyId: other } = await createKey(database, { ...options, spendingGroupId: keyId }, now);
  const reserve = (index: number) =>
    processes[index % 2]?.reserve({
      accountId,
      keyId: index % 3 === 0 ? other : keyId,
      credits: 3,
      expiresAt,
    });
  const granted = (await Promise.all(Array.from({ length: 60 }, (_, index) => reserve(index)))).flatMap(
    (reservation) => reservation ?? [],
  );
  assert.equal(granted.length, 33);
  const [one] = processes;
  const [first] = granted;
  assert.ok(first);
  const refused = await one.extend(first, 2);
  assert.equal(refused.isExtended, false);
  assert.match(refused.refusal ?? '', /100 credits per day, and 1 are left/);
  assert.equal((await one.extend(first, 1)).isExtended, true);
  const rest = await one.reserveUpTo({ accountId, keyId: other, credits: 5, expiresAt });
  assert.deepEqual([rest.reservationId, rest.credits], [null, 0]);
});

test('work that runs past midnight holds its credits of the next day, and what was charged before is free again', async (t) => {
  const { database, accountId, processes, moveTo } = await setUp(t, 0, true);
  const key = { accountId, name: 'k', scopes: ['write'] as const, creditsPerDay: 100 };
  const { keyId } = await createKey(database, key, now);
  const [one, two] = processes;
  const tomorrow = addMs(now, 12 * 60 * 60_000);
  const long = await one.reserve({ accountId, keyId, credits: 60, expiresAt: addMs(tomorrow, 60_000) });
  assert.ok(long);
  const charge = {
    accountId,
    keyId,
    credits: 30,
    at: now,
    requestId: null,
    jobId: null,
    pages: 1,
    note: null,
  };
  await database.transaction().execute((transaction) => chargeCredits(transaction, [charge]));
  const rest = await two.reserveUpTo({ accountId, keyId, credits: 500, expiresAt });
  assert.equal(rest.credits, 10);
  moveTo(tomorrow);
  const next = { accountId, keyId, credits: 500, expiresAt: addMs(tomorrow, 60_000) };
  assert.equal((await two.reserveUpTo(next)).credits, 40);
});

test('an unlimited account gets every reservation, a limited one does not', async (t) => {
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
  const [unlimited, limited, unknown] = await Promise.all([
    one.reserve({ accountId, credits: 1_000_000, requestId: 'req_1', expiresAt }),
    one.reserve({ accountId: 'poor', credits: 1, expiresAt }),
    one.reserve({ accountId: 'acct_none', credits: 1, expiresAt }),
  ]);
  assert.equal(unlimited?.credits, 1_000_000);
  assert.equal(limited, null);
  assert.equal(unknown, null);
  const row = await database.selectFrom('reservations').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.reservation_id, unlimited?.reservationId);
  assert.equal(row.request_id, 'req_1');
  assert.deepEqual(row.created_at, now);
});

test('an expired reservation no longer counts and is deleted', async (t) => {
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

test('a job settles its reservation in parts, and never more than was reserved', async (t) => {
  const { database, accountId } = await setUp(t, 100, false);
  const transact = database.transaction();
  const [slice] = await transact.execute((transaction) =>
    reserveCredits(transaction, [{ accountId, credits: 10, jobId: 'job_1', expiresAt }], now),
  );
  const reservationId = slice?.reservation?.reservationId ?? '';
  const settle = (credits: number, isFinal: boolean) => {
    const charge = {
      accountId,
      keyId: 'key_test',
      credits,
      at: now,
      requestId: null,
      jobId: 'job_1',
      pages: 1,
      note: null,
    };
    return transact.execute((transaction) =>
      settleReservation(transaction, reservationId, [charge], isFinal),
    );
  };
  const readState = async () => {
    const credits = await findCredits(database, accountId, now);
    return [credits?.plan, credits?.reserved];
  };
  await settle(4, false);
  assert.deepEqual(await readState(), [96, 6]);
  await assert.rejects(settle(7, false), /check/);
  assert.deepEqual(await readState(), [96, 6]);
  await settle(6, false);
  assert.deepEqual(await readState(), [90, 0]);
});

test('a failed release does not throw and is retried', async (t) => {
  const { database, accountId, processes } = await setUp(t, 10, false);
  const [one] = processes;
  const granted = await one.reserve({ accountId, credits: 4, expiresAt });
  assert.ok(granted !== null);
  await database.transaction().execute(async (transaction) => {
    await sql`select from reservations for update`.execute(transaction);
    const releasing = one.release(granted.reservationId);
    const terminated = async () => {
      const { rows } = await sql<{ terminated: boolean }>`
        select pg_terminate_backend(pid) as terminated from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from reservations%'
      `.execute(database);
      return rows.length > 0;
    };
    while (!(await terminated())) await delay(10);
    await releasing;
  });
  while ((await findCredits(database, accountId, now))?.available !== 10) await delay(10);
});
