import { sql } from 'kysely';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';

/** Recent failures of an exit in all processes of this database. */
export interface ExitFailures {
  /** Failures since the last success. */
  failures: number;
  /** The exit is not used before this time. */
  pausedUntil: Date;
  /** Reason of the last failure, without secrets. */
  reason: string;
}

/** Pauses failing exits with increasing delays, shared by all processes of the database. */
export interface ExitHealth {
  /** Returns exits that have failed since their last success, by id. */
  listFailing(): Promise<ReadonlyMap<string, ExitFailures>>;
  /** Records a failure of the exit itself, not of a site. */
  recordFailure(exitId: string, reason: string): Promise<void>;
  /** Records a success of the exit. */
  recordSuccess(exitId: string): Promise<void>;
}

const minPauseMs = 10_000;
const maxPauseMs = 10 * 60_000;
/** Maximum age of the cached state of other processes. */
const maxCacheAgeMs = 2_000;

/** Stores health in the table `exit_health`; database errors do not mark exits as failing. */
export function createExitHealth(database: Database, clock: Clock, log: Log): ExitHealth {
  let failuresByExit: ReadonlyMap<string, ExitFailures> = new Map();
  let readAt: Date | null = null;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const rows = await database.selectFrom('exit_health').selectAll().execute();
    failuresByExit = new Map(
      rows.map((row) => [
        row.exit_id,
        { failures: row.failures, pausedUntil: row.rests_until, reason: row.reason },
      ]),
    );
    readAt = clock.now();
  }

  /** Reads the state once for concurrent callers. */
  function refresh(): Promise<void> {
    reading ??= read()
      .catch((error: unknown) => log.warn({ err: error }, 'the health of exits could not be read'))
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  async function write(statement: Promise<unknown>): Promise<void> {
    await statement.catch((error: unknown) =>
      log.warn({ err: error }, 'the health of an exit could not be written'),
    );
    await refresh();
  }

  return {
    async listFailing() {
      if (readAt === null || addMs(readAt, maxCacheAgeMs) <= clock.now()) await refresh();
      return failuresByExit;
    },
    recordFailure(exitId, reason) {
      const now = clock.now().toISOString();
      log.warn({ exit: exitId, reason }, 'an exit failed');
      // Requests that were already running when the pause began do not extend it.
      return write(
        sql`
          insert into exit_health as known (exit_id, failures, rests_until, reason)
          values (${exitId}, 1, ${now}::timestamptz + ${minPauseMs}::integer * interval '1 millisecond', ${reason})
          on conflict (exit_id) do update set failures = known.failures + 1, reason = excluded.reason,
            rests_until = ${now}::timestamptz + least(${maxPauseMs}::integer,
              ${minPauseMs}::integer * power(2, least(known.failures, 10))) * interval '1 millisecond'
          where known.rests_until <= ${now}::timestamptz
        `.execute(database),
      );
    },
    async recordSuccess(exitId) {
      if (!failuresByExit.has(exitId)) return;
      await write(database.deleteFrom('exit_health').where('exit_id', '=', exitId).execute());
      log.info({ exit: exitId }, 'an exit works again');
    },
  };
}
