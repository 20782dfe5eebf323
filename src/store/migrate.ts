import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Failure } from '../domain/failure.ts';
import { type Log, silentLog } from '../domain/log.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations/all.ts';

/** Key of the advisory lock that makes processes which start at once migrate one after the other. */
const lockKey = 7_302_114_690;
const lockWaitMs = 120_000;
const lockPollMs = 50;

/** Waits for the session's advisory lock by asking, so that a queue of waiters blocks nobody's DDL. */
async function takeLock(connection: Database): Promise<void> {
  const giveUpAt = performance.now() + lockWaitMs;
  for (;;) {
    const answer = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_lock(${lockKey}::bigint) as taken`.execute(connection);
    if (answer.rows[0]?.taken) return;
    if (performance.now() > giveUpAt) {
      throw new Failure('unavailable', 'another process has been migrating the database for two minutes');
    }
    await pause(lockPollMs);
  }
}

/** Names of what was applied to this database before, or none on an empty one. */
async function appliedNames(connection: Database): Promise<string[]> {
  const table = await sql<{
    exists: boolean;
  }>`select to_regclass('kysely_migration') is not null as exists`.execute(connection);
  if (!table.rows[0]?.exists) return [];
  const rows = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    connection,
  );
  return rows.rows.map((row) => row.name);
}

/** Whether nothing is left to be applied; a name that was passed already is no way back. Throws Failure. */
async function isDone(connection: Database, upTo: string | undefined): Promise<boolean> {
  const before = new Set(await appliedNames(connection));
  const unknown = [...before].filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new Failure(
      'unavailable',
      `the database was used by a newer version of webdata (${unknown.join(', ')}); start that version instead`,
    );
  }
  return upTo === undefined ? Object.keys(migrations).every((name) => before.has(name)) : before.has(upTo);
}

async function migrateLocked(connection: Database, log: Log, upTo: string | undefined): Promise<string[]> {
  if (await isDone(connection, upTo)) return [];
  const migrator = new Migrator({
    // The Migrator's type wants a database without a schema of its own.
    db: connection as unknown as Kysely<unknown>,
    provider: { getMigrations: async () => migrations },
  });
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error !== undefined) {
    const failed =
      results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first one';
    throw new Failure('unavailable', `the database could not be migrated (${failed})`, { cause: error });
  }
  const applied = (results ?? []).map((result) => result.migrationName);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  return applied;
}

/** Whether nothing of ours, or of anybody else, stands in the database; a schema without an account counts as nothing. */
export async function isEmptyDatabase(database: Database): Promise<boolean> {
  const found = await sql<{ tables: number; ours: boolean }>`
    select count(*)::integer as tables, to_regclass('instance') is not null and to_regclass('accounts') is not null as ours
    from pg_class where relkind in ('r', 'p', 'v', 'm') and relnamespace = current_schema()::regnamespace
  `.execute(database);
  const { tables = 0, ours = false } = found.rows[0] ?? {};
  if (tables === 0) return true;
  if (!ours) return false;
  const used = await sql<{ used: boolean }>`
    select exists (select from instance) or exists (select from accounts) as used
  `.execute(database);
  return used.rows[0]?.used === false;
}

/**
 * Brings the database to this version's schema, or only to the migration named, and returns the names of what it applied. Several processes may do so at
 * once. A database that a newer version has used is a Failure of kind `unavailable`, and nothing is changed.
 */
export async function migrate(database: Database, log: Log = silentLog, upTo?: string): Promise<string[]> {
  return database.connection().execute(async (connection) => {
    // At most starts there is nothing to do, and asking the migrator takes longer than all else of the database.
    if (await isDone(connection, upTo)) return [];
    await takeLock(connection);
    try {
      return await migrateLocked(connection, log, upTo);
    } finally {
      await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(connection);
    }
  });
}
