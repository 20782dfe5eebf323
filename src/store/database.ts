import { type ControlledTransaction, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Client, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { type Log, silentLog } from '../domain/system/log.ts';
import { isQueryTimeout, isReadOnlyServer } from './database-failure.ts';
import { prepareMarkedStatements } from './prepared-statements.ts';
import type { Schema } from './schema.ts';
import { protectParameters } from './storable.ts';
import { createThrottledErrorLog } from './throttled-error-log.ts';

/** Typed access to the database, through a pool or a transaction. */
export type Database = Kysely<Schema>;
export type DatabaseTransaction = Transaction<Schema> | ControlledTransaction<Schema>;

/** OID of int8 in PostgreSQL's catalog; parsed as a number, because all stored counters stay far below 2^53. */
const bigintOid = 20;
types.setTypeParser(bigintOid, Number);

/**
 * Idle time after which the database ends a transaction, because a halted process would keep its locks and block
 * others.
 */
const maxIdleMs = 15_000;
/** Time after its client's timeout at which the database ends a statement, so that its locks are released. */
const statementGraceMs = 5_000;
/** Idle time after which a connection is probed (TCP keepalive); the default of Linux is two hours. */
const keepAliveAfterMs = 10_000;

/** A database and its pool; `database.destroy()` closes both. */
export interface OpenDatabase {
  database: Database;
  pool: Pool;
}

/**
 * Returns the settings of a session. They are not start-up parameters, because connection poolers reject those. All are
 * set every time, because a pooler may reuse a session with other settings.
 */
function sessionSettings({ query_timeout: queryMs }: PoolConfig): string {
  const statementMs = queryMs === undefined ? 0 : queryMs + statementGraceMs;
  return `set idle_in_transaction_session_timeout = ${maxIdleMs}; set statement_timeout = ${statementMs}`;
}

/**
 * Closes a connection whose query timed out, because later queries on it would wait for the first one, and a
 * connection to a server that accepts no writes, because a new one may reach the new primary. The driver keeps both.
 */
function closeIfUseless(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]): unknown => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        // `end` destroys the socket of a busy connection. Pooled clients have it, although their type does not.
        if (isQueryTimeout(error) || isReadOnlyServer(error)) {
          void (client as PoolClient & Pick<Client, 'end'>).end();
        }
      });
    }
    return result;
  };
  client.query = watched as typeof client.query;
}

/**
 * Opens a pool of at most `connections` (default 10) to a PostgreSQL database; connects on first use. With
 * `query_timeout`, a connection whose query exceeds it is closed.
 */
export function openDatabase(config: PoolConfig, connections = 10, log: Log = silentLog): OpenDatabase {
  const pool = new Pool({
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'webdata',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    // The pool awaits the promise, although its type says otherwise.
    onConnect: (client) => client.query(sessionSettings(config)) as unknown as undefined,
    ...config,
  });
  const logError = createThrottledErrorLog(log);
  // A lost connection is reported to the code that uses it and as an event, which would end the process without a
  // listener.
  pool.on('error', (error) => {
    // The pool is ending before its sockets are closed; a database that stops meanwhile is not an error.
    if (!pool.ending) logError(error, 'A database connection was lost.');
  });
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    closeIfUseless(client);
    prepareMarkedStatements(client);
    protectParameters(client);
  });
  return { database: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** Returns whether the database answers a query within `timeoutMs`. */
export async function databaseAnswers(database: Database, timeoutMs: number): Promise<boolean> {
  const answer = sql`select 1`.execute(database).then(
    () => true,
    // The callers that need the database report why it does not answer.
    () => false,
  );
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
  return Promise.race([answer, timeout]);
}

/** Counts the other connections of this program to the database, of all processes. */
export async function countOtherSessions(config: PoolConfig): Promise<number> {
  const client = new Client({ ...config, application_name: 'webdata session count' });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::int as sessions from pg_stat_activity
        where datname = current_database() and application_name like 'webdata%' and pid <> pg_backend_pid()`,
    );
    return (rows[0] as { sessions: number }).sessions;
  } finally {
    await client.end();
  }
}
