import { type Kysely, sql } from 'kysely';

const statements = [
  // Files that callers sent to jobs which have not ended. The file is an encrypted blob, whose key is in the command of the job.
  `create table job_files (
    job_id text primary key references jobs on delete cascade,
    digest text not null
  )`,
  'create index job_files_digest on job_files (digest)',
];

/** Adds the files of jobs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
