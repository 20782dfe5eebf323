/*
 * What comes round for accounts: datasets, monitors and workflows. Each has a row of `schedules` with the times that
 * follow from its schedule. A process takes up a due row under its lock (`FOR UPDATE SKIP LOCKED`), has its kind begin
 * the work as a durable job, and moves the row on, all in one transaction: a killed process has either begun the work
 * and moved on, or neither, and no other process takes the same turn. What is due is a function of the `Clock`.
 *
 *   setSchedule(transaction, subject, schedule, now)   writes or replaces the row, with the subject's own row
 *   readSchedule / dropSchedule                        what is shown; gone with its subject
 *   createScheduler({ ..., kinds })                    `sweep()` begins what is due; `retime()` after the clock was put back
 *
 * A kind's `begin` writes the job in the given transaction and answers `begun`; `busy` when the last run still goes on,
 * whose turn is then left out (one run at a time); `gone` when the subject is no more. After downtime one run makes up
 * for all that was missed.
 */
import { sql } from 'kysely';
import { addMs, type Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import {
  nextRuns,
  type Schedule,
  type ScheduledKind,
  shortestGapMs,
  steadyDelayMs,
} from '../domain/schedule.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';

/** One thing that comes round. */
export interface ScheduledSubject {
  kind: ScheduledKind;
  subjectId: string;
  accountId: string;
}

/** A turn whose time has come. */
export interface DueTurn extends ScheduledSubject {
  /** The time on the schedule. */
  dueAt: Date;
}

/** What came of a turn. */
export type TurnOutcome = 'begun' | 'busy' | 'gone';

/** How one kind begins its work, in the transaction that moves the schedule on. */
export type BeginTurn = (transaction: DatabaseTransaction, turn: DueTurn, now: Date) => Promise<TurnOutcome>;

/** A schedule and what follows from it. */
export interface ScheduleView {
  schedule: Schedule;
  nextRunAt: Date | null;
  /** The next three, `nextRunAt` first. */
  nextRuns: Date[];
}

/** Starts are spread over this long at most, and over a tenth of the interval. */
const mostDelayMs = 60_000;
const delayShare = 0.1;
const shownRuns = 3;
/** Turns of one sweep at most. */
const mostTurns = 1_000;
/** A turn that could not be begun waits this long, then twice as long, up to an hour. */
const firstPauseMs = 60_000;
const longestPauseMs = 60 * 60_000;
/** Rows that are timed anew in one transaction. */
const retimedAtOnce = 500;

function delayOf(subjectId: string, schedule: Schedule, now: Date): number {
  const gap = Math.min(shortestGapMs(schedule, now), mostDelayMs / delayShare);
  return steadyDelayMs(subjectId, gap * delayShare);
}

/** When the subject is due next, and when that turn starts. */
function timesOf(subjectId: string, schedule: Schedule, anchor: Date, now: Date) {
  const [next = null] = nextRuns(schedule, anchor, now, 1);
  const starts = next === null ? null : addMs(next, delayOf(subjectId, schedule, now));
  return { next_run_at: next, starts_at: starts };
}

/** Throws Failure `invalid` for a schedule that runs more often than `shortestMs`. */
export function refuseTooOften(
  schedule: Schedule,
  shortestMs: number,
  now: Date,
  pointer = '/schedule',
): void {
  if (shortestGapMs(schedule, now) >= shortestMs) return;
  const detail = `runs must be ${Math.round(shortestMs / 1_000)} seconds apart at least (WEBDATA_MIN_INTERVAL)`;
  throw new Failure('invalid', 'the schedule runs too often', { faults: [{ pointer, detail }] });
}

/** Gives the subject a schedule, in place of any it had; spans are counted from `now`. */
export async function setSchedule(
  transaction: DatabaseTransaction,
  subject: ScheduledSubject,
  schedule: Schedule,
  now: Date,
): Promise<void> {
  const times = { ...timesOf(subject.subjectId, schedule, now, now), anchor: now, failures: 0 };
  const row = { ...times, schedule: JSON.stringify(schedule) };
  await transaction
    .insertInto('schedules')
    .values({ kind: subject.kind, subject_id: subject.subjectId, account_id: subject.accountId, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet(row))
    .execute();
}

/** Takes the schedule away, with its subject or alone. */
export async function dropSchedule(
  transaction: DatabaseTransaction,
  kind: ScheduledKind,
  subjectId: string,
): Promise<void> {
  await transaction
    .deleteFrom('schedules')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .execute();
}

/** Has the subject's next turn come at `at` if that is sooner; the schedule itself stays as it is. */
export async function bringForward(
  transaction: DatabaseTransaction,
  kind: ScheduledKind,
  subjectId: string,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('schedules')
    .set({ starts_at: at })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('starts_at', '>', at)
    .execute();
}

/** The schedules of these subjects, by their ids; one that has none is missing. */
export async function readSchedules(
  database: Database | DatabaseTransaction,
  kind: ScheduledKind,
  subjectIds: readonly string[],
  now: Date,
): Promise<Map<string, ScheduleView>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('schedules')
    .select(['subject_id', 'schedule', 'anchor', 'next_run_at'])
    .where('kind', '=', kind)
    .where('subject_id', 'in', [...subjectIds])
    .execute();
  return new Map(
    rows.map(({ subject_id, schedule, anchor, next_run_at: nextRunAt }) => {
      const after = nextRunAt !== null && nextRunAt > now ? nextRunAt : now;
      const later = nextRunAt === null ? [] : nextRuns(schedule, anchor, after, shownRuns - 1);
      return [subject_id, { schedule, nextRunAt, nextRuns: nextRunAt === null ? [] : [nextRunAt, ...later] }];
    }),
  );
}

/** Begins what is due, in this process; any number of processes may do so at once. */
export interface Scheduler {
  /** Begins the turns whose time has come and returns how many it took up, those left out and put off included. */
  sweep(signal?: AbortSignal): Promise<number>;
  /**
   * Brings forward what lies further ahead than its schedule allows, which is what a clock that was once wrong leaves
   * behind; returns how many. `sweep` calls it at first and when time has gone backwards.
   */
  retime(): Promise<number>;
}

interface ClaimedRow extends DueTurn {
  schedule: Schedule;
  anchor: Date;
  failures: number;
}

/** Composes the scheduler over the kinds that this process knows; rows of others are left alone. */
export function createScheduler(options: {
  database: Database;
  clock: Clock;
  log: Log;
  kinds: Partial<Record<ScheduledKind, BeginTurn>>;
}): Scheduler {
  const { database, clock, log, kinds } = options;
  const known = Object.keys(kinds) as ScheduledKind[];
  let lastSweep: Date | null = null;

  async function claim(transaction: DatabaseTransaction, now: Date): Promise<ClaimedRow | null> {
    const row = await transaction
      .selectFrom('schedules')
      .selectAll()
      .where('starts_at', '<=', now)
      .where('kind', 'in', known)
      .orderBy('starts_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return null;
    const { kind, subject_id: subjectId, account_id: accountId, schedule, anchor, failures } = row;
    return { kind, subjectId, accountId, schedule, anchor, failures, dueAt: row.next_run_at as Date };
  }

  /** Puts a turn off that could not be begun, so that it holds up nobody else. */
  async function putOff({ kind, subjectId, dueAt, failures }: ClaimedRow, now: Date): Promise<void> {
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
    await database
      .updateTable('schedules')
      .set({ starts_at: addMs(now, pause), failures: failures + 1 })
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('next_run_at', '=', dueAt)
      .execute();
  }

  async function moveOn(transaction: DatabaseTransaction, row: ClaimedRow, now: Date): Promise<void> {
    await transaction
      .updateTable('schedules')
      .set({ ...timesOf(row.subjectId, row.schedule, row.anchor, now), failures: 0 })
      .where('kind', '=', row.kind)
      .where('subject_id', '=', row.subjectId)
      .execute();
  }

  /** One turn in a transaction of its own; false when nothing is due. */
  async function takeTurn(now: Date): Promise<boolean> {
    let claimed: ClaimedRow | null = null;
    try {
      return await database.transaction().execute(async (transaction) => {
        claimed = await claim(transaction, now);
        if (claimed === null) return false;
        const { kind, subjectId, accountId, dueAt } = claimed;
        const begin = kinds[kind] as BeginTurn;
        const outcome = await begin(transaction, { kind, subjectId, accountId, dueAt }, now);
        if (outcome === 'gone') await dropSchedule(transaction, kind, subjectId);
        else await moveOn(transaction, claimed, now);
        log.debug({ kind, subject: subjectId, outcome }, 'a turn has come');
        return true;
      });
    } catch (error) {
      if (claimed === null) throw error;
      const { kind, subjectId } = claimed as ClaimedRow;
      log.warn({ err: error, kind, subject: subjectId }, 'what was due could not be begun');
      await putOff(claimed, now);
      return true;
    }
  }

  async function retimeSome(after: { kind: string; subjectId: string }, now: Date) {
    return database.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('schedules')
        .selectAll()
        .where('starts_at', '>', now)
        .where(sql<boolean>`(kind, subject_id) > (${after.kind}, ${after.subjectId})`)
        .orderBy('kind')
        .orderBy('subject_id')
        .limit(retimedAtOnce)
        .forUpdate()
        .execute();
      let moved = 0;
      for (const { kind, subject_id, schedule, anchor, next_run_at } of rows) {
        const times = timesOf(subject_id, schedule, anchor, now);
        if (times.next_run_at === null || next_run_at === null || times.next_run_at >= next_run_at) continue;
        await transaction
          .updateTable('schedules')
          .set(times)
          .where('kind', '=', kind)
          .where('subject_id', '=', subject_id)
          .execute();
        moved += 1;
      }
      return { moved, last: rows.length < retimedAtOnce ? null : (rows.at(-1) ?? null) };
    });
  }

  async function retime(): Promise<number> {
    const now = clock.now();
    let total = 0;
    let after: { kind: string; subjectId: string } | null = { kind: '', subjectId: '' };
    while (after !== null) {
      const { moved, last } = await retimeSome(after, now);
      total += moved;
      after = last === null ? null : { kind: last.kind, subjectId: last.subject_id };
    }
    if (total > 0) log.warn({ schedules: total }, 'schedules lay too far ahead and were brought forward');
    return total;
  }

  return {
    retime,
    async sweep(signal) {
      if (known.length === 0) return 0;
      const now = clock.now();
      if (lastSweep === null || now < lastSweep) await retime();
      lastSweep = now;
      let turns = 0;
      while (turns < mostTurns && signal?.aborted !== true && (await takeTurn(now))) turns += 1;
      return turns;
    },
  };
}
