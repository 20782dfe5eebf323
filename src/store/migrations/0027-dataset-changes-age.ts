import { type Kysely, sql } from 'kysely';

/** Adds an index of dataset changes by age, for the sweep. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index dataset_changes_age on dataset_changes (at)`.execute(database);
}
