import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/until.ts';
import { addMs, systemClock } from '../../domain/system/clock.ts';
import { silentLog } from '../../domain/system/log.ts';
import { WorkerLease } from './worker-lease.ts';

const lease = { leaseMs: 4_000, beatMs: 50 };

async function setUp(t: TestContext) {
  const { database } = await createTestDatabase(t);
  const open = (aheadMs: number) =>
    new WorkerLease({
      database,
      clock: { now: () => addMs(systemClock.now(), aheadMs) },
      log: silentLog,
      lease,
    });
  const workers = async () => {
    const rows = await database.selectFrom('workers').select('worker_id').execute();
    return rows.map(({ worker_id }) => worker_id);
  };
  /** Renews leases as their processes do, until `isSo`. */
  const beat = (leases: readonly WorkerLease[], isSo: () => boolean | Promise<boolean>) =>
    until(async () => {
      for (const one of leases) await one.renew(() => {});
      return isSo();
    });
  return { open, workers, beat };
}

test('a dead worker whose clock was ahead loses its rows after the time of a lease', async (t) => {
  const { open, workers, beat } = await setUp(t);
  const dead = open(3 * 60 * 60_000);
  const alive = open(0);
  await dead.enter(false);
  await alive.enter(false);
  await beat([alive], () => true);
  assert.equal((await workers()).length, 2);
  await beat([alive], async () => (await workers()).length === 1);
  assert.deepEqual(await workers(), [alive.workerId]);
});

test('a live worker whose clock is ahead keeps its lease', async (t) => {
  const { open, workers, beat } = await setUp(t);
  const [ahead, other] = [open(3 * 60 * 60_000), open(0)];
  const id = ahead.workerId;
  await ahead.enter(false);
  await other.enter(false);
  const end = performance.now() + 2 * lease.leaseMs;
  await beat([ahead, other], () => performance.now() > end);
  assert.ok((await workers()).includes(id));
});
