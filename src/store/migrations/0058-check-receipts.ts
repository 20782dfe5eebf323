import { type Kysely, sql } from 'kysely';

const statements = [
  // The request history names what a check found.
  'create index monitor_checks_receipt on monitor_checks (receipt_id) where receipt_id is not null',
];

/** Finds the check of a receipt. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
