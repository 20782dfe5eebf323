import { type Kysely, sql } from 'kysely';

const statements = [
  // A pause holds for one origin through one exit, so it is not a property of the site.
  `create table politeness_pauses (
    origin text primary key,
    paused_until timestamptz not null,
    recorded_at timestamptz not null
  )`,
  'create index politeness_pauses_age on politeness_pauses (recorded_at)',
  'create index politeness_pauses_end on politeness_pauses (paused_until)',
  'alter table jobs add column waiting jsonb',
];

/** Adds the pauses that origins request, and the reason why a job stands still. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
