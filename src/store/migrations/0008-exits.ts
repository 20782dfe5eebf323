import { type Kysely, sql } from 'kysely';

const statements = [
  // Exits that failed and have not worked since, skipped by all processes for a while. The reason contains no secret.
  `create table exit_health (
    exit_id text primary key,
    failures integer not null check (failures > 0),
    rests_until timestamptz not null,
    reason text not null
  )`,
];

/** Creates the shared health of exits. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
