import { type Kysely, sql } from 'kysely';

const statements = [
  // A result that is kept is also found by its receipt, which names it to clients of /v2.
  `create index page_cache_receipt on page_cache (receipt_id)`,
  // How a job's webhook is told in the third party's way: which events, with which headers and metadata of the caller's;
  // null where it is told in ours.
  `alter table jobs add column hook json`,
];

/** What jobs and results need beside to be told of in a third party's way. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
