import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { createTestDatabase } from '../../test/database.ts';
import { addMs, type Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import { newIdentifier } from '../domain/identifier.ts';
import { silentLog } from '../domain/log.ts';
import { createFileBlobs } from '../store/blobs/file-blobs.ts';
import type { Database } from '../store/database.ts';
import { databaseFailure } from '../store/database-failure.ts';
import { ensureDefaultAccount, findCredits } from './accounts.ts';
import { chargeCredits, topUp, writeLedgerEntry } from './ledger.ts';
import { renewAccounts } from './renewals.ts';
import { createReservations, reserveCredits, settleReservation, sweepReservations } from './reservations.ts';
import { createSettlement } from './settlement.ts';

const start = new Date('2026-01-01T00:00:00.000Z');

/** A repeatable source of chance (mulberry32). */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Everything that must hold of the books at any moment; `open` is what reservations hold. */
async function audit(database: Database, now: Date) {
  const accounts = await sql<{
    account_id: string;
    unlimited: boolean;
    plan: number;
    top_up: number;
    open: number;
    ledger_plan: number;
    ledger_top_up: number;
    latest: number;
    lowest: number;
  }>`
    select account_id, unlimited, plan_balance as plan, top_up_balance as top_up,
      (select coalesce(sum(credits), 0)::bigint from reservations r
        where r.account_id = a.account_id and expires_at > ${now.toISOString()}::timestamptz) as open,
      (select coalesce(sum(credits), 0)::bigint from ledger l where l.account_id = a.account_id and bucket = 'plan')
        as ledger_plan,
      (select coalesce(sum(credits), 0)::bigint from ledger l where l.account_id = a.account_id and bucket = 'top_up')
        as ledger_top_up,
      coalesce((select balance from ledger l where l.account_id = a.account_id order by id desc limit 1), 0) as latest,
      (select min(balance) from ledger l where l.account_id = a.account_id) as lowest
    from accounts a`.execute(database);
  for (const account of accounts.rows) {
    assert.equal(account.plan, account.ledger_plan);
    assert.equal(account.top_up, account.ledger_top_up);
    assert.equal(account.latest, account.plan + account.top_up);
    if (account.unlimited) continue;
    assert.ok(account.lowest >= 0);
    assert.ok(account.plan >= 0 && account.top_up >= 0);
    assert.ok(account.plan + account.top_up >= account.open, JSON.stringify(account));
  }
  const skewed = await sql`
    select id from (
      select id, balance, sum(credits) over (partition by account_id order by id) as running from ledger
    ) as row where balance <> running`.execute(database);
  assert.deepEqual(skewed.rows, []);
  const uncounted = await sql`
    select account_id from accounts
    where (select coalesce(-sum(credits), 0)::bigint from ledger l where l.account_id = accounts.account_id and kind = 'charge')
      <> (select coalesce(sum(credits), 0)::bigint from usage_days u where u.account_id = accounts.account_id)`.execute(
    database,
  );
  assert.deepEqual(uncounted.rows, []);
}

/** Ends a few of the database's other connections again and again. */
async function disturb(pool: Pool, isOver: () => boolean): Promise<number> {
  let killed = 0;
  while (!isOver()) {
    const answer = await pool
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and random() < 0.05`,
      )
      .catch(() => null);
    killed += answer?.rowCount ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return killed;
}

test('the books balance after thousands of random operations at once, with backends killed meanwhile', async (t) => {
  const { database, pool } = await createTestDatabase(t);
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'));
  t.after(() => rm(folder, { recursive: true }));
  let now = start;
  const clock: Clock = { now: () => now };
  const settings = { planCredits: 300, unlimited: false, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, settings, clock);
  await sql`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values ('acct_free', 'free', 'p', 50, ${addMs(start, 40 * 86_400_000).toISOString()}, true, ${start.toISOString()})`.execute(
    database,
  );
  const settlement = createSettlement({
    database,
    blobs: createFileBlobs(folder),
    clock,
    log: silentLog,
  });
  const reservations = createReservations({ database, clock });
  const chance = chanceOf(20_261_005);
  const recorded = new Map<string, number>();
  let refusals = 0;
  let attempts = 2_000;
  /** Reservations of work that is known to have ended; what was killed before it knew leaves its own to their expiry. */
  const ended: string[] = [];

  const forever = () => addMs(now, 365 * 86_400_000);

  /** A request that reserves and is charged some of it. */
  async function request(account: string): Promise<void> {
    const requestId = newIdentifier('req', now);
    const wish = { accountId: account, credits: 1 + chance(30), expiresAt: forever() };
    const granted = chance(2) === 0 ? await reservations.reserveUpTo(wish) : await reservations.reserve(wish);
    if (granted === null || granted.reservationId === null) {
      refusals += 1;
      return;
    }
    if (chance(8) === 0) return reservations.release(granted.reservationId);
    const credits = chance(granted.credits + 1);
    const first = chance(credits + 1);
    const charges = [first, credits - first].map((each) => ({ credits: each, pages: each, note: null }));
    await settlement.record({
      requestId,
      accountId: account,
      keyId: null,
      at: now,
      tool: 'scrape',
      origin: 'http',
      status: 'ok',
      country: null,
      url: null,
      credits,
      ms: 1,
      error: null,
      params: {},
      receipts: [],
      charges,
      reservationId: granted.reservationId,
      contents: [],
      durable: true,
    });
    recorded.set(requestId, credits);
    ended.push(granted.reservationId);
  }

  /** A job that reserves and settles in transactions of its own, slice by slice. */
  async function job(account: string): Promise<void> {
    const reserved = await database
      .transaction()
      .execute((transaction) =>
        reserveCredits(
          transaction,
          [{ accountId: account, credits: 20, atLeast: 5, expiresAt: forever() }],
          now,
        ),
      );
    const [slice] = reserved;
    if (slice === null || slice === undefined) return;
    const chargeOf = (credits: number) => ({
      accountId: account,
      credits,
      at: now,
      requestId: null,
      jobId: 'job_1',
      pages: credits,
      note: null,
    });
    for (const [credits, isFinal] of [
      [2, false],
      [3, chance(2) === 0],
    ] as const) {
      await database
        .transaction()
        .execute((transaction) =>
          settleReservation(transaction, slice.reservationId, [chargeOf(credits)], isFinal),
        );
      if (isFinal) ended.push(slice.reservationId);
    }
  }

  async function randomOperation(): Promise<void> {
    const account = chance(3) === 0 ? 'acct_free' : accountId;
    const kind = chance(20);
    if (kind < 12) return request(account);
    if (kind < 15) return job(account);
    if (kind === 15) return topUp(database, account, 1 + chance(40), null, now);
    if (kind === 16) {
      const refund = {
        accountId: account,
        kind: 'refund',
        bucket: 'plan',
        credits: 1 + chance(3),
        at: now,
      } as const;
      return writeLedgerEntry(database, refund);
    }
    if (kind === 17) {
      now = addMs(now, chance(12) * 86_400_000);
      await renewAccounts(database, now);
      return;
    }
    if (kind === 18) {
      await sweepReservations(database, now);
      return;
    }
    if (chance(4) === 0) await audit(database, now);
  }

  /** On a slow machine the disturber is done with more connections an operation; what is asserted needs enough that end well. */
  const isEnough = () => attempts <= 0 && (attempts < -5_000 || (recorded.size > 300 && refusals > 0));

  async function worker(): Promise<void> {
    while (!isEnough()) {
      attempts -= 1;
      try {
        await randomOperation();
      } catch (error) {
        const failure = error instanceof Failure ? error : databaseFailure(error);
        if (failure?.kind === 'unavailable') continue;
        attempts = -5_001;
        throw error;
      }
    }
  }

  const disturber = disturb(pool, isEnough);
  await Promise.all(Array.from({ length: 40 }, worker));
  assert.ok((await disturber) > 0);
  await settlement.close();
  await reservations.close();
  await audit(database, now);
  assert.ok(recorded.size > 300 && refusals > 0);
  const open = await database.selectFrom('reservations').select('reservation_id').execute();
  const outlived = new Set(open.map((row) => row.reservation_id)).intersection(new Set(ended));
  assert.deepEqual([...outlived], [], 'no reservation outlives its work');
  const rows = await database.selectFrom('requests').select(['request_id', 'credits']).execute();
  const charged = await sql<{ request_id: string; credits: number }>`
    select request_id, -sum(credits)::bigint as credits from ledger
    where kind = 'charge' and request_id is not null group by request_id`.execute(database);
  const bills = new Map(charged.rows.map((row) => [row.request_id, row.credits]));
  for (const row of rows) assert.equal(bills.get(row.request_id) ?? 0, row.credits);
  assert.ok(charged.rows.length <= rows.length);
  const kept = new Map(rows.map((row) => [row.request_id, row.credits]));
  for (const [requestId, credits] of recorded) assert.equal(kept.get(requestId), credits);

  // What crashes left is no use to anybody for longer than its expiry.
  now = addMs(now, 366 * 86_400_000);
  await audit(database, now);
  for (const account of [accountId, 'acct_free']) {
    const credits = await findCredits(database, account, now);
    assert.equal(credits?.reserved, 0);
  }
  await sweepReservations(database, now);
  assert.deepEqual(await database.selectFrom('reservations').selectAll().execute(), []);
});

test('a charge that had to wait for a top-up is paid from it', async (t) => {
  const { database, pool } = await createTestDatabase(t);
  const settings = { planCredits: 0, unlimited: false, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, settings, { now: () => start });
  const charge = { accountId, credits: 5, at: start, requestId: null, jobId: null, pages: null, note: null };
  let charged: Promise<void> = Promise.resolve();
  await database.transaction().execute(async (transaction) => {
    await topUp(transaction, accountId, 5, null, start);
    charged = database.transaction().execute((other) => chargeCredits(other, [charge]));
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await pool.query(waiting)).rowCount === 0);
  });
  await charged;
  await audit(database, start);
  assert.deepEqual(await findCredits(database, accountId, start), {
    plan: 0,
    top_up: 0,
    reserved: 0,
    available: 0,
  });
});
