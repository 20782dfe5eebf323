import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../test/database.ts';
import { ensureDefaultAccount, findCredits } from '../account/accounts/accounts.ts';
import { createReservations } from '../account/credits/reservations.ts';
import type { Receipt } from '../domain/resources/receipt.ts';
import { addMs } from '../domain/system/clock.ts';
import { type ChargedContext, type ChargePorts, runCharged } from './charged-work.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const price = { credits: 3, note: 'scrape' };

async function setUp(t: TestContext) {
  const { database } = await createTestDatabase(t);
  const clock = { now: () => now };
  const plan = { planCredits: 10, unlimited: false, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, plan, clock);
  const reservations = createReservations({ database, clock });
  t.after(() => reservations.close());
  // Nothing is signed here.
  const ports: ChargePorts = { reservations, signer: {} as ChargePorts['signer'], clock };
  const contextOf = (workMs: number): ChargedContext => ({
    requestId: 'req_1',
    principal: { accountId, keyId: 'key_test' },
    signal: new AbortController().signal,
    startedAt: now,
    workUntil: addMs(now, workMs),
  });
  const reserved = async () => (await findCredits(database, accountId, now))?.reserved;
  const lifetimes = async () => {
    const rows = await database.selectFrom('reservations').select('expires_at').execute();
    return rows.map((row) => row.expires_at.getTime() - now.getTime());
  };
  return { ports, contextOf, reserved, lifetimes };
}

test('work that fails is free at once', async (t) => {
  const { ports, contextOf, reserved } = await setUp(t);
  const failing = runCharged(ports, contextOf(100_000), price, async ({ credits }) => {
    assert.equal(credits, 3);
    assert.equal(await reserved(), 3);
    throw new Error('the work failed');
  });
  await assert.rejects(failing, /the work failed/);
  assert.equal(await reserved(), 0);
});

test('work gets the credits that the account has, and can require more', async (t) => {
  const { ports, contextOf, reserved } = await setUp(t);
  const asking = runCharged(ports, contextOf(100_000), { ...price, credits: 50 }, async (charged) => {
    assert.equal(charged.credits, 10);
    charged.require(11, 'Add credits.');
  });
  await assert.rejects(asking, /Add credits\./);
  assert.equal(await reserved(), 0);
});

test('the reservation of a killed process expires three minutes after the start, or after the end of a task', async (t) => {
  const { ports, contextOf, lifetimes } = await setUp(t);
  for (const workMs of [1_000, 100_000, 3_600_000])
    await runCharged(ports, contextOf(workMs), price, async () => {});
  const found = await lifetimes();
  assert.deepEqual(
    found.toSorted((one, other) => one - other),
    [180_000, 180_000, 3_680_000],
  );
});

test('work that ended and cannot be settled is released', async (t) => {
  const { ports, contextOf, reserved } = await setUp(t);
  const receipt = { credits: 1, exit: null, status: 'ok' } as unknown as Receipt;
  const billing = await runCharged(ports, contextOf(100_000), price, async (charged) =>
    charged.bill({}, receipt),
  );
  assert.deepEqual(billing.charges, [{ credits: 1, pages: 1, note: 'scrape' }]);
  assert.equal(await reserved(), 3);
  await billing.undo();
  assert.equal(await reserved(), 0);
});
