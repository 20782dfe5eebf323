import { type Kysely, sql } from 'kysely';

const statements = [
  // Monitors and their state: `baseline` and `told` are versions, `job_id` is the running check. A check that started
  // under an older `revision` does not change the monitor.
  `create table monitors (
    monitor_id text collate "C" primary key,
    account_id text not null references accounts,
    key_id text not null,
    name text,
    url text,
    settings jsonb not null,
    revision integer not null default 1,
    status text not null check (status in ('active', 'paused', 'needs_attention')),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    checks integer not null default 0,
    last_check_at timestamptz,
    last_change_at timestamptz,
    last_success_at timestamptz,
    baseline integer,
    told integer,
    is_gone boolean not null default false,
    doubt text,
    failures integer not null default 0,
    failing_told_at timestamptz,
    noise jsonb not null default '{}',
    job_id text
  )`,
  `create index monitors_account on monitors (account_id, monitor_id)`,
  // Versions of the monitored content, written at first and after each change; `body` is compressed JSON of text and
  // values.
  `create table monitor_versions (
    monitor_id text not null references monitors on delete cascade,
    version integer not null,
    at timestamptz not null,
    title text,
    url text,
    anchor text,
    body bytea not null,
    bytes integer not null,
    picture text references blob_contents,
    primary key (monitor_id, version)
  )`,
  `create index monitor_versions_picture on monitor_versions (picture) where picture is not null`,
  // Results of checks; `version` is the current version after the check.
  `create table monitor_checks (
    monitor_id text not null references monitors on delete cascade,
    ordinal integer not null,
    at timestamptz not null,
    job_id text,
    state text not null check (state in ('new', 'same', 'changed', 'removed', 'error')),
    told boolean not null,
    summary text not null,
    diff json,
    error json,
    version integer,
    pictures json,
    receipt_id text,
    credits integer not null,
    primary key (monitor_id, ordinal)
  )`,
  `create index monitor_checks_changes on monitor_checks (monitor_id, ordinal) where state in ('changed', 'removed')`,
  `create index monitor_checks_age on monitor_checks (at)`,
];

/** Creates monitors, their versions and their checks. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
