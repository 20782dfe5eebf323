import { type ControlledTransaction, Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { type Log, silentLog } from '../domain/log.ts';
import { createTroubleReport } from './database-trouble.ts';
import { prepareMarked } from './prepared-statements.ts';
import type { Schema } from './schema.ts';

/** Typed access to our PostgreSQL; the same for a pool and for a transaction on it. */
export type Database = Kysely<Schema>;
/** A transaction under way. */
export type DatabaseTransaction = Transaction<Schema> | ControlledTransaction<Schema>;

/** OID of int8 in PostgreSQL's catalog; read as a number, since none of our counters comes near 2^53. */
const bigintOid = 20;
types.setTypeParser(bigintOid, Number);

/**
 * A transaction whose process says nothing for so long is undone: one that was halted in the middle would keep its locks,
 * and with them all others waiting.
 */
const mostIdleMs = 15_000;

/** A database and the pool beneath it, to be closed together with `destroy()`. */
export interface OpenDatabase {
  database: Database;
  pool: Pool;
}

/** Opens a pool of at most `connections` (default 10) on a PostgreSQL; connects on first use. */
export function openDatabase(config: PoolConfig, connections = 10, log: Log = silentLog): OpenDatabase {
  const pool = new Pool({
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'webdata',
    keepAlive: true,
    // Not as a start-up parameter, which poolers refuse. The pool waits for it, whatever its type says.
    onConnect: (client) =>
      client.query(`set idle_in_transaction_session_timeout = ${mostIdleMs}`) as unknown as undefined,
    ...config,
  });
  const report = createTroubleReport(log);
  // A connection that dies says so twice: to whoever uses it, who deals with it, and as an event, which would end the
  // process if nobody listened.
  pool.on('error', (error) => {
    // The pool counts as ended before its sockets are closed; a database that stops meanwhile is no news.
    if (!pool.ending) report(error, 'a database connection was lost');
  });
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    prepareMarked(client);
  });
  return { database: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}
