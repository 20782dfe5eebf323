import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { createFinishedRequest } from '../../../test/account/finished-request.ts';
import { settleReservation } from '../../../test/account/settle-reservation.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { silentLog } from '../../domain/system/log.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import { createFileBlobs } from '../../store/blobs/file-blobs.ts';
import type { Database } from '../../store/database.ts';
import { databaseFailure } from '../../store/database-failure.ts';
import { ensureDefaultAccount, findCredits } from '../accounts/accounts.ts';
import { createSettlement } from '../requests/settlement.ts';
import { chargeCredits, topUp, writeLedgerEntry } from './ledger.ts';
import { renewAccounts } from './renewals.ts';
import { createReservations, reserveCredits, sweepReservations } from './reservations.ts';

const start = new Date('2026-01-01T00:00:00.000Z');

/** A seeded pseudo-random generator (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Asserts the invariants of all ledgers. The clock is read after the snapshot: every reservation in it was granted at that
 * time or before, when those that had expired did not count any more. An earlier time would count both.
 */
async function audit(database: Database, clock: Clock) {
  const accounts = await sql<{
    account_id: string;
    unlimited: boolean;
    plan: number;
    top_up: number;
    reservations: Array<{ credits: number; expires_at: string }>;
    ledger_plan: number;
    ledger_top_up: number;
    latest: number;
    lowest: number;
  }>`
    select account_id, unlimited, plan_balance as plan, top_up_balance as top_up,
      (select coalesce(json_agg(json_build_object('credits', credits, 'expires_at', expires_at)), '[]')
        from reservations r where r.account_id = a.account_id) as reservations,
      (select coalesce(sum(credits), 0)::bigint from ledger l where l.account_id = a.account_id and bucket = 'plan')
        as ledger_plan,
      (select coalesce(sum(credits), 0)::bigint from ledger l where l.account_id = a.account_id and bucket = 'top_up')
        as ledger_top_up,
      coalesce((select balance from ledger l where l.account_id = a.account_id order by id desc limit 1), 0) as latest,
      (select min(balance) from ledger l where l.account_id = a.account_id) as lowest
    from accounts a`.execute(database);
  const now = clock.now();
  for (const account of accounts.rows) {
    assert.equal(account.plan, account.ledger_plan);
    assert.equal(account.top_up, account.ledger_top_up);
    assert.equal(account.latest, account.plan + account.top_up);
    if (account.unlimited) continue;
    assert.ok(account.lowest >= 0);
    assert.ok(account.plan >= 0 && account.top_up >= 0);
    const open = account.reservations
      .filter(({ expires_at }) => new Date(expires_at) > now)
      .reduce((sum, { credits }) => sum + credits, 0);
    assert.ok(account.plan + account.top_up >= open, `${open} open: ${JSON.stringify(account)}`);
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

/** Repeatedly terminates random other connections of the database. */
async function terminateConnections(pool: Pool, isOver: () => boolean): Promise<number> {
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

test('ledgers balance after thousands of concurrent random operations with terminated connections', async (t) => {
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
  const random = createRandom(20_261_005);
  const recorded = new Map<string, number>();
  let rejections = 0;
  let attempts = 2_000;
  /** Reservations of finished work; interrupted work leaves its reservations to expire. */
  const ended: string[] = [];

  const forever = () => addMs(now, 365 * 86_400_000);

  /** Reserves credits and charges some of them. */
  async function request(account: string): Promise<void> {
    const requestId = newIdentifier('req', now);
    const options = { accountId: account, credits: 1 + random(30), expiresAt: forever() };
    const granted =
      random(2) === 0 ? await reservations.reserveUpTo(options) : await reservations.reserve(options);
    if (granted === null || granted.reservationId === null) {
      rejections += 1;
      return;
    }
    if (random(8) === 0) return reservations.release(granted.reservationId);
    const credits = random(granted.credits + 1);
    const first = random(credits + 1);
    const charges = [first, credits - first].map((each) => ({ credits: each, pages: each, note: null }));
    const { reservationId } = granted;
    await settlement.record(createFinishedRequest(account, now, { requestId, charges, reservationId }));
    recorded.set(requestId, credits);
    ended.push(granted.reservationId);
  }

  /** Reserves and settles in separate transactions, like a job. */
  async function job(account: string): Promise<void> {
    const reserved = await database
      .transaction()
      .execute((transaction) =>
        reserveCredits(
          transaction,
          [{ accountId: account, credits: 20, minCredits: 5, expiresAt: forever() }],
          now,
        ),
      );
    const slice = reserved[0]?.reservation ?? null;
    if (slice === null) return;
    const createCharge = (credits: number) => ({
      accountId: account,
      keyId: 'key_test',
      credits,
      at: now,
      requestId: null,
      jobId: 'job_1',
      pages: credits,
      note: null,
    });
    for (const [credits, isFinal] of [
      [2, false],
      [3, random(2) === 0],
    ] as const) {
      await database
        .transaction()
        .execute((transaction) =>
          settleReservation(transaction, slice.reservationId, [createCharge(credits)], isFinal),
        );
      if (isFinal) ended.push(slice.reservationId);
    }
  }

  async function randomOperation(): Promise<void> {
    const account = random(3) === 0 ? 'acct_free' : accountId;
    const kind = random(20);
    if (kind < 12) return request(account);
    if (kind < 15) return job(account);
    if (kind === 15) return topUp(database, account, 1 + random(40), null, now);
    if (kind === 16) {
      const topUp = {
        accountId: account,
        kind: 'top_up',
        bucket: 'plan',
        credits: 1 + random(3),
        at: now,
      } as const;
      return writeLedgerEntry(database, topUp);
    }
    if (kind === 17) {
      now = addMs(now, random(12) * 86_400_000);
      await renewAccounts(database, now);
      return;
    }
    if (kind === 18) {
      await sweepReservations(database, now);
      return;
    }
    if (random(4) === 0) await audit(database, clock);
  }

  /** Slow machines lose more connections per operation, so enough operations must succeed before the end. */
  const isEnough = () => attempts <= 0 && (attempts < -5_000 || (recorded.size > 300 && rejections > 0));

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

  const terminations = terminateConnections(pool, isEnough);
  await Promise.all(Array.from({ length: 40 }, worker));
  assert.ok((await terminations) > 0);
  await settlement.close();
  await reservations.close();
  await audit(database, clock);
  assert.ok(recorded.size > 300 && rejections > 0);
  const open = await database.selectFrom('reservations').select('reservation_id').execute();
  const outlived = new Set(open.map((row) => row.reservation_id)).intersection(new Set(ended));
  assert.deepEqual([...outlived], [], 'reservations of finished work are removed');
  const rows = await database.selectFrom('requests').select(['request_id', 'credits']).execute();
  const charged = await sql<{ request_id: string; credits: number }>`
    select request_id, -sum(credits)::bigint as credits from ledger
    where kind = 'charge' and request_id is not null group by request_id`.execute(database);
  const bills = new Map(charged.rows.map((row) => [row.request_id, row.credits]));
  for (const row of rows) assert.equal(bills.get(row.request_id) ?? 0, row.credits);
  assert.ok(charged.rows.length <= rows.length);
  const stored = new Map(rows.map((row) => [row.request_id, row.credits]));
  for (const [requestId, credits] of recorded) assert.equal(stored.get(requestId), credits);

  // Reservations of interrupted work end with their expiry.
  now = addMs(now, 366 * 86_400_000);
  await audit(database, clock);
  for (const account of [accountId, 'acct_free']) {
    const credits = await findCredits(database, account, now);
    assert.equal(credits?.reserved, 0);
  }
  await sweepReservations(database, now);
  assert.deepEqual(await database.selectFrom('reservations').selectAll().execute(), []);
});

test('a charge that waited for a top-up is paid from it', async (t) => {
  const { database, pool } = await createTestDatabase(t);
  const settings = { planCredits: 0, unlimited: false, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, settings, { now: () => start });
  const charge = {
    accountId,
    keyId: 'key_test',
    credits: 5,
    at: start,
    requestId: null,
    jobId: null,
    pages: null,
    note: null,
  };
  let charged: Promise<void> = Promise.resolve();
  await database.transaction().execute(async (transaction) => {
    await topUp(transaction, accountId, 5, null, start);
    charged = database.transaction().execute((other) => chargeCredits(other, [charge]));
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await pool.query(waiting)).rowCount === 0);
  });
  await charged;
  await audit(database, { now: () => start });
  assert.deepEqual(await findCredits(database, accountId, start), {
    plan: 0,
    top_up: 0,
    reserved: 0,
    available: 0,
  });
});
