import { type Kysely, sql } from 'kysely';

const statements = [
  // Selectors learned for pages of one layout, by account. `site` is the registrable domain and the URL pattern.
  // `rules` is JSON that is compared as text, which jsonb would not preserve.
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

/** Creates layouts with learned selectors. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
