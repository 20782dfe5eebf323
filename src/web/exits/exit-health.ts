import { sql } from 'kysely';
import { addMs, type Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/log.ts';
import type { Database } from '../../store/database.ts';

/** How an exit fared lately, in any process of this database. */
export interface ExitFate {
  /** Times that it failed since it last worked. */
  failures: number;
  /** No page goes through it before then. */
  restsUntil: Date;
  /** Of the last failure; names no secret. */
  reason: string;
}

/** Rests exits that fail, longer each time, and shares that among all processes of the database. */
export interface ExitHealth {
  /** Exits that failed and have not worked since, by id. */
  troubled(): Promise<ReadonlyMap<string, ExitFate>>;
  /** The exit itself failed, not the site behind it. */
  failed(exitId: string, reason: string): Promise<void>;
  /** The exit carried something. */
  worked(exitId: string): Promise<void>;
}

const shortestRestMs = 10_000;
const longestRestMs = 10 * 60_000;
/** How old this process lets its knowledge of the others' become. */
const freshMs = 2_000;

/** Health that stands in the table `exit_health`; a database that is away makes nobody ill. */
export function createExitHealth(database: Database, clock: Clock, log: Log): ExitHealth {
  let fates: ReadonlyMap<string, ExitFate> = new Map();
  let readAt: Date | null = null;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const rows = await database.selectFrom('exit_health').selectAll().execute();
    fates = new Map(
      rows.map((row) => [
        row.exit_id,
        { failures: row.failures, restsUntil: row.rests_until, reason: row.reason },
      ]),
    );
    readAt = clock.now();
  }

  /** Reads once for all who ask meanwhile. */
  function refresh(): Promise<void> {
    reading ??= read()
      .catch((error: unknown) => log.warn({ err: error }, 'how exits fare could not be read'))
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  async function write(statement: Promise<unknown>): Promise<void> {
    await statement.catch((error: unknown) =>
      log.warn({ err: error }, 'how an exit fares could not be written'),
    );
    await refresh();
  }

  return {
    async troubled() {
      if (readAt === null || addMs(readAt, freshMs) <= clock.now()) await refresh();
      return fates;
    },
    failed(exitId, reason) {
      const now = clock.now().toISOString();
      log.warn({ exit: exitId, reason }, 'an exit failed');
      // Those who were already under way when it began to rest do not make its rest longer.
      return write(
        sql`
          insert into exit_health as known (exit_id, failures, rests_until, reason)
          values (${exitId}, 1, ${now}::timestamptz + ${shortestRestMs}::integer * interval '1 millisecond', ${reason})
          on conflict (exit_id) do update set failures = known.failures + 1, reason = excluded.reason,
            rests_until = ${now}::timestamptz + least(${longestRestMs}::integer,
              ${shortestRestMs}::integer * power(2, least(known.failures, 10))) * interval '1 millisecond'
          where known.rests_until <= ${now}::timestamptz
        `.execute(database),
      );
    },
    async worked(exitId) {
      if (!fates.has(exitId)) return;
      await write(database.deleteFrom('exit_health').where('exit_id', '=', exitId).execute());
      log.info({ exit: exitId }, 'an exit works again');
    },
  };
}
