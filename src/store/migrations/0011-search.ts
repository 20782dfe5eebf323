import { type Kysely, sql } from 'kysely';

const statements = [
  // Shared health and rate limits of search providers. next_start_at is the database's time, because the clocks of
  // several machines can differ. The reason contains no secret.
  `create table search_providers (
    provider text primary key,
    next_start_at timestamptz not null default '-infinity',
    ticket text,
    failures integer not null default 0 check (failures >= 0),
    rests_until timestamptz not null default '-infinity',
    reason text
  )`,

  // Pages read by an account, searched by provider "local". The writer decides the identity of a page (page_key). One
  // word of "words" names the account, so that the index returns only pages of that account.
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

/** Creates the state of search providers and the index of read pages. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
