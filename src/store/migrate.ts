import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Failure } from '../domain/system/failure.ts';
import { type Log, silentLog } from '../domain/system/log.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations/all.ts';

/** Key of the advisory lock that serializes migrations of several processes. */
const lockKey = 7_302_114_690;
const lockTimeoutMs = 120_000;
const lockPollMs = 50;

/** Waits for the session's advisory lock by polling, because queued waiters would block DDL of the holder. */
async function acquireLock(connection: Database): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    const answer = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_lock(${lockKey}::bigint) as taken`.execute(connection);
    if (answer.rows[0]?.taken) return;
    if (performance.now() > deadline) {
      throw new Failure(
        'unavailable',
        'Another process has been migrating the database for two minutes. Start again when it has finished.',
      );
    }
    await pause(lockPollMs);
  }
}

/** Returns the names of the applied migrations; none for an empty database. */
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

/**
 * Tells whether no migration is left to apply; a database past `upTo` is not migrated back. Throws Failure for a newer
 * version.
 */
async function isUpToDate(connection: Database, upTo: string | undefined): Promise<boolean> {
  const applied = new Set(await appliedNames(connection));
  const unknown = [...applied].filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new Failure(
      'unavailable',
      `The database was used by a newer version of webdata (${unknown.join(', ')}). Start that version.`,
    );
  }
  return upTo === undefined ? Object.keys(migrations).every((name) => applied.has(name)) : applied.has(upTo);
}

async function migrateLocked(connection: Database, log: Log, upTo: string | undefined): Promise<string[]> {
  if (await isUpToDate(connection, upTo)) return [];
  const migrator = new Migrator({
    // The type of Migrator requires a database without a schema type.
    db: connection as unknown as Kysely<unknown>,
    provider: { getMigrations: async () => migrations },
  });
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error !== undefined) {
    const failed =
      results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first one';
    throw new Failure('unavailable', `The database could not be migrated (${failed}).`, { cause: error });
  }
  const applied = (results ?? []).map((result) => result.migrationName);
  if (applied.length > 0)
    log.info({ migrations: applied.length, schema: applied.at(-1) }, 'database migrated');
  return applied;
}

/**
 * Tells whether the database has no tables; a schema of this service without an instance and accounts counts as empty.
 */
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
 * Migrates the database to the schema of this version, or only up to the named migration, and returns the names of the
 * applied migrations. Safe to call from several processes at once. A database of a newer version is a Failure of kind
 * `unavailable` and is not changed.
 */
export async function migrate(database: Database, log: Log = silentLog, upTo?: string): Promise<string[]> {
  return database.connection().execute(async (connection) => {
    // Most starts have nothing to apply, and the migrator is slower than this check.
    if (await isUpToDate(connection, upTo)) return [];
    await acquireLock(connection);
    try {
      return await migrateLocked(connection, log, upTo);
    } finally {
      await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(connection);
    }
  });
}
