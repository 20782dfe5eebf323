import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { withTimeout } from './with-timeout.ts';

/** A pause of an origin, with the milliseconds that remain of it. */
export interface StoredPause {
  key: string;
  remainingMs: number;
}

/** Pauses of all processes. */
export interface PauseStore {
  /** Returns the pauses that were stored in the last `ms` milliseconds and are not over; all of them if `ms` is null. */
  readRecent(ms: number | null): Promise<StoredPause[]>;
  /** Stores a pause; a longer one of the same key remains. */
  write(key: string, ms: number): Promise<void>;
}

const deleteBatchSize = 1_000;
const now = sql`clock_timestamp()`;
const milliseconds = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`;

/** Creates the store in the database, whose clock counts. A statement may take `timeoutMs`. */
export function createPauseStore(database: Database, timeoutMs: number): PauseStore {
  return {
    async readRecent(ms) {
      const recent = ms === null ? sql`true` : sql`recorded_at > ${now} - ${milliseconds(ms)}`;
      const { rows } = await withTimeout(
        timeoutMs,
        sql<{ origin: string; ms: number }>`${sql.raw(preparedMarker)}
          select origin, (extract(epoch from paused_until - ${now}) * 1000)::double precision as ms
          from politeness_pauses where paused_until > ${now} and ${recent}
        `.execute(database),
      );
      return rows.map(({ origin, ms: remainingMs }) => ({ key: origin, remainingMs }));
    },
    async write(key, ms) {
      await withTimeout(
        timeoutMs,
        sql`
          insert into politeness_pauses as known (origin, paused_until, recorded_at)
          values (${key}, ${now} + ${milliseconds(ms)}, ${now})
          on conflict (origin) do update set recorded_at = excluded.recorded_at,
            paused_until = greatest(known.paused_until, excluded.paused_until)
        `.execute(database),
      );
    },
  };
}

/** Deletes pauses that are over; returns their number. */
export async function deleteEndedPauses(database: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from politeness_pauses where origin in (
      select origin from politeness_pauses where paused_until < ${now} limit ${deleteBatchSize} for update skip locked
    )`.execute(database);
  return Number(numAffectedRows ?? 0);
}
