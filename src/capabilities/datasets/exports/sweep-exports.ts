import { sql } from 'kysely';
import { addMs } from '../../../domain/system/clock.ts';
import { dayMs } from '../../../domain/values/day-ms.ts';
import type { Database } from '../../../store/database.ts';

/** Time for which the row of an expired export is kept, so that requests get 410, in ms. */
const tombstoneMs = 90 * dayMs;
const batch = 1_000;

/**
 * Deletes the rows of exports that expired long ago; their files were deleted with their blobs. Returns the number of
 * rows.
 */
export async function sweepExports(database: Database, now: Date): Promise<number> {
  const before = addMs(now, -tombstoneMs).toISOString();
  const result = await sql`
    delete from dataset_exports where export_id in (
      select export_id from dataset_exports where expires_at <= ${before}::timestamptz
      order by expires_at limit ${batch}
    )`.execute(database);
  return Number(result.numAffectedRows ?? 0);
}
