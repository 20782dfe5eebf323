import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { receiptKeyFromSeed } from '../../domain/crypto/signature.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Database } from '../../store/database.ts';
import { chargeCredits, listLedger, topUp, writeLedgerEntry } from '../credits/ledger.ts';
import { renewAccounts, renewalAfter } from '../credits/renewals.ts';
import { reserveCredits } from '../credits/reservations.ts';
import { ensureDefaultAccount, findCredits, getAccountDocument } from './accounts.ts';
import { ensureInstance, listPublishedKeys, replaceSecrets } from './instance.ts';
import {
  createKey,
  findPrincipal,
  listKeys,
  requireOwnScopes,
  revokeKey,
  rotateKey,
  tokenDigest,
} from './keys.ts';

const start = new Date('2026-01-31T08:00:00.000Z');
const limited = { planCredits: 100, unlimited: false, presetKey: null };

function at(instant: Date): Clock {
  return { now: () => instant };
}

async function setUp(t: TestContext, settings = limited) {
  const { database } = await createTestDatabase(t);
  const { accountId, firstKey } = await ensureDefaultAccount(database, settings, at(start));
  return { database, accountId, firstKey: firstKey as string };
}

async function charge(database: Database, accountId: string, credits: number): Promise<void> {
  await database.transaction().execute((transaction) =>
    chargeCredits(transaction, [
      {
        accountId,
        keyId: 'key_test',
        credits,
        at: start,
        requestId: null,
        jobId: null,
        pages: null,
        note: null,
      },
    ]),
  );
}

async function kinds(database: Database, accountId: string) {
  const rows = await listLedger(database, accountId, { before: null, limit: 10 });
  return rows.map(({ kind, credits, balance }) => [kind, credits, balance]);
}

test('processes that start concurrently create one account with one first key', async (t) => {
  const { database } = await createTestDatabase(t);
  const starts = await Promise.all(
    Array.from({ length: 4 }, () => ensureDefaultAccount(database, limited, at(start))),
  );
  assert.equal(new Set(starts.map((one) => one.accountId)).size, 1);
  const keys = starts.flatMap((one) => one.firstKey ?? []);
  assert.equal(keys.length, 1);
  assert.match(keys[0] as string, /^wd_[0-9a-z]{26}_[0-9a-z]{52}$/);
  const principal = await findPrincipal(database, keys[0] as string, start);
  assert.deepEqual(principal?.scopes, ['read', 'write', 'admin', 'operator']);
  const { accountId } = starts[0] as { accountId: string };
  assert.deepEqual(await kinds(database, accountId), [['renewal', 100, 100]]);
});

test('a preset token is a key, also if it is set later, unless it was revoked', async (t) => {
  const { database, accountId } = await setUp(t, { ...limited, presetKey: 'my-preset.token_1' } as never);
  assert.ok(await findPrincipal(database, 'my-preset.token_1', start));
  const another = { ...limited, presetKey: 'another-preset-token' };
  assert.equal((await ensureDefaultAccount(database, another, at(start))).firstKey, null);
  const principal = await findPrincipal(database, 'another-preset-token', start);
  await revokeKey(database, accountId, principal?.keyId ?? '', start);
  await ensureDefaultAccount(database, another, at(start));
  assert.equal(await findPrincipal(database, 'another-preset-token', start), null);
});

test('only digests of tokens are stored', async (t) => {
  const { database, firstKey } = await setUp(t);
  const row = await database.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(row.digest, tokenDigest(firstKey));
  const secret = firstKey.split('_')[2] as string;
  assert.ok(!JSON.stringify(row).includes(secret));
});

test('unknown, expired, revoked and malformed tokens have no principal', async (t) => {
  const { database, accountId, firstKey } = await setUp(t);
  const expiresAt = addMs(start, 1_000);
  const brief = await createKey(database, { accountId, name: 'brief', scopes: ['read'], expiresAt }, start);
  assert.deepEqual(await findPrincipal(database, brief.token, start), {
    accountId,
    keyId: brief.keyId,
    scopes: ['read'],
  });
  assert.equal(await findPrincipal(database, brief.token, expiresAt), null);
  for (const token of [
    `${firstKey}x`,
    '',
    'short',
    'x'.repeat(10_000),
    `\0${'a'.repeat(20)}`,
    'ä'.repeat(20),
  ]) {
    assert.equal(await findPrincipal(database, token, start), null);
  }
  assert.equal(await revokeKey(database, 'acct_other', brief.keyId, start), false);
  assert.equal(await revokeKey(database, accountId, brief.keyId, start), true);
  assert.equal(await revokeKey(database, accountId, brief.keyId, start), false);
  assert.equal(await findPrincipal(database, brief.token, start), null);
  assert.deepEqual(
    (await listKeys(database, accountId, start)).map((key) => key.name),
    ['first key'],
  );
});

test('a rotated key stays valid for its grace period, beside its successor', async (t) => {
  const { database, accountId } = await setUp(t);
  const old = await createKey(database, { accountId, name: 'robot', scopes: ['read'] }, start);
  const fresh = await database
    .transaction()
    .execute((transaction) => rotateKey(transaction, accountId, old.keyId, 60_000, start));
  assert.ok(fresh !== null);
  assert.deepEqual((await findPrincipal(database, fresh.token, start))?.scopes, ['read']);
  assert.ok(await findPrincipal(database, old.token, addMs(start, 59_999)));
  assert.equal(await findPrincipal(database, old.token, addMs(start, 60_000)), null);
  assert.equal(
    await database
      .transaction()
      .execute((transaction) => rotateKey(transaction, accountId, old.keyId, 60_000, start)),
    null,
  );
});

test('a key cannot create a key with more scopes, and a token exists once', async (t) => {
  const { database, accountId } = await setUp(t);
  const by = { accountId, keyId: 'key_x', scopes: ['read', 'write'] as const };
  requireOwnScopes(by, ['read']);
  assert.throws(() => requireOwnScopes(by, ['read', 'operator']), /operator/);
  const key = { accountId, name: 'same', scopes: ['read'] as const, token: 'sixteen-or-more-chars' };
  await createKey(database, key, start);
  await assert.rejects(createKey(database, key, start), Failure);
  await assert.rejects(createKey(database, { ...key, token: 'has spaces in it ok' }, start), Failure);
});

test('changed settings apply at the next start', async (t) => {
  const { database, accountId } = await setUp(t, { ...limited, unlimited: true });
  await charge(database, accountId, 150);
  const more = { ...limited, planCredits: 120, unlimited: true };
  await ensureDefaultAccount(database, more, at(start));
  assert.equal((await findCredits(database, accountId, start))?.plan, -30);
  await ensureDefaultAccount(database, { ...more, unlimited: false }, at(start));
  assert.equal((await findCredits(database, accountId, start))?.plan, 0);
  await ensureDefaultAccount(database, { ...more, planCredits: 7, unlimited: false }, at(start));
  assert.deepEqual(await kinds(database, accountId), [
    ['renewal', 30, 0],
    ['renewal', 20, -30],
    ['charge', -150, -50],
    ['renewal', 100, 100],
  ]);
  await renewAccounts(database, new Date('2026-03-01T08:00:00.000Z'));
  assert.equal((await findCredits(database, accountId, start))?.plan, 7);
});

test('accounts renew once a month at the time of their creation, or on the last day of a shorter month', () => {
  const renewals = [
    '2026-01-31T08:00:00Z',
    '2026-02-27T08:00:00Z',
    '2026-02-28T08:00:00Z',
    '2026-12-31T08:00:00Z',
  ].map((now) => renewalAfter(start, new Date(now)).toISOString());
  assert.deepEqual(renewals, [
    '2026-02-28T08:00:00.000Z',
    '2026-02-28T08:00:00.000Z',
    '2026-03-31T08:00:00.000Z',
    '2027-01-31T08:00:00.000Z',
  ]);
});

test('a renewal replaces unspent plan credits and keeps bought credits; missed months count once', async (t) => {
  const { database, accountId } = await setUp(t);
  await topUp(database, accountId, 30, 'bought', start);
  await charge(database, accountId, 40);
  assert.equal(await renewAccounts(database, new Date('2026-02-28T07:59:59.999Z')), 0);
  const late = new Date('2026-05-01T00:00:00.000Z');
  const renewed = await Promise.all([renewAccounts(database, late), renewAccounts(database, late)]);
  assert.equal(renewed[0] + renewed[1], 1);
  assert.deepEqual(await kinds(database, accountId), [
    ['renewal', 100, 130],
    ['expiry', -60, 30],
    ['charge', -40, 90],
    ['top_up', 30, 130],
    ['renewal', 100, 100],
  ]);
  const account = await database.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  assert.equal(account.renews_at.toISOString(), '2026-05-31T08:00:00.000Z');
});

test('a renewal does not remove reserved credits', async (t) => {
  const { database, accountId } = await setUp(t);
  const due = new Date('2026-03-01T00:00:00.000Z');
  await database
    .transaction()
    .execute((transaction) =>
      reserveCredits(transaction, [{ accountId, credits: 100, expiresAt: addMs(due, 60_000) }], due),
    );
  await database.updateTable('accounts').set({ plan_credits: 10 }).execute();
  await renewAccounts(database, due);
  assert.deepEqual(await findCredits(database, accountId, due), {
    plan: 100,
    top_up: 0,
    reserved: 100,
    available: 0,
  });
});

test('a top-up adds to the balance, and ledger rows cannot be changed', async (t) => {
  const { database, accountId } = await setUp(t);
  await charge(database, accountId, 10);
  const topUp = {
    accountId,
    kind: 'top_up',
    bucket: 'top_up',
    credits: 4,
    at: start,
    requestId: 'req_1',
  } as const;
  await writeLedgerEntry(database, topUp);
  const [row] = await listLedger(database, accountId, { before: null, limit: 1 });
  assert.equal(row?.balance, 94);
  assert.equal(row?.request_id, 'req_1');
  assert.equal((await listLedger(database, accountId, { before: row?.id ?? 0, limit: 9 })).length, 2);
  await assert.rejects(database.updateTable('ledger').set({ note: 'x' }).execute(), /append-only/);
  await assert.rejects(database.deleteFrom('ledger').execute(), /append-only/);
});

test('the account document contains credits, keys and limits', async (t) => {
  const { database, accountId } = await setUp(t);
  const view = await getAccountDocument(
    database,
    accountId,
    { requestsPerMinute: 600, concurrent: 50 },
    start,
  );
  assert.equal(view?.account_id, accountId);
  assert.equal(view?.name, 'default');
  assert.deepEqual(view?.credits, { plan: 100, top_up: 0, reserved: 0, available: 100 });
  assert.deepEqual(view?.limits, { requests_per_minute: 600, concurrent: 50 });
  assert.equal(view?.keys.length, 1);
  assert.ok(!JSON.stringify(view).includes('digest'));
  assert.equal(
    await getAccountDocument(database, 'acct_none', { requestsPerMinute: 1, concurrent: 1 }, start),
    null,
  );
});

test('an instance has one secret, and its old receipt keys stay published', async (t) => {
  const { database } = await createTestDatabase(t);
  const [old, fresh] = [receiptKeyFromSeed(Buffer.alloc(32, 1)), receiptKeyFromSeed(Buffer.alloc(32, 2))];
  const facts = { secretFingerprint: 'one', receiptKey: old };
  const joined = await Promise.all(Array.from({ length: 3 }, () => ensureInstance(database, facts, start)));
  assert.equal(new Set(joined.map((instance) => instance.instanceId)).size, 1);
  const intruder = { secretFingerprint: 'two', receiptKey: fresh };
  await assert.rejects(ensureInstance(database, intruder, start), /WEBDATA_SECRET/);
  assert.deepEqual(await listPublishedKeys(database), [old.publicJwk]);
  const replace = (from: typeof facts) =>
    database
      .transaction()
      .execute((transaction) => replaceSecrets(transaction, from, intruder, addMs(start, 1)));
  await assert.rejects(replace(intruder), /changed by another process/);
  await replace(facts);
  await assert.rejects(ensureInstance(database, facts, start), /WEBDATA_SECRET/);
  assert.deepEqual(await listPublishedKeys(database), [fresh.publicJwk, old.publicJwk]);
});
