import { type Kysely, sql } from 'kysely';

const statements = [
  // Settings that are changed while the service runs. The value is encrypted with the data key, because it holds keys.
  `create table service_settings (
    name text primary key,
    value jsonb not null,
    changed_at timestamptz not null
  )`,
];

/** Creates the settings that are changed while the service runs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
