import { type Kysely, sql } from 'kysely';

const statements = [
  // Only digests are stored. Both end with the key to which they belong.
  `create table sign_in_links (
    digest bytea primary key,
    key_id text not null references api_keys on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index sign_in_links_expiry on sign_in_links (expires_at)',
  `create table console_sessions (
    digest bytea primary key,
    key_id text not null references api_keys on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index console_sessions_expiry on console_sessions (expires_at)',
];

/** Creates one-time sign-in links and sessions of the console. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
