import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '../../test/database.ts';
import type { Clock } from '../domain/clock.ts';
import { silentLog } from '../domain/log.ts';
import { createDue, type DueWork, startTicker } from './due.ts';
import { createQueue, defineQueue, type Queue, type QueueDefinition } from './queue.ts';
import { type Sweep, type SweepName, sweepQueue, sweepWorks, workOnSweeps } from './sweeps.ts';

const greet = defineQueue<{ name: string }>('greet', { retryLimit: 2, expireInSeconds: 60 });
const single = defineQueue<object>('single', { policy: 'exclusive', retryLimit: 0, expireInSeconds: 60 });

async function setUp(t: TestContext, definitions: readonly QueueDefinition<object>[] = [greet, single]) {
  const { database, pool, connectionString } = await createTestDatabase(t);
  const queue = createQueue({ connection: { connectionString }, definitions, log: silentLog });
  await queue.start();
  t.after(() => queue.stop(500));
  return { database, pool, queue, connectionString };
}

/** Jobs as they arrive, to be awaited by number. */
async function collect(queue: Queue, definition: QueueDefinition<{ name: string }>) {
  const names: string[] = [];
  let wake = () => {};
  await queue.work(definition, async ({ name }) => {
    names.push(name);
    wake();
  });
  const arrived = async (count: number): Promise<string[]> => {
    while (names.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return names;
  };
  return { names, arrived };
}

function movableClock(start: string): Clock & { move(ms: number): void } {
  let now = new Date(start);
  return {
    now: () => now,
    move(ms) {
      now = new Date(now.getTime() + ms);
    },
  };
}

test('a job is there when the transaction it was sent in commits, and only then', async (t) => {
  const { database, queue } = await setUp(t);
  const { arrived, names } = await collect(queue, greet);
  const undone = database.transaction().execute(async (transaction) => {
    await queue.send(greet, { name: 'undone' }, { transaction });
    throw new Error('changed my mind');
  });
  await assert.rejects(undone, /changed my mind/);
  await database.transaction().execute((transaction) => queue.send(greet, { name: 'done' }, { transaction }));
  await arrived(1);
  assert.deepEqual(names, ['done']);
});

test('a job that fails is tried again', async (t) => {
  const { queue } = await setUp(t);
  let attempts = 0;
  const succeeded = new Promise<void>((resolve, reject) => {
    const work = async () => {
      attempts += 1;
      if (attempts < 2) throw new Error('not yet');
      resolve();
    };
    queue.work(greet, work, { pollSeconds: 0.5 }).catch(reject);
  });
  await queue.send(greet, { name: 'again' });
  await succeeded;
  assert.equal(attempts, 2);
});

test('an exclusive queue holds one job', async (t) => {
  const { queue } = await setUp(t);
  assert.notEqual(await queue.send(single, {}), null);
  assert.equal(await queue.send(single, {}), null);
});

test('the queue goes on after every one of its connections was cut', async (t) => {
  const { database, pool, queue } = await setUp(t);
  const { arrived } = await collect(queue, greet);
  await queue.send(greet, { name: 'before' });
  await arrived(1);
  // Cut before that is written down, it would rightly come again.
  const isDone = `select from pgboss.job where name = 'greet' and state = 'completed'`;
  while ((await pool.query(isDone)).rowCount === 0) await delay(5);
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'webdata queue%'`);
  await database
    .transaction()
    .execute((transaction) => queue.send(greet, { name: 'after' }, { transaction }));
  assert.deepEqual(await arrived(2), ['before', 'after']);
});

test('several processes may start the queue at once, and stop leaves no connection', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  await pool.query('drop schema pgboss cascade');
  const queues = Array.from({ length: 3 }, () =>
    createQueue({ connection: { connectionString }, definitions: [greet, single], log: silentLog }),
  );
  await Promise.all(queues.map((queue) => queue.start()));
  await Promise.all(queues.map((queue) => queue.stop(500)));
  const left = await pool.query(`select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  assert.equal(Number(left.rows[0].count), 0);
});

test('stop aborts work that outlasts its grace', async (t) => {
  const { queue } = await setUp(t);
  let abortedWith: unknown = null;
  const began = new Promise<void>((resolve) => {
    void queue.work(greet, async (_payload, signal) => {
      resolve();
      await new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          abortedWith = signal.reason;
          reject(signal.reason);
        });
      });
    });
  });
  await queue.send(greet, { name: 'long' });
  await began;
  await queue.stop(50);
  assert.ok(abortedWith instanceof Error);
});

test('what is due is sent once by however many sweep, and moves on by the clock', async (t) => {
  const { database, queue } = await setUp(t);
  const clock = movableClock('2026-10-05T12:00:00.000Z');
  const works: DueWork[] = [{ name: 'each minute', definition: single, payload: {}, everyMs: 60_000 }];
  const sweepers = Array.from({ length: 4 }, () => createDue({ database, queue, clock, works }));
  const sweepAll = async () => (await Promise.all(sweepers.map((due) => due.sweep()))).flat();
  await Promise.all(sweepers.map((due) => due.ensure()));
  clock.move(59_999);
  assert.deepEqual(await sweepAll(), [], 'a new database has nothing to sweep');
  clock.move(1);
  assert.deepEqual(await sweepAll(), ['each minute']);
  assert.deepEqual(await sweepAll(), []);
  clock.move(59_999);
  assert.deepEqual(await sweepAll(), []);
  clock.move(1);
  assert.deepEqual(await sweepAll(), ['each minute']);
  clock.move(10 * 60_000 + 5_000);
  assert.deepEqual(await sweepAll(), ['each minute']);
  const row = await database.selectFrom('due').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.next_run_at.toISOString(), '2026-10-05T12:13:00.000Z');
});

test('housekeeping runs each sweep until it finds nothing', async (t) => {
  const { database, queue } = await setUp(t, [sweepQueue]);
  const clock = movableClock('2026-10-05T12:00:00.000Z');
  const due = createDue({ database, queue, clock, works: sweepWorks });
  const names: SweepName[] = [
    'reservations',
    'renewals',
    'contents',
    'blobs',
    'requests',
    'deliveries',
    'stale-files',
  ];
  const calls = new Map<SweepName, number>();
  const finished = new Promise<void>((resolve) => {
    const sweepOf = (name: SweepName): Sweep => {
      return async (now) => {
        assert.equal(now, clock.now());
        const count = (calls.get(name) ?? 0) + 1;
        calls.set(name, count);
        if (names.every((each) => (calls.get(each) ?? 0) >= 3)) resolve();
        return count < 3 ? 7 : 0;
      };
    };
    const sweeps = Object.fromEntries(names.map((name) => [name, sweepOf(name)])) as Record<SweepName, Sweep>;
    void workOnSweeps({ queue, sweeps, clock, log: silentLog });
  });
  await due.ensure();
  clock.move(60 * 60_000);
  const ticker = startTicker({ everyMs: 10, tick: () => due.sweep(), log: silentLog });
  await finished;
  await ticker.stop();
  assert.deepEqual([...calls.values()], [3, 3, 3, 3, 3, 3, 3]);
});
