import { type Kysely, sql } from 'kysely';

const statements = [
  // Published exchange rates of a day: units of each currency for one euro, as decimal strings.
  `create table exchange_rates (
    day date primary key,
    per_euro jsonb not null,
    stored_at timestamptz not null default now()
  )`,

  // Shared state of a rate file: time of the next request and its validators.
  `create table rate_files (
    url text primary key,
    etag text,
    last_modified text,
    ask_at timestamptz not null default '-infinity',
    failures integer not null default 0,
    fault text
  )`,
];

/** Creates exchange rates. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
