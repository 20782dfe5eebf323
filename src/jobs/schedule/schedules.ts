/*
 * Schedules of datasets, monitors and workflows. Each has a row in `schedules` with the times that follow from its
 * schedule. A process locks a due row (`FOR UPDATE SKIP LOCKED`), lets its kind create the work as a durable job, and
 * advances the row, all in one transaction. A killed process has therefore either started the work and advanced the
 * row, or neither, and no other process starts the same run. Due times are a function of the `Clock`.
 *
 *   setSchedule(transaction, subject, schedule, now)   writes or replaces the row
 *   readSchedules / dropSchedule                       reads rows; deletes a row together with its subject
 *   createScheduler({ ..., kinds })                    `sweep()` starts due runs; `retime()` after the clock was set back
 *
 * The function of a kind writes the job in the given transaction and returns `begun`; `busy` if the previous run has not
 * ended, whose turn is then skipped; `gone` if the subject no longer exists. After downtime, one run replaces all that
 * were missed.
 */
import { sql } from 'kysely';
import {
  deterministicDelayMs,
  nextRuns,
  type Schedule,
  shortestGapMs,
} from '../../domain/resources/schedule.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { prepared } from '../../store/prepared-statements.ts';
import { storableJson } from '../../store/storable.ts';

/** Scheduled resource. */
export interface ScheduledSubject {
  kind: string;
  subjectId: string;
  accountId: string;
}

/** Due run of a scheduled resource. */
export interface DueRun extends ScheduledSubject {
  /** Scheduled time of the run. */
  dueAt: Date;
}

/** Result of starting a run. */
export type RunOutcome = 'begun' | 'busy' | 'gone';

/** Starts the work of one kind, in the transaction that advances the schedule. */
export type StartRun = (transaction: DatabaseTransaction, turn: DueRun, now: Date) => Promise<RunOutcome>;

/** Schedule with its next runs. */
export interface ScheduleView {
  schedule: Schedule;
  nextRunAt: Date | null;
  /** The next three runs, starting with `nextRunAt`. */
  nextRuns: Date[];
}

/** Maximum spread of start times, which is also limited to a tenth of the interval. */
const maxDelayMs = 60_000;
const delayShare = 0.1;
const maxNextRuns = 3;

function computeDelay(subjectId: string, schedule: Schedule, now: Date): number {
  const intervalMs = Math.min(shortestGapMs(schedule, now), maxDelayMs / delayShare);
  return deterministicDelayMs(subjectId, intervalMs * delayShare);
}

/** Returns the next scheduled time of a subject, and the time at which that run starts. */
export function computeTimes(subjectId: string, schedule: Schedule, anchor: Date, now: Date) {
  const [next = null] = nextRuns(schedule, anchor, now, 1);
  const starts = next === null ? null : addMs(next, computeDelay(subjectId, schedule, now));
  return { next_run_at: next, starts_at: starts };
}

/** Throws Failure `invalid` for a schedule with an interval shorter than `minMs`. */
export function assertMinInterval(schedule: Schedule, minMs: number, now: Date, pointer = '/schedule'): void {
  if (shortestGapMs(schedule, now) >= minMs) return;
  const detail = `The interval between runs must be at least ${Math.round(minMs / 1_000)} seconds (WEBDATA_MIN_INTERVAL).`;
  throw new Failure('invalid', 'The schedule runs too often. Choose a longer interval.', {
    errors: [{ pointer, detail }],
  });
}

/** Schedule to set for a subject. */
export interface NewSchedule extends ScheduledSubject {
  schedule: Schedule;
  /** Latest start of the first run, if the schedule would start it later. */
  startsBy?: Date;
}

/** Sets the schedules of subjects of one kind and replaces existing ones; intervals are counted from `now`. */
export async function setSchedules(
  transaction: DatabaseTransaction,
  subjects: readonly NewSchedule[],
  now: Date,
): Promise<void> {
  if (subjects.length === 0) return;
  const rows = subjects.map(({ kind, subjectId, accountId, schedule, startsBy }) => {
    const times = computeTimes(subjectId, schedule, now, now);
    const isLate = startsBy !== undefined && times.starts_at !== null && times.starts_at > startsBy;
    return {
      kind,
      subject_id: subjectId,
      account_id: accountId,
      schedule: storableJson(schedule),
      ...times,
      ...(isLate && { starts_at: startsBy }),
      anchor: now,
      failures: 0,
    };
  });
  await transaction
    .insertInto('schedules')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject_id']).doUpdateSet(({ ref }) => ({
        schedule: ref('excluded.schedule'),
        next_run_at: ref('excluded.next_run_at'),
        starts_at: ref('excluded.starts_at'),
        anchor: ref('excluded.anchor'),
        failures: ref('excluded.failures'),
      })),
    )
    .execute();
}

/** Sets the schedule of one subject, as {@link setSchedules} does. */
export function setSchedule(
  transaction: DatabaseTransaction,
  subject: ScheduledSubject,
  schedule: Schedule,
  now: Date,
): Promise<void> {
  return setSchedules(transaction, [{ ...subject, schedule }], now);
}

/** Deletes the schedule of a subject. */
export async function dropSchedule(
  transaction: DatabaseTransaction,
  kind: string,
  subjectId: string,
): Promise<void> {
  await transaction
    .deleteFrom('schedules')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .execute();
}

/** Moves the next run of a subject to `at` if that is sooner; the schedule itself does not change. */
export async function advanceNextRun(
  transaction: DatabaseTransaction,
  kind: string,
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

/** Returns the schedules of subjects by subject id; subjects without a schedule are missing. */
export async function readSchedules(
  database: Database | DatabaseTransaction,
  kind: string,
  subjectIds: readonly string[],
  now: Date,
): Promise<Map<string, ScheduleView>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('schedules')
    .select(['subject_id', 'schedule', 'anchor', 'next_run_at'])
    .where('kind', '=', kind)
    .where('subject_id', '=', sql<string>`any(${[...subjectIds]}::text[])`)
    .modifyEnd(prepared)
    .execute();
  return new Map(
    rows.map(({ subject_id, schedule, anchor, next_run_at: nextRunAt }) => {
      const after = nextRunAt !== null && nextRunAt > now ? nextRunAt : now;
      const later = nextRunAt === null ? [] : nextRuns(schedule, anchor, after, maxNextRuns - 1);
      return [subject_id, { schedule, nextRunAt, nextRuns: nextRunAt === null ? [] : [nextRunAt, ...later] }];
    }),
  );
}
