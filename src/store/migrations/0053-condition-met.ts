import { type Kysely, sql } from 'kysely';

const statements = [
  // Whether the conditions of the monitor held, also if nobody was notified; null for checks of earlier releases, whose
  // `notified` states it.
  'alter table monitor_checks add column condition_met boolean',
];

/** Adds to the checks of monitors whether the conditions held. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
