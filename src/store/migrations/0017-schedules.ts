import { type Kysely, sql } from 'kysely';

const statements = [
  // Schedules of an account's resources. next_run_at is the scheduled time that is shown; starts_at is the actual
  // start, delayed deterministically, so that runs scheduled for the same time are spread. Both are null while paused.
  `create table schedules (
    kind text not null,
    subject_id text not null,
    account_id text not null references accounts,
    schedule jsonb not null,
    anchor timestamptz not null,
    next_run_at timestamptz,
    starts_at timestamptz,
    failures integer not null default 0,
    primary key (kind, subject_id),
    check ((next_run_at is null) = (starts_at is null))
  )`,
  `create index schedules_due on schedules (starts_at) where starts_at is not null`,
];

/** Creates schedules of datasets, monitors and workflows. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
