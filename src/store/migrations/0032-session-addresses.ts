import { type Kysely, sql } from 'kysely';

const statements = [
  // URL at which other processes reach the process that holds the session; null if it is the only process.
  'alter table browser_sessions add column address text',
];

/** Adds the addresses of the processes that hold browser sessions. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
