import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { createFinishedRequest } from '../../../test/account/finished-request.ts';
import { createTestDatabase } from '../../../test/database.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { silentLog } from '../../domain/system/log.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import { createFileBlobs } from '../../store/blobs/file-blobs.ts';
import { ensureDefaultAccount } from '../accounts/accounts.ts';
import { createSettlement } from '../requests/settlement.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const clock: Clock = { now: () => now };

/**
 * Reproduces an order of locks that PostgreSQL reported as a deadlock: a transaction holds a share lock on the
 * account's row, the request and a later transaction wait for the same version of the row, and the request waits
 * between locking and changing it.
 */
test('a request that waited for its account charges it while others wait for the account', async (t) => {
  const { database, pool, connectionString } = await createTestDatabase(t);
  const folder = await mkdtemp(join(tmpdir(), 'concurrent-charges-'));
  t.after(() => rm(folder, { recursive: true }));
  const settings = { planCredits: 100, unlimited: true, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, settings, clock);
  const settlement = createSettlement({ database, blobs: createFileBlobs(folder), clock, log: silentLog });
  t.after(() => settlement.close());
  const entry = createFinishedRequest(accountId, now);
  const waiting = async (count: number) => {
    const query = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await pool.query(query)).rowCount !== count) await delay(10);
  };
  const open = async () => {
    const client = new Client({ connectionString });
    await client.connect();
    // The connection ends with its database.
    client.on('error', () => {});
    await client.query('begin');
    return client;
  };
  const addReservation = `insert into reservations (reservation_id, account_id, credits, created_at, expires_at)
    values ($1, $2, 1, now(), now())`;
  const addRequest = `insert into requests (request_id, account_id, at, tool, origin, status, credits, ms, params)
    values ($1, $2, now(), 'scrape', 'http', 'ok', 0, 1, '{}')`;

  const sharing = await open();
  await sharing.query(addReservation, [newIdentifier('rsv', now), accountId]);
  const blocking = await open();
  await blocking.query(addRequest, [entry.requestId, accountId]);
  const changing = await open();
  await changing.query('update accounts set top_up_balance = 5 where account_id = $1', [accountId]);

  const recorded = settlement.record(entry);
  await waiting(1);
  const next = await open();
  const locked = next.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
  await waiting(2);
  // The request gets the account and waits for the row with its id; the next transaction waits for the request.
  await changing.query('commit');
  await delay(100);
  await waiting(2);
  await blocking.query('rollback');

  await recorded;
  assert.equal((await locked).rowCount, 1);
  const { rows } = await pool.query('select plan_balance + top_up_balance as balance from accounts');
  assert.deepEqual(rows, [{ balance: 104 }]);
});
