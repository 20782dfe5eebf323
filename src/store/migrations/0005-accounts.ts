import { type Kysely, sql } from 'kysely';

const statements = [
  // Audit log of accounts and keys. account_id is the affected account; by_key_id can belong to an operator and is null
  // for changes through the data directory.
  `create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    account_id text not null references accounts,
    by_account_id text,
    by_key_id text,
    request_id text,
    action text not null,
    subject text not null,
    details json not null
  )`,
  `create index audit_account on audit (account_id, id desc)`,
  `create trigger audit_is_append_only before update or delete or truncate on audit
    for each statement execute function refuse_change()`,

  // Limits of a key that are lower than those of its account.
  `alter table api_keys add column requests_per_minute integer check (requests_per_minute > 0)`,
  `alter table api_keys add column concurrent integer check (concurrent > 0)`,

  // Start of the monthly periods, if it is not the creation of the account.
  `alter table accounts add column renews_from timestamptz`,

  // Charged credits by day (UTC), tool, route and country, written by the statement that charges. An empty string means
  // unknown.
  `create table usage_days (
    account_id text not null references accounts,
    day date not null,
    tool text not null,
    route text not null,
    country text not null,
    credits bigint not null,
    pages bigint not null,
    primary key (account_id, day, tool, route, country)
  ) with (fillfactor = 50)`,
  `insert into usage_days (account_id, day, tool, route, country, credits, pages)
    select account_id, (at at time zone 'UTC')::date, coalesce(note, ''), '', '', -sum(credits), coalesce(sum(pages), 0)
    from ledger where kind = 'charge' group by 1, 2, 3`,

  // Responses by Idempotency-Key, to be replayed. A row without an answer is a first run in progress until its lease
  // expires; a long answer is stored in contents under answer_ref.
  `create table idempotency (
    account_id text not null references accounts,
    route text not null,
    key text not null,
    fingerprint bytea not null,
    request_id text not null,
    leased_until timestamptz not null,
    answer text,
    answer_ref text,
    expires_at timestamptz not null,
    primary key (account_id, route, key)
  )`,
  `create index idempotency_expiry on idempotency (expires_at)`,
  `create index idempotency_request on idempotency (request_id)`,

  // Indexes of the history, newest first, for each filter.
  `create index requests_tool on requests (account_id, tool, at desc, request_id desc)`,
  `create index requests_status on requests (account_id, status, at desc, request_id desc) where status <> 'ok'`,
  `create index requests_origin on requests (account_id, origin, at desc, request_id desc)`,
  `create index requests_country on requests (account_id, country, at desc, request_id desc) where country is not null`,
  `create index requests_key on requests (account_id, key_id, at desc, request_id desc)`,
];

// Trigram indexes for text search in URLs and errors. Without the extension, or the right to create it, the search
// scans the entries of the account.
const textSearch = `do $$ begin
  create extension if not exists pg_trgm;
  create index requests_url_text on requests using gin (url gin_trgm_ops);
  create index requests_error_text on requests using gin ((error::text) gin_trgm_ops) where error is not null;
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then null;
end $$`;

/** Creates audit log, usage by day, key limits, renewal days, idempotency keys and indexes of the history. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of [...statements, textSearch]) await sql.raw(statement).execute(database);
}
