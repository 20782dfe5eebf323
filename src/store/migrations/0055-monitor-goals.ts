import { type Kysely, sql } from 'kysely';

/** Adds the decision about the goal of a monitor to its checks. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table monitor_checks add column decision json`.execute(database);
}
