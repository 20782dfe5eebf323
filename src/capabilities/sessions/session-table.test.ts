import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { createKey, listKeys } from '../../account/accounts/keys.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database } from '../../store/database.ts';
import { closeAbandonedSessions, sweepSessions } from './lifecycle/sweep-sessions.ts';
import { chargeMinutes, insertSession, listSessions, sessionLeaseMs } from './session-table.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const accountId = 'acct_a';
const exit = {
  country: null,
  city: null,
  network: 'service',
  ip: null,
  verified: false,
  verified_at: null,
  evidence: [],
} as const;

async function insertOpenSession(database: Database, sid: string, requestId: string): Promise<void> {
  await insertSession(database, {
    sid,
    accountId,
    requestId,
    process: 'killed',
    address: null,
    url: 'http://127.0.0.1/',
    title: '',
    exit: { ...exit, evidence: [] },
    login: null,
    openedAt: now,
    expiresAt: addMs(now, 900_000),
    idleMs: 300_000,
  });
}

/** Creates two sessions of a killed process: one completed its request, the other was not charged yet. */
async function setUp(t: TestContext): Promise<Database> {
  const { database } = await createTestDatabase(t);
  await database
    .insertInto('accounts')
    .values({
      account_id: accountId,
      name: 'a',
      plan: 'p',
      plan_credits: 0,
      renews_at: addMs(now, 1_000_000),
      unlimited: true,
      created_at: now,
    })
    .execute();
  await insertOpenSession(database, 'ses_answered', 'req_answered');
  await insertOpenSession(database, 'ses_begun', 'req_begun');
  const receipt = { receipt_id: 'rct_a', account_id: accountId, request_id: 'req_answered', at: now };
  await database
    .insertInto('receipts')
    .values({ ...receipt, receipt: '{}' })
    .execute();
  return database;
}

async function statusesOf(database: Database): Promise<string[]> {
  const sessions = await listSessions(database, accountId, 10, now);
  return sessions.map(({ sid, status }) => `${sid} ${status}`);
}

test('a session that was never charged is deleted when its process is gone', async (t) => {
  const database = await setUp(t);
  await sweepSessions(database, addMs(now, sessionLeaseMs - 1), now);
  assert.deepEqual((await statusesOf(database)).sort(), ['ses_answered open', 'ses_begun open']);
  await sweepSessions(database, addMs(now, sessionLeaseMs), now);
  assert.deepEqual(await statusesOf(database), ['ses_answered closed']);
});

test('closeAbandoned deletes sessions of a killed process that were never charged', async (t) => {
  const database = await setUp(t);
  await closeAbandonedSessions(database, now);
  assert.deepEqual(await statusesOf(database), ['ses_answered closed']);
});

test('minutes of a session are charged to its key, and not beyond the limit of the key', async (t) => {
  const database = await setUp(t);
  const options = { accountId, name: 'k', scopes: ['write'] as const, creditsPerDay: 2 };
  const { keyId } = await createKey(database, options, now);
  const session = { sid: 'ses_answered', accountId, keyId, requestId: 'req_answered' };
  const charge = (chargedMinutes: number) =>
    chargeMinutes(database, session, { chargedMinutes, startedMinutes: chargedMinutes + 1 }, now);
  await charge(1);
  await charge(2);
  await assert.rejects(charge(3), /may spend 2 credits per day, and 0 are left/);
  const [charged] = (await listSessions(database, accountId, 10, now)).filter(
    ({ sid }) => sid === session.sid,
  );
  assert.equal(charged?.credits, 3);
  const [key] = await listKeys(database, accountId, now);
  assert.equal(key?.credits_used_today, 2);
});
