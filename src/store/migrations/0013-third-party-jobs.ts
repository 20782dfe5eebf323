import { type Kysely, sql } from 'kysely';

const statements = [
  // Results are also found by receipt id, which identifies them for clients of /v2.
  `create index page_cache_receipt on page_cache (receipt_id)`,
  // Webhook in a third party's format: events, headers and metadata of the caller; null for the service's own format.
  `alter table jobs add column hook json`,
];

/** Adds data of jobs and results that the third-party API needs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
