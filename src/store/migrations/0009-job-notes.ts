import { type Kysely, sql } from 'kysely';

/** Adds notes of a job's work that must survive when another process continues it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table jobs add column notes json`).execute(database);
}
