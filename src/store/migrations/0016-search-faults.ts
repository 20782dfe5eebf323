import { type Kysely, sql } from 'kysely';

const statements = [
  // Last error of a search provider: an empty result soon after its engines failed does not count as a result.
  `alter table search_providers add column code text, add column failed_at timestamptz`,
];

/** Adds the last error of search providers. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
