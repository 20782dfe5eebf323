import { type Kysely, sql } from 'kysely';

const statements = [
  // Aborts the calling statement with an error that causes a retry on a new snapshot.
  `create function try_again(reason text) returns bigint language plpgsql as $$
    begin raise exception '%', reason using errcode = 'serialization_failure'; end $$`,

  // One row for each process that runs jobs. Its work is released when its lease has expired.
  `create table workers (
    worker_id text primary key,
    started_at timestamptz not null,
    lease_until timestamptz not null
  )`,
  `create index workers_lease on workers (lease_until)`,

  // command is the input of the work and is never returned; params is the masked request. The counters change only
  // under the lock of this row, together with the rows that they count: queued and running are pages of the frontier,
  // chores its other rows, counted the pages that count against the limit, delivered the length of the result list.
  `create table jobs (
    job_id text primary key,
    account_id text not null references accounts,
    request_id text not null,
    type text not null,
    status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
    paused boolean not null default false,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    expires_at timestamptz,
    served_at timestamptz not null,
    command json not null,
    params json not null,
    page_limit integer not null check (page_limit > 0),
    page_credits integer not null default 1,
    webhook text,
    reservation_id text,
    unfunded boolean not null default false,
    start_url text not null,
    charged bigint not null default 0,
    discovered integer not null default 0,
    queued integer not null default 0 check (queued >= 0),
    running integer not null default 0 check (running >= 0),
    chores integer not null default 0 check (chores >= 0),
    delivered integer not null default 0,
    counted integer not null default 0,
    ok integer not null default 0,
    not_found integer not null default 0,
    blocked integer not null default 0,
    failed integer not null default 0,
    unavailable integer not null default 0,
    budget_exhausted integer not null default 0,
    invalid integer not null default 0,
    robots_total integer not null default 0,
    robots_blocked json not null default '[]',
    warnings json not null default '[]',
    error json
  ) with (fillfactor = 50)`,
  `create index jobs_account on jobs (account_id, job_id desc)`,
  `create index jobs_open on jobs (account_id) where status in ('queued', 'running')`,
  `create index jobs_expiry on jobs (expires_at) where expires_at is not null`,
  `create index reservations_job on reservations (job_id) where job_id is not null`,

  // One row for each URL of a job (digest: start of the SHA-256 of its canonical form). attempt counts claims and
  // fences late writers; lost and suspected count crashes of workers on it, with other pages and alone.
  `create table frontier (
    id bigint generated always as identity primary key,
    job_id text not null references jobs on delete cascade,
    kind text not null check (kind in ('page', 'sitemap')),
    digest bytea not null,
    url text not null,
    depth smallint not null,
    state text not null check (state in ('queued', 'running', 'done', 'skipped')),
    attempt integer not null default 0,
    lost smallint not null default 0,
    suspected smallint not null default 0,
    worker_id text,
    unique (job_id, digest)
  )`,
  `create index frontier_queued on frontier (job_id, kind, lost, depth, id) where state = 'queued'`,
  `create index frontier_running on frontier (worker_id) where state = 'running'`,

  // Results in the order of completion and without gaps: ordinal is assigned under the lock of the job. page is the
  // JSON of the page without its receipt, compressed with Zstandard (RFC 8878); the receipt is in receipts. A retried
  // page keeps its previous result, marked as superseded.
  `create table results (
    job_id text not null references jobs on delete cascade,
    ordinal integer not null,
    frontier_id bigint not null,
    digest bytea not null,
    superseded boolean not null default false,
    status text not null,
    url text not null,
    ref text,
    receipt_id text not null,
    bytes integer not null,
    page bytea not null,
    primary key (job_id, ordinal)
  )`,
  `alter table results alter column page set storage external`,
  `create unique index results_page on results (job_id, digest) where not superseded`,
];

/** Creates jobs, their frontier, their results and the workers. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
