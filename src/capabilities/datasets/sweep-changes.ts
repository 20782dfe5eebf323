import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';

const batch = 10_000;

/** Drops changes older than `before`, the oldest first; returns how many. Whoever asks for them is told that they are gone. */
export async function sweepChanges(database: Database, before: Date): Promise<number> {
  const dropped = await sql`
    delete from dataset_changes where (dataset_id, seq) in (
      select dataset_id, seq from dataset_changes
      where at < ${before.toISOString()}::timestamptz order by at, seq limit ${batch}
    )`.execute(database);
  return Number(dropped.numAffectedRows ?? 0);
}
