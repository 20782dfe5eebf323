import { type Kysely, sql } from 'kysely';

const statements = [
  // Tokens of the language model by account and day in UTC: those of answers, and those reserved for running requests.
  `create table model_tokens (
    account_id text not null references accounts on delete cascade,
    day date not null,
    tokens bigint not null,
    primary key (account_id, day)
  )`,
  'create index model_tokens_day on model_tokens (day)',
];

/** Creates the count of model tokens of each account and day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
