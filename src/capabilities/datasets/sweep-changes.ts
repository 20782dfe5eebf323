import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';

const batch = 10_000;

/**
 * Deletes changes older than `before`, oldest first; returns their number. Reading deleted changes fails with
 * `expired`.
 */
export async function sweepChanges(database: Database, before: Date): Promise<number> {
  const result = await sql`
    delete from dataset_changes where (dataset_id, seq) in (
      select dataset_id, seq from dataset_changes
      where at < ${before.toISOString()}::timestamptz order by at, seq limit ${batch}
    )`.execute(database);
  return Number(result.numAffectedRows ?? 0);
}
