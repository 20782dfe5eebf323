import { type Kysely, sql } from 'kysely';

const statements = [
  // Encrypted signing secrets. The active one has no retires_at; a replaced one also signs until then.
  `create table webhook_secrets (
    secret_id bigint generated always as identity primary key,
    account_id text not null references accounts,
    sealed bytea not null,
    created_at timestamptz not null,
    retires_at timestamptz
  )`,
  `create unique index webhook_secrets_in_force on webhook_secrets (account_id) where retires_at is null`,
  `create index webhook_secrets_account on webhook_secrets (account_id, secret_id desc)`,
  `create index webhook_secrets_retired on webhook_secrets (retires_at) where retires_at is not null`,

  // One event for one URL. The row is its own queue entry: next_attempt_at is the time of the next attempt; a claim
  // moves it to the end of the lease, so that deliveries of a killed process run again. attempts counts the claims and
  // fences their writes; step is the position in the retry schedule. target is the origin of the url.
  `create table deliveries (
    delivery_id text collate "C" primary key,
    account_id text not null references accounts,
    job_id text,
    type text not null,
    url text not null,
    target text not null,
    data json not null,
    links json not null,
    at timestamptz not null,
    status text not null check (status in ('pending', 'delivered', 'failed', 'disabled')),
    attempts integer not null default 0,
    step integer not null default 0,
    next_attempt_at timestamptz,
    leased_until timestamptz,
    delivered_at timestamptz,
    check ((status = 'pending') = (next_attempt_at is not null))
  )`,
  `create index deliveries_account on deliveries (account_id, delivery_id desc)`,
  `create index deliveries_job on deliveries (job_id, delivery_id desc) where job_id is not null`,
  `create index deliveries_due on deliveries (next_attempt_at) where status = 'pending'`,
  `create index deliveries_target on deliveries (account_id, target, next_attempt_at) where status = 'pending'`,
  `create index deliveries_under_way on deliveries (account_id, target, leased_until) where leased_until is not null`,
  `create index deliveries_age on deliveries (at) where status <> 'pending'`,

  // ms is null while the attempt runs, and stays null if its process was killed.
  `create table delivery_attempts (
    delivery_id text collate "C" not null references deliveries on delete cascade,
    attempt integer not null,
    at timestamptz not null,
    ms integer,
    status_code integer,
    answer text,
    error text,
    primary key (delivery_id, attempt)
  )`,

  // Targets that answered 410, by SHA-256 of the URL; job_id is empty for events without a job.
  `create table webhook_stops (
    account_id text not null references accounts,
    job_id text not null,
    url_digest bytea not null,
    at timestamptz not null,
    primary key (account_id, job_id, url_digest)
  )`,
  `create index webhook_stops_age on webhook_stops (at)`,
];

/** Creates webhook secrets, deliveries with their attempts, and disabled targets. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
