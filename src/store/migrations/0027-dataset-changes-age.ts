import { type Kysely, sql } from 'kysely';

/** The changes of datasets by their age, for the sweep of old ones. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index dataset_changes_age on dataset_changes (at)`.execute(database);
}
