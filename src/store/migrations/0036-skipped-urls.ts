import { type Kysely, sql } from 'kysely';

/** Adds the numbers of URLs that a job left out, by reason. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table jobs add column skipped jsonb not null default '{}'").execute(database);
}
