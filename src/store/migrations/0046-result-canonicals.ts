import { type Kysely, sql } from 'kysely';

const statements = [
  // URLs that a delivered page names as its own, beside the one that answered. A later page under such a URL is compared
  // with it. Deleted with the job.
  `create table result_canonicals (
    job_id text not null references jobs on delete cascade,
    digest bytea not null,
    ordinal integer not null,
    primary key (job_id, digest, ordinal)
  )`,
  // Number of rows that were written for a job. Read under the lock of the job, so that a worker detects rows that
  // another one wrote meanwhile.
  'alter table jobs add column canonicals integer not null default 0',
];

/** Adds the URLs that the results of jobs name as their canonical URL. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
