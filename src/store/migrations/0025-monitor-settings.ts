import { type Kysely, sql } from 'kysely';

const statements = [
  // Settings are given back as they were written: jsonb keeps no order, which a schema of values has.
  `alter table monitors alter column settings type json using settings::json`,
];

/** Settings of monitors as they were written. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
