import { sql } from 'kysely';
import type { Database } from '../../../store/database.ts';

/** A service of an archive that is not called for now, and the reason. */
export interface RestingLane {
  lane: string;
  reason: string;
}

/** Lists the services of archives whose circuit breaker is open. */
export async function listRestingLanes(database: Database): Promise<RestingLane[]> {
  const { rows } = await sql<RestingLane>`
    select lane, reason from archive_lanes where rests_until > clock_timestamp() order by lane
  `.execute(database);
  return rows;
}
