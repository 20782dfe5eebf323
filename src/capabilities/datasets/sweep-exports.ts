import { sql } from 'kysely';
import { addMs } from '../../domain/clock.ts';
import type { Database } from '../../store/database.ts';

/** How long the row of an expired export tells that there was one. */
const tombstoneMs = 90 * 24 * 60 * 60_000;
const batch = 1_000;

/** Drops exports that expired long ago; their files went with their blobs. Returns how many. */
export async function sweepExports(database: Database, now: Date): Promise<number> {
  const before = addMs(now, -tombstoneMs).toISOString();
  const dropped = await sql`
    delete from dataset_exports where export_id in (
      select export_id from dataset_exports where expires_at <= ${before}::timestamptz
      order by expires_at limit ${batch}
    )`.execute(database);
  return Number(dropped.numAffectedRows ?? 0);
}
