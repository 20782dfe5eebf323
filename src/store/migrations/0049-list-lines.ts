import { type Kysely, sql } from 'kysely';

const statements = [
  // Line of the list that a URL was read from, and the name that the caller gave it; null for the URLs of crawls.
  'alter table frontier add column line integer, add column name text',
  'alter table results add column line integer',
  // Each line has one current result, so that the results are read in the order of the list.
  'create index results_line on results (job_id, line) where line is not null and not superseded',
];

/** Adds the lines of lists to the URLs and the results of jobs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
