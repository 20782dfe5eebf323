import { type Kysely, sql } from 'kysely';

const statements = [
  // What an endpoint and model were found to understand, and until when it wants no question. Times are the database's
  // own: they are about real processes, and the clocks of two machines need not agree.
  `create table model_endpoints (
    endpoint text primary key,
    manners jsonb,
    learned_at timestamptz,
    resume_at timestamptz not null default '-infinity'
  )`,

  // Questions under way, one row a turn, over all processes. A turn whose time is over is free.
  `create table model_slots (
    endpoint text not null,
    slot integer not null,
    process text not null,
    expires_at timestamptz not null,
    primary key (endpoint, slot)
  )`,
];

/** What all processes know of the small model, and their turns with it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
