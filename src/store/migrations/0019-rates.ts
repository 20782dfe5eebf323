import { type Kysely, sql } from 'kysely';

const statements = [
  // Exchange rates of a day as they were published: units of each currency for one euro, decimal strings.
  `create table exchange_rates (
    day date primary key,
    per_euro jsonb not null,
    stored_at timestamptz not null default now()
  )`,

  // What all processes know of a place that publishes rates: when it is asked again, and by what it tells whether its file
  // has changed.
  `create table rate_files (
    url text primary key,
    etag text,
    last_modified text,
    ask_at timestamptz not null default '-infinity',
    failures integer not null default 0,
    fault text
  )`,
];

/** Exchange rates. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
