import { type Kysely, sql } from 'kysely';

/** What a job's work has noticed and must not forget when another process takes it up. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table jobs add column notes json`).execute(database);
}
