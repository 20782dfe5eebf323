import { type Kysely, sql } from 'kysely';

const statements = [
  // Collections of records that refreshes keep up to date. key: the fields that identify a record; null before the
  // first records, empty if all values identify it. last_seq numbers the changes; it and the counts change only under
  // the lock of this row, together with the rows that they count, so that a reader who sees a change has seen all
  // earlier ones. complete_at is the last time at which the complete source was read. merged_run is the last merged
  // refresh; each is merged once. recipe_id lets later refreshes skip discovery. key_id is the key that created it and
  // appears in the history.
  `create table datasets (
    dataset_id text primary key,
    account_id text not null references accounts,
    key_id text not null,
    name text not null,
    source_kind text not null,
    source json not null,
    recipe_id text,
    key json,
    fields json not null,
    country text,
    webhook text,
    removed_after integer not null check (removed_after > 0),
    created_at timestamptz not null,
    active integer not null default 0 check (active >= 0),
    missing integer not null default 0 check (missing >= 0),
    removed integer not null default 0 check (removed >= 0),
    next_ordinal bigint not null default 0,
    last_seq bigint not null default 0,
    complete_at timestamptz,
    merged_run text,
    last_refresh json,
    refresh_job text
  )`,
  `create index datasets_account on datasets (account_id, dataset_id desc)`,

  // An active record was last seen at the later of last_seen and the dataset's complete_at: unchanged records are not
  // written again. missed counts consecutive complete runs without the record.
  `create table dataset_records (
    dataset_id text not null references datasets on delete cascade,
    record_id text not null,
    ordinal bigint not null,
    status text not null check (status in ('active', 'missing', 'removed')),
    missed integer not null default 0,
    data json not null,
    digest bytea not null,
    first_seen timestamptz not null,
    last_seen timestamptz not null,
    last_changed timestamptz not null,
    primary key (dataset_id, record_id)
  )`,
  `create index dataset_records_order on dataset_records (dataset_id, status, ordinal) include (record_id)`,

  // old and new contain the fields that differ: all fields for a record that was added or removed.
  `create table dataset_changes (
    dataset_id text not null references datasets on delete cascade,
    seq bigint not null,
    at timestamptz not null,
    type text not null check (type in ('added', 'changed', 'removed', 'returned')),
    record_id text not null,
    run_id text,
    key json,
    old json,
    new json,
    primary key (dataset_id, seq)
  )`,
];

/** Creates datasets with their records and changes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
