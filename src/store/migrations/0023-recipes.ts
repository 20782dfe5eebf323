import { type Kysely, sql } from 'kysely';

const statements = [
  // Saved extraction methods of listings. digest identifies the recipe of a collect request by URL, country and fields;
  // null for recipes created by callers. source is null until one was found.
  `create table recipes (
    recipe_id text collate "C" primary key,
    account_id text not null references accounts,
    digest bytea,
    name text not null,
    url text not null,
    fields json not null,
    country text,
    strict_country boolean not null,
    source json,
    paging json,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_run json,
    runs integer not null default 0 check (runs >= 0),
    ok_runs integer not null default 0 check (ok_runs >= 0),
    last_error text
  )`,
  `create index recipes_account on recipes (account_id, recipe_id desc)`,
  `create unique index recipes_digest on recipes (account_id, digest) where digest is not null`,
];

/** Creates recipes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
