import { type Kysely, sql } from 'kysely';

// Errors by account: most texts are the same for everybody, so that an index of the text alone finds what belongs to
// others. A server that lets us have neither extension looks through the account's entries, as in 0005.
const errorSearch = `do $$ begin
  create extension if not exists btree_gin;
  create index requests_error_by_account on requests using gin (account_id, (error::text) gin_trgm_ops)
    where error is not null;
  drop index if exists requests_error_text;
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then null;
end $$`;

/** Text of errors in the history, by account. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(errorSearch).execute(database);
}
