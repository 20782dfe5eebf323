import { type Kysely, sql } from 'kysely';

const statements = [
  // Where pages of one layout show their values, learned for one account. `site` is the registrable host and the pattern
  // of the address. `rules` is JSON that is compared as it is spelt, which jsonb would not keep.
  `create table layouts (
    layout_id text collate "C" primary key,
    account_id text not null references accounts,
    site text not null,
    rules text not null,
    fields jsonb not null,
    state text not null check (state in ('provisional', 'active', 'suspect', 'stale')),
    taught integer not null check (taught >= 0),
    used integer not null check (used >= 0),
    held integer not null check (held >= 0),
    misses integer not null check (misses >= 0),
    created_at timestamptz not null,
    learned_at timestamptz not null,
    used_at timestamptz not null
  )`,
  `create index layouts_site on layouts (account_id, site, used_at desc)`,
  `create index layouts_newest on layouts (account_id, used_at desc, layout_id)`,
  `create index layouts_age on layouts (used_at)`,
];

/** Layouts that selectors were learned for. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
