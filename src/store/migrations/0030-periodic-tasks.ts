import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';

/**
 * Deletes the schema of the queue that ran housekeeping before, unless it holds a queue of another program: the schema has the
 * default name of its library.
 */
export async function dropFormerQueue(database: QueryExecutorProvider): Promise<void> {
  await sql`
    do $$
    declare
      is_shared boolean := true;
    begin
      if to_regclass('pgboss.queue') is null then return; end if;
      execute $query$
        select exists (select from pgboss.queue where name <> 'housekeeping' and name not like '\_\_pgboss%')
      $query$ into is_shared;
      if not is_shared then drop schema pgboss cascade; end if;
    end $$
  `.execute(database);
}

/** Renames the table of periodic tasks, gives its rows leases, and deletes the queue that ran them before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    'alter table due rename to periodic_tasks',
    'alter index due_pkey rename to periodic_tasks_pkey',
    'alter index due_next rename to periodic_tasks_next',
    'alter table periodic_tasks add column lease_id uuid, add column leased_until timestamptz',
  ];
  for (const statement of statements) await sql.raw(statement).execute(database);
  await dropFormerQueue(database);
}
