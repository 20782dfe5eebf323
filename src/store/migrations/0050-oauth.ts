import { type Kysely, sql } from 'kysely';

const statements = [
  // Clients that registered themselves (RFC 7591). Those with a metadata document have no row.
  `create table oauth_clients (
    client_id text primary key,
    name text not null,
    redirect_uris text[] not null,
    created_at timestamptz not null,
    approved_at timestamptz
  )`,
  'create index oauth_clients_unapproved on oauth_clients (created_at desc) where approved_at is null',
  // A code that was exchanged stays until it is swept, so that a second exchange is noticed.
  `create table oauth_codes (
    digest bytea primary key,
    client_id text not null,
    client_name text not null,
    redirect_uri text not null,
    challenge text not null,
    resource text not null,
    scopes text[] not null,
    approved_by text not null references api_keys on delete cascade,
    connection_expires_at timestamptz not null,
    expires_at timestamptz not null,
    key_id text references api_keys on delete cascade
  )`,
  'create index oauth_codes_expiry on oauth_codes (expires_at)',
  // The key that stands for the connection has scopes, expiry, limits and revocation.
  `create table oauth_connections (
    key_id text primary key references api_keys on delete cascade,
    client_id text not null,
    resource text not null,
    approved_by text not null references api_keys on delete cascade
  )`,
  `create table oauth_tokens (
    digest bytea primary key,
    kind text not null check (kind in ('access', 'refresh')),
    key_id text not null references oauth_connections on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index oauth_tokens_expiry on oauth_tokens (expires_at)',
  'create index oauth_tokens_key on oauth_tokens (key_id)',
];

/** Creates the clients, codes, connections and tokens of OAuth. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
