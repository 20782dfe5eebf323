import { sql } from 'kysely';
import type { Schedule } from '../../domain/resources/schedule.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { prepared } from '../../store/prepared-statements.ts';
import { computeTimes, type DueRun, dropSchedule, type StartRun } from './schedules.ts';

/** Maximum number of runs per sweep. */
const maxRunsPerSweep = 1_000;

/** Maximum time between two looks for due runs, in ms. */
const maxQuietMs = 5_000;

/** Delay after a run that could not be started, doubled each time, up to an hour. */
const firstPauseMs = 60_000;
const maxPauseMs = 60 * 60_000;

/** Maximum number of rows that are retimed in one transaction. */
const retimeBatchSize = 500;

/** Starts due runs in this process; several processes may do so concurrently. */
export interface Scheduler {
  /**
   * Returns false while no run is due by what this process saw at its last look, at most five seconds ago. A run that was
   * scheduled meanwhile can start that much later.
   */
  mayBeDue(): boolean;
  /** Starts due runs and returns their number, including skipped and postponed ones. */
  startDueRuns(signal?: AbortSignal): Promise<number>;
  /**
   * Moves runs forward that are further ahead than their schedule allows, which happens after the clock was wrong;
   * returns their number. `sweep` calls it on its first run and when time has gone backwards.
   */
  correctFutureRuns(): Promise<number>;
}

interface ClaimedRow extends DueRun {
  schedule: Schedule;
  anchor: Date;
  failures: number;
}

/** Creates a scheduler for the kinds that this process supports; rows of other kinds are not touched. */
export function createScheduler(options: {
  database: Database;
  clock: Clock;
  log: Log;
  kinds: Readonly<Record<string, StartRun>>;
}): Scheduler {
  const { database, clock, log, kinds } = options;
  const supportedKinds = Object.keys(kinds);
  let lastSweep: Date | null = null;
  /** Start of the next run when this process looked last, and when that was, by the monotonic clock. */
  let nextStart: Date | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function dueRuns(connection: Database | DatabaseTransaction, now: Date) {
    return connection
      .selectFrom('schedules')
      .where('starts_at', '<=', now)
      .where('kind', 'in', supportedKinds)
      .orderBy('starts_at')
      .limit(1);
  }

  /** Looks without a transaction, which would triple the statements of a service that has nothing to do. */
  async function isRunDue(now: Date): Promise<boolean> {
    const row = await database
      .selectFrom('schedules')
      .select('starts_at')
      .where('starts_at', 'is not', null)
      .where('kind', '=', sql<string>`any(${supportedKinds}::text[])`)
      .orderBy('starts_at')
      .limit(1)
      .modifyEnd(prepared)
      .executeTakeFirst();
    nextStart = row?.starts_at ?? null;
    lookedAt = performance.now();
    return nextStart !== null && nextStart <= now;
  }

  async function claimDueRun(transaction: DatabaseTransaction, now: Date): Promise<ClaimedRow | null> {
    const row = await dueRuns(transaction, now).selectAll().forUpdate().skipLocked().executeTakeFirst();
    if (row === undefined) return null;
    const { kind, subject_id: subjectId, account_id: accountId, schedule, anchor, failures } = row;
    return { kind, subjectId, accountId, schedule, anchor, failures, dueAt: row.next_run_at as Date };
  }

  /** Postpones a run that could not be started, so that it does not delay others. */
  async function postpone({ kind, subjectId, dueAt, failures }: ClaimedRow, now: Date): Promise<void> {
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
    await database
      .updateTable('schedules')
      .set({ starts_at: addMs(now, pause), failures: failures + 1 })
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('next_run_at', '=', dueAt)
      .execute();
  }

  async function advance(transaction: DatabaseTransaction, row: ClaimedRow, now: Date): Promise<void> {
    await transaction
      .updateTable('schedules')
      .set({ ...computeTimes(row.subjectId, row.schedule, row.anchor, now), failures: 0 })
      .where('kind', '=', row.kind)
      .where('subject_id', '=', row.subjectId)
      .execute();
  }

  /** Starts one due run in its own transaction; false if none is due. */
  async function startNextRun(now: Date): Promise<boolean> {
    if (!(await isRunDue(now))) return false;
    let claimed: ClaimedRow | null = null;
    try {
      return await database.transaction().execute(async (transaction) => {
        claimed = await claimDueRun(transaction, now);
        if (claimed === null) return false;
        const { kind, subjectId, accountId, dueAt } = claimed;
        const startRun = kinds[kind] as StartRun;
        const outcome = await startRun(transaction, { kind, subjectId, accountId, dueAt }, now);
        if (outcome === 'gone') await dropSchedule(transaction, kind, subjectId);
        else await advance(transaction, claimed, now);
        log.debug({ kind, subject: subjectId, outcome }, 'a scheduled run was started');
        return true;
      });
    } catch (error) {
      if (claimed === null) throw error;
      const { kind, subjectId } = claimed as ClaimedRow;
      log.warn({ err: error, kind, subject: subjectId }, 'a scheduled run could not be started');
      await postpone(claimed, now);
      return true;
    }
  }

  async function correctBatch(after: { kind: string; subjectId: string }, now: Date) {
    return database.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('schedules')
        .selectAll()
        .where('starts_at', '>', now)
        .where(sql<boolean>`(kind, subject_id) > (${after.kind}, ${after.subjectId})`)
        .orderBy('kind')
        .orderBy('subject_id')
        .limit(retimeBatchSize)
        .forUpdate()
        .execute();
      let moved = 0;
      for (const { kind, subject_id, schedule, anchor, next_run_at } of rows) {
        const times = computeTimes(subject_id, schedule, anchor, now);
        if (times.next_run_at === null || next_run_at === null || times.next_run_at >= next_run_at) continue;
        await transaction
          .updateTable('schedules')
          .set(times)
          .where('kind', '=', kind)
          .where('subject_id', '=', subject_id)
          .execute();
        moved += 1;
      }
      return { moved, last: rows.length < retimeBatchSize ? null : (rows.at(-1) ?? null) };
    });
  }

  async function correctFutureRuns(): Promise<number> {
    const now = clock.now();
    let total = 0;
    let after: { kind: string; subjectId: string } | null = { kind: '', subjectId: '' };
    while (after !== null) {
      const { moved, last } = await correctBatch(after, now);
      total += moved;
      after = last === null ? null : { kind: last.kind, subjectId: last.subject_id };
    }
    if (total > 0) log.warn({ schedules: total }, 'schedules were too far in the future and were corrected');
    return total;
  }

  return {
    mayBeDue() {
      const isDue = nextStart !== null && nextStart <= clock.now();
      return isDue || performance.now() - lookedAt >= maxQuietMs;
    },
    correctFutureRuns,
    async startDueRuns(signal) {
      if (supportedKinds.length === 0) return 0;
      const now = clock.now();
      if (lastSweep === null || now < lastSweep) await correctFutureRuns();
      lastSweep = now;
      let startedRuns = 0;
      while (startedRuns < maxRunsPerSweep && signal?.aborted !== true && (await startNextRun(now)))
        startedRuns += 1;
      return startedRuns;
    },
  };
}
