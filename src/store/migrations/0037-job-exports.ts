import { type Kysely, sql } from 'kysely';

const statements = [
  // Files of exported jobs; the file itself is a blob that expires with the row.
  `create table job_exports (
    blob_id text primary key,
    job_id text not null references jobs on delete cascade,
    account_id text not null references accounts,
    format text not null,
    pages integer not null,
    base_url text not null,
    expires_at timestamptz not null
  )`,
  'create index job_exports_job on job_exports (job_id, format, pages)',
  'create index job_exports_expiry on job_exports (expires_at)',
];

/** Creates exports of jobs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
