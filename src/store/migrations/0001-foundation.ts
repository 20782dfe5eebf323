import { type Kysely, sql } from 'kysely';

const statements = [
  // One row: the identity of the instance. Every process that shares the database proves with the fingerprint that it
  // has the same WEBDATA_SECRET.
  `create table instance (
    singleton boolean primary key default true check (singleton),
    instance_id text not null,
    secret_fingerprint text not null,
    created_at timestamptz not null default now()
  )`,

  // Public halves of all keys that signed receipts; retired ones stay, so that old receipts verify.
  `create table receipt_keys (
    kid text primary key,
    public_jwk jsonb not null,
    created_at timestamptz not null default now(),
    retired_at timestamptz
  )`,

  // plan_balance and top_up_balance equal the sum of the ledger for each bucket; both change in one statement under the
  // lock of this row. An unlimited account counts credits and may fall below zero.
  `create table accounts (
    account_id text primary key,
    name text not null unique,
    plan text not null,
    plan_credits bigint not null check (plan_credits >= 0),
    renews_at timestamptz not null,
    unlimited boolean not null,
    plan_balance bigint not null default 0,
    top_up_balance bigint not null default 0 check (top_up_balance >= 0),
    created_at timestamptz not null,
    check (unlimited or plan_balance >= 0)
  )`,
  `create index accounts_renewal on accounts (renews_at)`,

  `create table api_keys (
    key_id text primary key,
    account_id text not null references accounts,
    name text not null,
    digest bytea not null unique,
    scopes text[] not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz
  )`,
  `create index api_keys_account on api_keys (account_id, created_at)`,

  `create table ledger (
    id bigint generated always as identity primary key,
    account_id text not null references accounts,
    at timestamptz not null,
    kind text not null check (kind in ('renewal', 'expiry', 'top_up', 'charge', 'refund')),
    bucket text not null check (bucket in ('plan', 'top_up')),
    credits bigint not null,
    balance bigint not null,
    request_id text,
    job_id text,
    pages integer,
    note text
  )`,
  `create index ledger_account on ledger (account_id, id desc)`,
  // Aborts the calling statement, for rules that a check constraint cannot express.
  `create function refuse(reason text) returns bigint language plpgsql as $$
    begin raise exception '%', reason using errcode = 'check_violation'; end $$`,
  `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger ledger_is_append_only before update or delete or truncate on ledger
    for each statement execute function refuse_change()`,

  `create table reservations (
    reservation_id text primary key,
    account_id text not null references accounts,
    credits bigint not null check (credits > 0),
    request_id text,
    job_id text,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index reservations_account on reservations (account_id, expires_at)`,
  `create index reservations_expiry on reservations (expires_at)`,

  // Requests of all interfaces. params contains masked values only. Documents are json, not jsonb: they are only read
  // whole, are returned byte for byte, and may contain text that jsonb rejects (NUL, lone surrogates).
  `create table requests (
    request_id text primary key,
    account_id text not null references accounts,
    key_id text,
    at timestamptz not null,
    tool text not null,
    origin text not null,
    status text not null,
    country text,
    url text,
    credits integer not null,
    ms integer not null,
    error json,
    params json not null,
    receipt_id text
  )`,
  `create index requests_account on requests (account_id, at desc, request_id desc)`,
  `create index requests_at on requests (at)`,

  `create table receipts (
    receipt_id text primary key,
    account_id text not null references accounts,
    request_id text not null,
    at timestamptz not null,
    receipt json not null
  )`,
  `create index receipts_request on receipts (request_id)`,

  // Content of the blob store by SHA-256. stored_at is renewed when the same content is stored again, so that the sweep
  // keeps content that is about to be referenced.
  `create table blob_contents (
    digest text primary key,
    bytes bigint not null,
    stored_at timestamptz not null
  )`,
  `create index blob_contents_age on blob_contents (stored_at)`,

  // Complete Markdown of long pages, compressed with Zstandard, in the row or, if large, in a blob. After expires_at
  // the body is removed and the row is kept for a while, to distinguish an expired ref from an unknown one.
  `create table contents (
    ref text primary key,
    account_id text not null references accounts,
    url text not null,
    title text,
    body bytea,
    body_digest text references blob_contents,
    length integer not null,
    sections json not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `alter table contents alter column body set storage external`,
  `create index contents_expiry on contents (expires_at)`,
  `create index contents_body_expiry on contents (expires_at) where body is not null or body_digest is not null`,
  `create index contents_digest on contents (body_digest) where body_digest is not null`,

  // References of accounts to content. After expires_at the digest is removed and the row is kept for a while.
  `create table blobs (
    blob_id text primary key,
    account_id text not null references accounts,
    digest text references blob_contents,
    media_type text not null,
    filename text,
    bytes bigint not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index blobs_expiry on blobs (expires_at)`,
  `create index blobs_digest_expiry on blobs (expires_at) where digest is not null`,
  `create index blobs_digest on blobs (digest) where digest is not null`,

  // Periodic tasks, run according to a Clock.
  `create table due (
    name text primary key,
    every_ms bigint not null check (every_ms > 0),
    next_run_at timestamptz not null
  )`,
  `create index due_next on due (next_run_at)`,
];

/** Creates accounts, credits, history, contents, blobs and periodic tasks. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
