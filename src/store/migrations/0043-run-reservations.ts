import { type Kysely, sql } from 'kysely';

const statements = [
  // Row of the frontier whose run reserved the credits. The run ends with the lease of its worker, and they with it.
  'alter table reservations add column frontier_id bigint',
  'create index reservations_frontier on reservations (frontier_id) where frontier_id is not null',
];

/** Adds the run of a job to which reserved credits belong. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
