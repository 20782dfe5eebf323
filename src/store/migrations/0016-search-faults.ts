import { type Kysely, sql } from 'kysely';

const statements = [
  // What a search provider failed of last, and when: an answer of nothing soon after its engines failed is none.
  `alter table search_providers add column code text, add column failed_at timestamptz`,
];

/** What search providers failed of. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
