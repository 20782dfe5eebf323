import { type Kysely, sql } from 'kysely';

/** Lets a job limit the number of its pages that are read at the same time, over all processes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column max_running integer`.execute(database);
}
