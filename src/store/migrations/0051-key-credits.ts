import { type Kysely, sql } from 'kysely';

const statements = [
  // Keys of one spending group share a limit and what they spend: a key and those that replace it.
  'alter table api_keys add column spending_group_id text',
  'update api_keys set spending_group_id = key_id',
  'alter table api_keys alter column spending_group_id set not null',
  'create index api_keys_spending_group on api_keys (spending_group_id)',
  // Maximum number of credits of one day (UTC); groups without a limit have no row.
  `create table spending_limits (
    spending_group_id text primary key,
    account_id text not null references accounts,
    credits_per_day bigint not null check (credits_per_day > 0)
  )`,
  // Charged credits by group and day (UTC), written by the statement that charges.
  `create table spending_days (
    account_id text not null references accounts,
    spending_group_id text not null,
    day date not null,
    credits bigint not null,
    primary key (account_id, spending_group_id, day)
  ) with (fillfactor = 50)`,
  // Key that reserved the credits, and the key that started the job; null for those of earlier versions.
  'alter table reservations add column key_id text',
  'alter table jobs add column key_id text',
];

/** Adds limits of credits a day for keys, and what keys spend. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
