import { type Kysely, sql } from 'kysely';

const statements = [
  // Learned capabilities of a model endpoint, and the time until which it accepts no requests. Times are the
  // database's, because the clocks of several machines can differ.
  `create table model_endpoints (
    endpoint text primary key,
    manners jsonb,
    learned_at timestamptz,
    resume_at timestamptz not null default '-infinity'
  )`,

  // Requests in progress of all processes, one row per slot. A slot whose time has expired is free.
  `create table model_slots (
    endpoint text not null,
    slot integer not null,
    process text not null,
    expires_at timestamptz not null,
    primary key (endpoint, slot)
  )`,
];

/** Creates shared state and slots of the model for all processes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
