import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/until.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { silentLog } from '../../domain/system/log.ts';
import type { PeriodicTask } from '../../domain/system/periodic-task.ts';
import type { Database } from '../../store/database.ts';
import { startPeriodicTasks } from './periodic-tasks.ts';

const minuteMs = 60_000;

function movableClock(start: string): Clock & { move(ms: number): void } {
  let now = new Date(start);
  return {
    now: () => now,
    move(ms) {
      now = addMs(now, ms);
    },
  };
}

async function setUp(t: TestContext, options: { leaseMs?: number } = {}) {
  const { database, pool } = await createTestDatabase(t);
  const clock = movableClock('2026-10-05T12:00:00.000Z');
  const start = async (tasks: readonly PeriodicTask[]) => {
    const running = await startPeriodicTasks({
      database,
      tasks,
      clock,
      log: silentLog,
      tickMs: 10,
      ...options,
    });
    t.after(() => running.stop(0));
    return running;
  };
  return { database, pool, clock, start };
}

async function nextRunOf(database: Database, name: string): Promise<string> {
  const row = await database
    .selectFrom('periodic_tasks')
    .select('next_run_at')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.next_run_at.toISOString();
}

test('a due task runs in one of several processes, once per turn', async (t) => {
  const { database, clock, start } = await setUp(t);
  let runs = 0;
  const task = {
    name: 'each minute',
    intervalMs: minuteMs,
    run: async () => {
      runs += 1;
      return 0;
    },
  };
  await Promise.all(Array.from({ length: 4 }, () => start([task])));
  clock.move(minuteMs - 1);
  await delay(100);
  assert.equal(runs, 0, 'nothing is due on a new database');
  clock.move(1);
  await until(async () => (await nextRunOf(database, task.name)) === '2026-10-05T12:02:00.000Z');
  assert.equal(runs, 1);
  // Turns that were missed count as one.
  clock.move(10 * minuteMs + 5_000);
  await until(async () => (await nextRunOf(database, task.name)) === '2026-10-05T12:12:00.000Z');
  assert.equal(runs, 2);
});

test('a task runs in batches until one is empty', async (t) => {
  const { clock, start } = await setUp(t);
  const sizes = [7, 7, 0, 7];
  const seen: Date[] = [];
  const run = async (now: Date) => {
    seen.push(now);
    return sizes[seen.length - 1] as number;
  };
  await start([{ name: 'sweep', intervalMs: minuteMs, run }]);
  clock.move(minuteMs);
  await until(() => seen.length === 3);
  await delay(50);
  assert.deepEqual(seen, [clock.now(), clock.now(), clock.now()]);
});

test('a failed task runs again at its next turn', async (t) => {
  const { database, clock, start } = await setUp(t);
  let attempts = 0;
  const run = async () => {
    attempts += 1;
    throw new Error('not now');
  };
  await start([{ name: 'failing', intervalMs: minuteMs, run }]);
  clock.move(minuteMs);
  await until(async () => (await nextRunOf(database, 'failing')) === '2026-10-05T12:02:00.000Z');
  clock.move(minuteMs);
  await until(() => attempts === 2);
});

test('a long task does not delay another one', async (t) => {
  const { clock, start } = await setUp(t);
  let hasRun = false;
  await start([
    { name: 'long', intervalMs: minuteMs, run: (_now, signal) => delay(60_000, 0, { signal }) },
    {
      name: 'short',
      intervalMs: minuteMs + 1,
      run: async () => {
        hasRun = true;
        return 0;
      },
    },
  ]);
  clock.move(minuteMs + 1);
  await until(() => hasRun);
});

test('the task of a process that died runs in another one when its lease has ended', async (t) => {
  const { database, pool, clock, start } = await setUp(t, { leaseMs: 400 });
  let runs = 0;
  const task = {
    name: 'orphan',
    intervalMs: minuteMs,
    run: async () => {
      runs += 1;
      return 0;
    },
  };
  await (await start([task])).stop(0);
  clock.move(minuteMs);
  await pool.query(
    `update periodic_tasks set lease_id = gen_random_uuid(), leased_until = clock_timestamp() + interval '300 milliseconds'`,
  );
  await start([task]);
  await until(async () => (await nextRunOf(database, 'orphan')) === '2026-10-05T12:02:00.000Z');
  assert.equal(runs, 1);
});

test('a task that runs longer than its lease keeps it, and stops when another process has taken it', async (t) => {
  const { pool, clock, start } = await setUp(t, { leaseMs: 6_000 });
  let runs = 0;
  let isAborted = false;
  const run = async (_now: Date, signal: AbortSignal) => {
    runs += 1;
    signal.addEventListener('abort', () => {
      isAborted = true;
    });
    await delay(60_000, 0, { signal });
    return 0;
  };
  await start([{ name: 'long', intervalMs: minuteMs, run }]);
  await start([{ name: 'long', intervalMs: minuteMs, run }]);
  clock.move(minuteMs);
  await until(() => runs === 1);
  const leasedUntil = async (): Promise<Date> =>
    (await pool.query('select leased_until from periodic_tasks')).rows[0].leased_until;
  const first = await leasedUntil();
  // Renewed for longer than the first lease, and the other process has not taken it.
  await until(leasedUntil, (renewed) => renewed.getTime() - first.getTime() > 6_000);
  assert.equal(runs, 1);
  assert.equal(isAborted, false);
  await pool.query(
    `update periodic_tasks set lease_id = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 hour'`,
  );
  await until(() => isAborted);
});

test('tasks continue after the connections to the database were cut', async (t) => {
  const { pool, clock, start } = await setUp(t);
  let runs = 0;
  const run = async () => {
    runs += 1;
    return 0;
  };
  await start([{ name: 'steady', intervalMs: minuteMs, run }]);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  clock.move(minuteMs);
  await until(() => runs === 1);
});

test('a task further ahead than its interval, after the clock was set back, is due after one interval', async (t) => {
  const { database, clock, start } = await setUp(t);
  const task = { name: 'each minute', intervalMs: minuteMs, run: async () => 0 };
  await start([task]);
  clock.move(5 * 60 * minuteMs);
  await until(async () => (await nextRunOf(database, task.name)) === '2026-10-05T17:01:00.000Z');
  clock.move(-5 * 60 * minuteMs);
  await until(async () => (await nextRunOf(database, task.name)) === '2026-10-05T12:01:00.000Z');
});

test('stop aborts a task that takes longer than its grace period, which is due again at once', async (t) => {
  const { database, clock, start } = await setUp(t);
  const started = Promise.withResolvers<AbortSignal>();
  const run = async (_now: Date, signal: AbortSignal) => {
    started.resolve(signal);
    await delay(60_000, 0, { signal });
    return 0;
  };
  const running = await start([{ name: 'long', intervalMs: minuteMs, run }]);
  clock.move(minuteMs);
  const signal = await started.promise;
  await running.stop(50);
  assert.equal(signal.aborted, true);
  const row = await database.selectFrom('periodic_tasks').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.lease_id, null);
  assert.equal(row.next_run_at.toISOString(), '2026-10-05T12:01:00.000Z');
});
