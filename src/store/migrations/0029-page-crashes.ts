import { type Kysely, sql } from 'kysely';

const statements = [
  // Pages during which a process crashed: together counts crashes with other pages in progress, alone those attributed
  // to this page. The digest is of the URL.
  `create table page_crashes (
    account_id text not null references accounts,
    url_digest bytea not null,
    host text not null,
    together integer not null default 0,
    alone integer not null default 0,
    last_at timestamptz not null,
    primary key (account_id, url_digest)
  )`,
  `create index page_crashes_age on page_crashes (last_at)`,

  // Row of the frontier that crashed the process of this worker; 0 if none of its rows did, null if unknown.
  `alter table workers add column crashed_by bigint`,
];

/** Adds crashes of processes and their attribution. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
