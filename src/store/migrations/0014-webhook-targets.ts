import { type Kysely, sql } from 'kysely';

const statements = [
  // Failing webhook targets: start of the failures without a success, and the time at which they were disabled. A
  // success deletes the row. url_digest is the SHA-256 of the URL.
  `create table webhook_targets (
    account_id text not null references accounts,
    url_digest bytea not null,
    url text not null,
    failing_since timestamptz not null,
    failures integer not null,
    last_failure_at timestamptz not null,
    last_error text not null,
    disabled_at timestamptz,
    primary key (account_id, url_digest)
  )`,
  `create index webhook_targets_newest on webhook_targets (account_id, last_failure_at desc, url_digest)`,
  `create index webhook_targets_age on webhook_targets (last_failure_at)`,
];

/** Creates failing and disabled webhook targets. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
