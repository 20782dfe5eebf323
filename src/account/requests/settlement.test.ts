import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { createFinishedRequest } from '../../../test/account/finished-request.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { silentLog } from '../../domain/system/log.ts';
import { newSecretIdentifier } from '../../domain/values/identifier.ts';
import { createFileBlobs } from '../../store/blobs/file-blobs.ts';
import type { Database } from '../../store/database.ts';
import { findContent, type NewContent } from '../../store/pages/contents.ts';
import { ensureDefaultAccount, findCredits } from '../accounts/accounts.ts';
import { createKey, listKeys } from '../accounts/keys.ts';
import { listLedger, topUp } from '../credits/ledger.ts';
import { createReservations } from '../credits/reservations.ts';
import { findRequest } from './history.ts';
import { createSettlement } from './settlement.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const clock: Clock = { now: () => now };

async function setUp(t: TestContext, planCredits: number, unlimited = false) {
  const { database, pool } = await createTestDatabase(t);
  const folder = await mkdtemp(join(tmpdir(), 'settlement-'));
  t.after(() => rm(folder, { recursive: true }));
  const blobs = createFileBlobs(folder);
  const { accountId } = await ensureDefaultAccount(
    database,
    { planCredits, unlimited, presetKey: null },
    clock,
  );
  const settlement = createSettlement({ database, blobs, clock, log: silentLog });
  const reservations = createReservations({ database, clock });
  t.after(() => Promise.all([settlement.close(), reservations.close()]));
  return { database, pool, blobs, accountId, settlement, reservations };
}

async function assertLedgerAddsUp(database: Database): Promise<void> {
  const wrong = await sql`
    select a.account_id from accounts a
    left join (
      select account_id, sum(credits) as total, sum(credits) filter (where bucket = 'plan') as plan,
        (array_agg(balance order by id desc))[1] as latest
      from ledger group by account_id
    ) l using (account_id)
    where a.plan_balance + a.top_up_balance <> coalesce(l.total, 0)
      or a.plan_balance <> coalesce(l.plan, 0) or l.latest <> l.total
    union all
    select account_id from (
      select account_id, balance, sum(credits) over (partition by account_id order by id) as running from ledger
    ) as row where balance <> running
  `.execute(database);
  assert.deepEqual(wrong.rows, []);
}

test('a finished request is charged and stored, and its reservation is released', async (t) => {
  const { database, accountId, settlement, reservations } = await setUp(t, 100);
  const { keyId } = await createKey(database, { accountId, name: 'k', scopes: ['read'] }, now);
  const reserved = await reservations.reserveUpTo({ accountId, credits: 5, expiresAt: addMs(now, 60_000) });
  assert.equal((await findCredits(database, accountId, now))?.reserved, 5);
  const entry = createFinishedRequest(accountId, now, {
    keyId,
    reservationId: reserved.reservationId,
    charges: [{ credits: 3, pages: 3, note: null }],
    params: { url: 'https://example.com/\0\ud800' },
    url: 'https://example.com/\0',
  });
  await settlement.record(entry);
  assert.deepEqual(await findCredits(database, accountId, now), {
    plan: 97,
    top_up: 0,
    reserved: 0,
    available: 97,
  });
  const stored = await findRequest(database, accountId, entry.requestId);
  assert.equal(stored?.credits, 3);
  assert.deepEqual(stored?.params, entry.params);
  const [row] = await listLedger(database, accountId, { before: null, limit: 1 });
  assert.equal(row?.request_id, entry.requestId);
  assert.equal(row?.credits, -3);
  assert.equal(row?.balance, 97);
  assert.equal(row?.pages, 3);
  const keys = await listKeys(database, accountId, now);
  assert.equal(keys.find((key) => key.key_id === keyId)?.last_used_at, now.toISOString());
});

test('recording a request again does not charge again', async (t) => {
  const { database, accountId, settlement } = await setUp(t, 100);
  const entry = createFinishedRequest(accountId, now);
  await Promise.all([settlement.record(entry), settlement.record(entry), settlement.record(entry)]);
  await settlement.record(entry);
  assert.equal((await findCredits(database, accountId, now))?.plan, 99);
  await assertLedgerAddsUp(database);
});

test('plan credits are spent before top-ups, and one charge over both is two rows', async (t) => {
  const { database, accountId, settlement } = await setUp(t, 10);
  await topUp(database, accountId, 20, 'bought', now);
  await Promise.all(
    [4, 9, 5].map((credits) =>
      settlement.record(
        createFinishedRequest(accountId, now, { charges: [{ credits, pages: credits, note: null }] }),
      ),
    ),
  );
  const rows = await listLedger(database, accountId, { before: null, limit: 4 });
  assert.deepEqual(
    rows.map(({ bucket, credits, balance }) => [bucket, credits, balance]),
    [
      ['top_up', -5, 12],
      ['top_up', -3, 17],
      ['plan', -6, 20],
      ['plan', -4, 26],
    ],
  );
  assert.deepEqual(await findCredits(database, accountId, now), {
    plan: 0,
    top_up: 12,
    reserved: 0,
    available: 12,
  });
  await assertLedgerAddsUp(database);
});

test('a request that a limited account cannot pay is rejected alone, without traces', async (t) => {
  const { database, accountId, settlement } = await setUp(t, 10);
  const expensive = createFinishedRequest(accountId, now, {
    charges: [{ credits: 11, pages: null, note: null }],
  });
  const outcomes = await Promise.allSettled([
    settlement.record(createFinishedRequest(accountId, now)),
    settlement.record(expensive),
    settlement.record(createFinishedRequest(accountId, now)),
  ]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  const rejected = outcomes[1] as PromiseRejectedResult;
  assert.ok(rejected.reason instanceof Failure);
  assert.equal(rejected.reason.kind, 'insufficient_credits');
  assert.equal(await findRequest(database, accountId, expensive.requestId), null);
  assert.equal((await findCredits(database, accountId, now))?.plan, 8);
  await assertLedgerAddsUp(database);
});

test('a charge above its reservation is rejected', async (t) => {
  const { database, accountId, settlement, reservations } = await setUp(t, 100);
  const { reservationId } = await reservations.reserveUpTo({
    accountId,
    credits: 2,
    expiresAt: addMs(now, 60_000),
  });
  const entry = createFinishedRequest(accountId, now, {
    reservationId,
    charges: [{ credits: 3, pages: null, note: null }],
  });
  await assert.rejects(settlement.record(entry), Failure);
  assert.deepEqual(await findCredits(database, accountId, now), {
    plan: 100,
    top_up: 0,
    reserved: 2,
    available: 98,
  });
});

test('an unlimited account may go below zero', async (t) => {
  const { database, accountId, settlement } = await setUp(t, 2, true);
  await topUp(database, accountId, 1, null, now);
  await settlement.record(
    createFinishedRequest(accountId, now, { charges: [{ credits: 10, pages: null, note: null }] }),
  );
  assert.deepEqual(await findCredits(database, accountId, now), {
    plan: -7,
    top_up: 0,
    reserved: 0,
    available: 0,
  });
  await assertLedgerAddsUp(database);
});

test('long pages are readable by ref for their account only, until they expire', async (t) => {
  const { database, blobs, accountId, settlement } = await setUp(t, 100);
  const small = '# Title\n\ntext \u{1F600}';
  const contents: NewContent[] = [Buffer.from(small), Buffer.alloc(0)].map((bytes) => ({
    ref: newSecretIdentifier('ref'),
    accountId,
    url: 'https://example.com/',
    title: 'A \0 title',
    body: zstdCompressSync(bytes),
    length: 16,
    sections: [{ id: 's1', title: 'Title', level: 1, offset: 0, length: 16 }],
    createdAt: now,
    expiresAt: addMs(now, 1_000),
  }));
  const [first] = contents as [NewContent, NewContent];
  await settlement.record(createFinishedRequest(accountId, now, { contents }));
  const stores = { database, blobs };
  const found = await findContent(stores, accountId, first.ref, now);
  assert.equal(found.kind === 'found' && found.markdown, small);
  assert.equal((await findContent(stores, 'acct_other', first.ref, now)).kind, 'missing');
  assert.equal((await findContent(stores, accountId, first.ref, addMs(now, 1_000))).kind, 'expired');
});

test('entries that are not durable are written at the latest on close', async (t) => {
  const { database, accountId, settlement } = await setUp(t, 100);
  const entries = Array.from({ length: 100 }, () =>
    createFinishedRequest(accountId, now, { charges: [], isDurable: false }),
  );
  for (const entry of entries) await settlement.record(entry);
  await settlement.close();
  const { count } = await database
    .selectFrom('requests')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(count, 100);
  await assert.rejects(settlement.record(createFinishedRequest(accountId, now)), Failure);
});

test('no request is lost or charged twice while connections are terminated around commits', async (t) => {
  const { database, pool, accountId, settlement, reservations } = await setUp(t, 1_000_000);
  const recorded: string[] = [];
  const rejected: string[] = [];
  let isOver = false;
  let killed = 0;
  const work = Array.from({ length: 8 }, async () => {
    while (killed < 40) {
      const entry = createFinishedRequest(accountId, now);
      try {
        const { reservationId } = await reservations.reserveUpTo({
          accountId,
          credits: 1,
          expiresAt: addMs(now, 1_000),
        });
        await settlement.record({ ...entry, reservationId });
        recorded.push(entry.requestId);
      } catch (error) {
        assert.ok(error instanceof Failure);
        assert.equal(error.kind, 'unavailable');
        rejected.push(entry.requestId);
      }
    }
  });
  const killer = (async () => {
    while (!isOver) {
      const answer = await pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
             and random() < case state when 'idle' then 0.1 else 0.4 end`,
        )
        .catch(() => null);
      killed += answer?.rowCount ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  await Promise.all(work);
  isOver = true;
  await killer;
  // The pool may hold connections whose end it has not yet noticed.
  const useAll = () => Promise.all(Array.from({ length: 20 }, () => pool.query('select 1')));
  while (!(await useAll().then(Boolean, () => false)));
  const stored = await database.selectFrom('requests').select(['request_id', 'credits']).execute();
  const ids = new Set(stored.map((row) => row.request_id));
  assert.equal(ids.size, stored.length);
  for (const requestId of recorded) assert.ok(ids.has(requestId));
  const known = new Set([...recorded, ...rejected]);
  for (const requestId of ids) assert.ok(known.has(requestId));
  const charged = await database
    .selectFrom('ledger')
    .select(['request_id', 'credits'])
    .where('kind', '=', 'charge')
    .execute();
  assert.deepEqual(charged.map((row) => row.request_id).sort(), [...ids].sort());
  assert.equal((await findCredits(database, accountId, now))?.plan, 1_000_000 - stored.length);
  await assertLedgerAddsUp(database);
});
