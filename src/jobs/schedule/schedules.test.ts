import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { ensureDefaultAccount } from '../../account/accounts/accounts.ts';
import type { Schedule } from '../../domain/resources/schedule.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { silentLog } from '../../domain/system/log.ts';
import { openDatabase } from '../../store/database.ts';
import { createScheduler } from './scheduler.ts';
import {
  assertMinInterval,
  type DueRun,
  dropSchedule,
  readSchedules,
  type StartRun,
  setSchedule,
} from './schedules.ts';

const start = new Date('2026-03-28T12:00:00.000Z');
const hourMs = 3_600_000;
const minuteMs = 60_000;

async function setUp(t: TestContext) {
  const { database, connectionString } = await createTestDatabase(t);
  let instant = start;
  const clock = { now: () => instant };
  const account = { planCredits: 100, unlimited: true, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, account, clock);
  const turns: DueRun[] = [];
  const begin: StartRun = async (_transaction, turn) => {
    turns.push(turn);
    return 'begun';
  };
  const schedulerOf = (own: StartRun = begin) =>
    createScheduler({ database, clock, log: silentLog, kinds: { dataset: own } });
  return {
    database,
    connectionString,
    accountId,
    turns,
    schedulerOf,
    begin,
    moveTo(to: Date) {
      instant = to;
    },
    set: (subjectId: string, schedule: Schedule, kind: 'dataset' | 'monitor' = 'dataset') =>
      database
        .transaction()
        .execute((transaction) =>
          setSchedule(transaction, { kind, subjectId, accountId }, schedule, instant),
        ),
    async next(subjectId: string) {
      return (
        (await readSchedules(database, 'dataset', [subjectId], instant)).get(subjectId)?.nextRunAt ?? null
      );
    },
  };
}

test('a run is started when it is due, and once for all missed runs', async (t) => {
  const { schedulerOf, turns, moveTo, set, next, database } = await setUp(t);
  await set('ds_a', { every: '1h' });
  await set('ds_b', { paused: true });
  await set('mon_a', { every: '1h' }, 'monitor');
  const scheduler = schedulerOf();
  assert.equal(await scheduler.startDueRuns(), 0);
  moveTo(addMs(start, hourMs - 1));
  assert.equal(await scheduler.startDueRuns(), 0);
  // The delay of a run is less than a minute.
  moveTo(addMs(start, hourMs + minuteMs));
  assert.equal(await scheduler.startDueRuns(), 1);
  assert.equal(await scheduler.startDueRuns(), 0);
  assert.deepEqual(
    turns.map(({ subjectId, dueAt }) => [subjectId, dueAt]),
    [['ds_a', addMs(start, hourMs)]],
  );
  assert.deepEqual(await next('ds_a'), addMs(start, 2 * hourMs));
  assert.equal(await next('ds_b'), null);
  // After five hours of downtime: one run, and then the regular times.
  moveTo(addMs(start, 7 * hourMs + minuteMs));
  assert.equal(await scheduler.startDueRuns(), 1);
  assert.equal(await scheduler.startDueRuns(), 0);
  assert.deepEqual(await next('ds_a'), addMs(start, 8 * hourMs));
  const shown = (await readSchedules(database, 'dataset', ['ds_a', 'ds_b'], start)).get('ds_a');
  assert.deepEqual(
    shown?.nextRuns,
    [8, 9, 10].map((hours) => addMs(start, hours * hourMs)),
  );
});

test('runs at a set hour follow the wall clock, and setting a schedule replaces the old one', async (t) => {
  const { set, next, database } = await setUp(t);
  await set('ds_a', { cron: '30 2 * * *', timezone: 'Europe/Berlin' });
  // Night in which the clock is put forward over half past two.
  assert.deepEqual(await next('ds_a'), new Date('2026-03-29T01:30:00.000Z'));
  await set('ds_a', { every: '1d' });
  assert.deepEqual(await next('ds_a'), addMs(start, 24 * hourMs));
  await database.transaction().execute((transaction) => dropSchedule(transaction, 'dataset', 'ds_a'));
  assert.equal(await next('ds_a'), null);
});

test('a run still in progress skips the next one, and deleting a subject deletes its schedule', async (t) => {
  const { schedulerOf, moveTo, set, next } = await setUp(t);
  await set('ds_busy', { every: '1h' });
  await set('ds_gone', { every: '1h' });
  moveTo(addMs(start, hourMs + minuteMs));
  const scheduler = schedulerOf(async (_transaction, { subjectId }) =>
    subjectId === 'ds_busy' ? 'busy' : 'gone',
  );
  assert.equal(await scheduler.startDueRuns(), 2);
  assert.deepEqual(await next('ds_busy'), addMs(start, 2 * hourMs));
  assert.equal(await next('ds_gone'), null);
});

test('a run that cannot be started waits longer each time and delays no other', async (t) => {
  const { schedulerOf, moveTo, set, next, turns, begin } = await setUp(t);
  await set('ds_bad', { every: '1d' });
  await set('ds_good', { every: '1d' });
  const day = addMs(start, 24 * hourMs + minuteMs);
  moveTo(day);
  const tries: Date[] = [];
  const scheduler = schedulerOf(async (transaction, turn, now) => {
    if (turn.subjectId === 'ds_good') return begin(transaction, turn, now);
    tries.push(now);
    throw new Error('broken');
  });
  assert.equal(await scheduler.startDueRuns(), 2);
  assert.equal(turns.length, 1);
  for (let minute = 1; minute <= 8; minute += 1) {
    moveTo(addMs(day, minute * minuteMs));
    await scheduler.startDueRuns();
  }
  assert.deepEqual(
    tries,
    [0, 1, 3, 7].map((minutes) => addMs(day, minutes * minuteMs)),
  );
  // The run is still the one that was due.
  assert.deepEqual(await next('ds_bad'), addMs(start, 24 * hourMs));
});

test('several processes share due runs, each run is started once, and starts are spread', async (t) => {
  const { database, connectionString, accountId, turns, begin, moveTo } = await setUp(t);
  const subjects = Array.from({ length: 300 }, (_, index) => `ds_${index}`);
  await database.transaction().execute(async (transaction) => {
    for (const subjectId of subjects) {
      await setSchedule(transaction, { kind: 'dataset', subjectId, accountId }, { every: '1h' }, start);
    }
  });
  const starts = await database.selectFrom('schedules').select('starts_at').execute();
  const minute = starts.map((row) =>
    Math.floor(((row.starts_at as Date).getTime() - start.getTime() - hourMs) / 6_000),
  );
  for (let tenth = 0; tenth < 10; tenth += 1) {
    assert.ok(minute.filter((each) => each === tenth).length > 10, `${tenth} of ${minute.length}`);
  }
  const due = addMs(start, hourMs + minuteMs);
  moveTo(due);
  const clock = { now: () => due };
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { database: own } = openDatabase({ connectionString }, 2);
      t.after(() => own.destroy());
      return createScheduler({ database: own, clock, log: silentLog, kinds: { dataset: begin } });
    }),
  );
  const counts = await Promise.all(others.map((scheduler) => scheduler.startDueRuns()));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    300,
  );
  assert.equal(new Set(turns.map(({ subjectId }) => subjectId)).size, 300);
  assert.equal(turns.length, 300);
});

const endBackends = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dies'`;

test('a process that dies while it starts a run has neither started nor advanced it', async (t) => {
  const { schedulerOf, connectionString, moveTo, set, next, turns, database } = await setUp(t);
  await set('ds_a', { every: '1h' });
  const due = addMs(start, hourMs + minuteMs);
  moveTo(due);
  const { database: own, pool } = openDatabase({ connectionString, application_name: 'dies' }, 1);
  pool.on('error', () => {});
  t.after(() => own.destroy());
  const dying = createScheduler({
    database: own,
    clock: { now: () => due },
    log: silentLog,
    kinds: {
      dataset: async (transaction, turn) => {
        await setSchedule(transaction, { ...turn, subjectId: 'ds_written' }, { every: '1h' }, due);
        await endBackends.execute(database);
        return 'begun';
      },
    },
  });
  // The dying process postpones the run if it still can.
  await dying.startDueRuns().catch(() => {});
  assert.equal(await next('ds_written'), null);
  assert.deepEqual(await next('ds_a'), addMs(start, hourMs));
  moveTo(addMs(due, 2 * minuteMs));
  assert.equal(await schedulerOf().startDueRuns(), 1);
  assert.equal(turns.length, 1);
});

test('a clock that was wrong for a while has no lasting effect', async (t) => {
  const { schedulerOf, moveTo, set, next, turns } = await setUp(t);
  await set('ds_a', { every: '1h' });
  const scheduler = schedulerOf();
  moveTo(addMs(start, 400 * 24 * hourMs));
  assert.equal(await scheduler.startDueRuns(), 1);
  moveTo(addMs(start, 2 * hourMs + minuteMs));
  await scheduler.startDueRuns();
  assert.deepEqual(await next('ds_a'), addMs(start, 3 * hourMs));
  moveTo(addMs(start, 3 * hourMs + minuteMs));
  assert.equal(await scheduler.startDueRuns(), 1);
  assert.equal(turns.length, 2);
});

test('schedules with too short intervals are rejected with the field', () => {
  assertMinInterval({ every: '1m' }, minuteMs, start);
  assertMinInterval({ paused: true }, minuteMs, start);
  assert.throws(
    () => assertMinInterval({ cron: '0,2 * * * *', timezone: 'UTC' }, 5 * minuteMs, start),
    (error) =>
      error instanceof Failure && error.kind === 'invalid' && error.errors[0]?.pointer === '/schedule',
  );
});

test('a process looks for due runs when one can be due', async (t) => {
  const { schedulerOf, turns, moveTo, set } = await setUp(t);
  await set('ds_a', { every: '1h' });
  const scheduler = schedulerOf();
  assert.equal(scheduler.mayBeDue(), true, 'it has not looked yet');
  assert.equal(await scheduler.startDueRuns(), 0);
  assert.equal(scheduler.mayBeDue(), false);
  moveTo(addMs(start, hourMs + minuteMs));
  assert.equal(scheduler.mayBeDue(), true, 'the time has come');
  assert.equal(await scheduler.startDueRuns(), 1);
  assert.equal(scheduler.mayBeDue(), false, 'the next run is an hour away');
  assert.equal(turns.length, 1);
});
