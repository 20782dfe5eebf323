import { type Kysely, sql } from 'kysely';

const statements = [
  // Signing secrets, sealed. The one in force has no retires_at; a replaced one signs beside it until then.
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

  // One event for one address. The row is its own queue: next_attempt_at says when it is due, by the clock; a claim
  // moves that to the end of its lease, so that what a killed process held comes round again. attempts numbers the
  // claims and fences what they write; step stands on the ladder of retries. target is the origin of the url.
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

  // ms is null while the attempt runs, and stays so when the process that made it was killed.
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

  // Targets that answered 410, by SHA-256 of the address; job_id is empty for events that belong to no job.
  `create table webhook_stops (
    account_id text not null references accounts,
    job_id text not null,
    url_digest bytea not null,
    at timestamptz not null,
    primary key (account_id, job_id, url_digest)
  )`,
  `create index webhook_stops_age on webhook_stops (at)`,
];

/** Webhooks: secrets, deliveries with their attempts, targets that are gone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
