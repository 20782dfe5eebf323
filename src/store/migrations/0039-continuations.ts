import { type Kysely, sql } from 'kysely';

const statements = [
  // What is left of calls that ended before all of their work was done; encrypted, because it can contain headers.
  `create table continuations (
    account_id text not null references accounts,
    token_hash bytea not null,
    operation text not null,
    state bytea not null,
    expires_at timestamptz not null,
    primary key (account_id, token_hash)
  )`,
  'create index continuations_expiry on continuations (expires_at)',
];

/** Creates what is left of calls that ended before all of their work was done. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
