import { type Kysely, sql } from 'kysely';

const statements = [
  // Settings are returned in their original order, which a schema of values depends on and jsonb does not preserve.
  `alter table monitors alter column settings type json using settings::json`,
];

/** Changes settings of monitors to json. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
