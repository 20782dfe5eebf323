import { type Kysely, sql } from 'kysely';

const statements = [
  // How search providers fare and when each may be asked next, over all processes. next_start_at is the database's own
  // time: it is about real requests, and the clocks of two machines need not agree. The reason names no secret.
  `create table search_providers (
    provider text primary key,
    next_start_at timestamptz not null default '-infinity',
    ticket text,
    failures integer not null default 0 check (failures >= 0),
    rests_until timestamptz not null default '-infinity',
    reason text
  )`,

  // Pages that an account has read, to be searched by provider "local". What makes a page one page is decided by its
  // writer (page_key). One word of "words" names the account, so that the index leads to nobody else's pages.
  `create table read_pages (
    account_id text not null references accounts,
    page_key bytea not null,
    url text not null,
    host text not null,
    title text not null,
    body text not null,
    language text,
    config text not null,
    published_at timestamptz,
    read_at timestamptz not null,
    words tsvector not null,
    primary key (account_id, page_key)
  )`,
  `create index read_pages_words on read_pages using gin (words)`,
  `create index read_pages_config on read_pages (account_id, config)`,
  `create index read_pages_age on read_pages (account_id, read_at)`,
  `create index read_pages_sweep on read_pages (read_at)`,
];

/** Search: how providers fare, and the pages that were read. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
