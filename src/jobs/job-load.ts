import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** How busy an account's jobs are. */
export interface JobLoad {
  running: number;
  waiting: number;
  /** When a job last ended well. */
  lastSuccess: Date | null;
}

/** The jobs of an account that work or wait. */
export async function jobLoad(database: Database, accountId: string): Promise<JobLoad> {
  const { rows } = await sql<JobLoad>`
    select count(*) filter (where status = 'running' and not paused)::integer as running,
      count(*) filter (where status = 'queued' or (status = 'running' and paused))::integer as waiting,
      max(finished_at) filter (where status = 'completed') as "lastSuccess"
    from jobs where account_id = ${accountId}
  `.execute(database);
  return rows[0] as JobLoad;
}
