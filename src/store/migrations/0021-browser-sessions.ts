import { type Kysely, sql } from 'kysely';

const statements = [
  // Browser sessions, open and closed. A session lives in the process that opened it, which renews its lease; after the
  // lease it has ended, whatever its status says.
  `create table browser_sessions (
    session_id text primary key,
    account_id text not null references accounts,
    request_id text not null,
    process text not null,
    status text not null check (status in ('open', 'closed', 'expired')),
    reason text,
    url text not null,
    title text not null,
    exit json,
    login_id text,
    steps integer not null default 0,
    credits integer not null default 0,
    recording json,
    opened_at timestamptz not null,
    last_step_at timestamptz not null,
    expires_at timestamptz not null,
    idle_ms integer not null,
    lease_until timestamptz not null,
    closed_at timestamptz
  ) with (fillfactor = 70)`,
  `create index browser_sessions_newest on browser_sessions (account_id, opened_at desc, session_id)`,
  `create index browser_sessions_leases on browser_sessions (lease_until) where status = 'open'`,
  `create index browser_sessions_age on browser_sessions (closed_at) where status <> 'open'`,

  // Cookies and storage of one site, encrypted with account and id as associated data.
  `create table logins (
    login_id text primary key,
    account_id text not null references accounts,
    name text not null,
    domain text not null,
    country text,
    sealed bytea not null,
    created_at timestamptz not null,
    saved_at timestamptz not null,
    last_used_at timestamptz,
    expired_at timestamptz,
    unique (account_id, domain, name)
  )`,
];

/** Creates browser sessions and saved logins. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
