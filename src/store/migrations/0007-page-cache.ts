import { type Kysely, sql } from 'kysely';

const statements = [
  // The latest result of an account for an address with its options (key) in some formats (a bit each), to be given again.
  // What was observed stands in the receipt; a row whose receipt was never written is never given.
  `create table page_cache (
    account_id text not null references accounts,
    key bytea not null,
    formats integer not null,
    receipt_id text not null,
    stored_at timestamptz not null,
    expires_at timestamptz not null,
    page bytea not null,
    bytes integer not null,
    -- Code points of Markdown that stand in the page, when it was cut; else of the whole.
    length integer not null,
    is_cut boolean not null,
    etag text,
    last_modified text,
    primary key (account_id, key, formats)
  )`,
  // It is compressed already.
  `alter table page_cache alter column page set storage external`,
  `create index page_cache_expiry on page_cache (expires_at)`,
];

/** Results of pages that are given again on request. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
