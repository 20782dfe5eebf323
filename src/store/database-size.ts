import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Time for which a size is returned again: the database reads the sizes of all its files for it. */
const maxAgeMs = 10_000;

/** Creates a function that returns the size of the database in bytes, at most ten seconds old. Rejects without a database. */
export function createDatabaseSize(
  database: Database,
  monotonicMs: () => number = () => performance.now(),
): () => Promise<number> {
  let reading: Promise<number> | null = null;
  let readAt = 0;
  async function read(): Promise<number> {
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(database);
    return rows[0]?.bytes ?? 0;
  }
  return () => {
    if (reading !== null && monotonicMs() - readAt < maxAgeMs) return reading;
    readAt = monotonicMs();
    const started = read();
    reading = started;
    started.catch(() => {
      // The caller gets the error; the next call reads again.
      if (reading === started) reading = null;
    });
    return started;
  };
}
