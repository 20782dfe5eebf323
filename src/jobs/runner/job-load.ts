import { sql } from 'kysely';
import { itemAt } from '../../domain/values/elements.ts';
import type { Database } from '../../store/database.ts';

/** Load of an account's jobs. */
export interface JobLoad {
  running: number;
  waiting: number;
  /** End of the last successful job. */
  lastSuccess: Date | null;
}

/** Returns the load of an account's jobs. */
export async function readJobLoad(database: Database, accountId: string): Promise<JobLoad> {
  const { rows } = await sql<JobLoad>`
    select count(*) filter (where status = 'running' and not paused)::integer as running,
      count(*) filter (where status = 'queued' or (status = 'running' and paused))::integer as waiting,
      max(finished_at) filter (where status = 'completed') as "lastSuccess"
    from jobs where account_id = ${accountId}
  `.execute(database);
  return itemAt(rows, 0);
}
