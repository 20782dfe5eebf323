import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table datasets add column strict_country boolean not null default false',
  // Warnings about the exit of a check or of a run, such as one in another country.
  `alter table monitor_checks add column warnings jsonb not null default '[]'`,
  `alter table workflow_runs add column warnings jsonb not null default '[]'`,
];

/** Adds what is requested of the exits of datasets, and what was used for checks and runs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
