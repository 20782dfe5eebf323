import { type Kysely, sql } from 'kysely';

const statements = [
  // Latest result of an account for a URL with its options (key) in some formats (one bit each). The receipt contains
  // what was observed; rows without a stored receipt are never returned.
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
  // The page is already compressed.
  `alter table page_cache alter column page set storage external`,
  `create index page_cache_expiry on page_cache (expires_at)`,
];

/** Creates the cache of page results. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
