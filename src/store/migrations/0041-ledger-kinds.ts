import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table ledger drop constraint ledger_kind_check',
  // No row of the kind `refund` was ever written: what is given back was reserved, and never entered the ledger.
  `alter table ledger add constraint ledger_kind_check
    check (kind in ('renewal', 'expiry', 'top_up', 'charge')) not valid`,
];

/** Removes a kind of ledger rows that is not used. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
