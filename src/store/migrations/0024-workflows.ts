import { type Kysely, sql } from 'kysely';

const statements = [
  `create table workflows (
    workflow_id text primary key,
    account_id text not null references accounts,
    key_id text not null,
    name text not null,
    steps json not null,
    inputs json,
    country text,
    strict_country boolean not null,
    network text not null,
    login_id text,
    webhook text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index workflows_account on workflows (account_id, workflow_id desc)`,

  // A run keeps a copy of its workflow (plan). state: variables, position in the steps, cookies and storage of the
  // browser, encrypted with account and run as associated data. pending: a started step with an external effect whose
  // end is not recorded yet. attempt counts the processes that continued the run; only the last one may write.
  `create table workflow_runs (
    run_id text primary key,
    account_id text not null references accounts,
    key_id text not null,
    workflow_id text not null,
    name text not null,
    plan json not null,
    webhook text,
    status text not null check (status in ('queued', 'running', 'needs_input', 'completed', 'failed', 'cancelled')),
    origin text not null,
    job_id text not null,
    attempt integer not null default 0,
    state bytea not null,
    step text,
    pending text,
    question json,
    answer bytea,
    error json,
    used_ms bigint not null default 0,
    credits bigint not null default 0,
    records integer not null default 0,
    log_entries integer not null default 0,
    receipt json,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    expires_at timestamptz
  ) with (fillfactor = 80)`,
  `create index workflow_runs_newest on workflow_runs (account_id, workflow_id, run_id desc)`,
  `create index workflow_runs_open on workflow_runs (workflow_id) where status in ('queued', 'running', 'needs_input')`,
  `create index workflow_runs_age on workflow_runs (expires_at) where expires_at is not null`,

  `create table workflow_log (
    run_id text not null references workflow_runs on delete cascade,
    seq integer not null,
    at timestamptz not null,
    step text not null,
    type text not null,
    status text not null check (status in ('ok', 'failed', 'skipped', 'asked', 'answered', 'resumed')),
    ms integer not null,
    detail text,
    url text,
    screenshot text,
    error json,
    primary key (run_id, seq)
  )`,
  `create table workflow_records (
    run_id text not null references workflow_runs on delete cascade,
    ordinal integer not null,
    digest bytea not null,
    data json not null,
    primary key (run_id, ordinal),
    unique (run_id, digest)
  )`,
  `create table workflow_files (
    file_id text primary key,
    run_id text not null references workflow_runs on delete cascade,
    blob_id text not null,
    name text not null,
    media_type text not null,
    bytes bigint not null,
    step text not null,
    at timestamptz not null
  )`,
  `create index workflow_files_run on workflow_files (run_id, file_id)`,
];

/** Creates workflows, their runs, and the log, records and files of runs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
