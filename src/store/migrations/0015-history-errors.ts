import { type Kysely, sql } from 'kysely';

// Index of errors by account: most error texts are equal for all accounts, so an index of the text alone returns rows
// of others. Without the extension the search scans the entries of the account, as in 0005.
const errorSearch = `do $$ begin
  create extension if not exists btree_gin;
  create index requests_error_by_account on requests using gin (account_id, (error::text) gin_trgm_ops)
    where error is not null;
  drop index if exists requests_error_text;
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then null;
end $$`;

/** Creates the index of error texts in the history by account. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(errorSearch).execute(database);
}
