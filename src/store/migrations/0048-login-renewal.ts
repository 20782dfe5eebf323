import { type Kysely, sql } from 'kysely';

const statements = [
  // Uses for which a login is chosen by itself, and the workflow that renews it. The inputs of its runs are encrypted with
  // account and id as associated data; its runs belong to the key that set the renewal.
  `alter table logins
    add column use_for text[] not null default '{}',
    add column webhook text,
    add column notified_at timestamptz,
    add column renewal_workflow_id text,
    add column renewal_inputs bytea,
    add column renewal_key_id text,
    add column renewal_run_id text,
    add column renewal_started_at timestamptz,
    add column renewal_status text check (renewal_status in ('running', 'completed', 'needs_input', 'failed', 'cancelled')),
    add column renewal_error json`,
  'create index logins_of_workflow on logins (renewal_workflow_id) where renewal_workflow_id is not null',
  'create index logins_of_run on logins (renewal_run_id) where renewal_run_id is not null',
];

/** Adds the uses and the renewal of saved logins. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
