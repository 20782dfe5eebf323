import { Client, DatabaseError, type PoolConfig } from 'pg';

/** Options of {@link reclaimLog}. */
export interface ReclaimLogOptions {
  /** Size in bytes that the log may keep; `min_wal_size` of the embedded database and one segment by default. */
  maxBytes?: number;
  signal?: AbortSignal;
}

const defaultMaxBytes = 80 * 2 ** 20;
/** Enough to shrink the log from `max_wal_size`: each checkpoint reduces the estimate of the next one by a tenth. */
const maxSteps = 60;
const timeoutMs = 60_000;
/** SQLSTATE of a missing right (PostgreSQL manual, appendix A). */
const insufficientPrivilege = '42501';

/** Closes a connection; one that is lost cannot be closed again. */
async function closeClient(client: Client): Promise<void> {
  await client.end().catch(() => {
    // The work of the connection has ended or failed before.
  });
}

async function readLogBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select sum(size) as bytes from pg_ls_waldir()');
  return Number(rows[0]?.bytes);
}

/**
 * Gives segments of the write-ahead log back to the disk that a burst of work has left. PostgreSQL keeps segments for the
 * work that it expects, and removes an unused one only after the log has passed it. Each step passes one segment. It is for
 * the embedded database, whose log belongs to the service. Returns the size of the log in bytes; null if the role lacks the
 * rights, as in a database of an earlier version.
 */
export async function reclaimLog(
  config: PoolConfig,
  options: ReclaimLogOptions = {},
): Promise<number | null> {
  const { maxBytes = defaultMaxBytes, signal } = options;
  signal?.throwIfAborted();
  const client = new Client({
    ...config,
    application_name: 'webdata housekeeping',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A lost connection also fails the statement that runs on it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    let bytes = await readLogBytes(client);
    for (let step = 0; step < maxSteps && bytes > maxBytes; step += 1) {
      signal?.throwIfAborted();
      // A segment can be left only after something was written to it.
      await client.query(`select pg_logical_emit_message(false, 'webdata', '')`);
      await client.query('select pg_switch_wal()');
      await client.query('checkpoint');
      bytes = await readLogBytes(client);
    }
    return bytes;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === insufficientPrivilege) return null;
    throw error;
  } finally {
    await closeClient(client);
  }
}

/**
 * Creates a task that calls {@link reclaimLog} if less than one segment was written since its last call: a busy database
 * needs its segments again.
 */
export function createLogReclaim(config: PoolConfig): (signal: AbortSignal) => Promise<void> {
  const segmentBytes = 16 * 2 ** 20;
  let position: number | null = null;
  async function readPosition(): Promise<number> {
    const client = new Client({ ...config, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ position: string }>(
        `select pg_current_wal_lsn() - '0/0'::pg_lsn as position`,
      );
      return Number(rows[0]?.position);
    } finally {
      await closeClient(client);
    }
  }
  return async (signal) => {
    const before = position;
    position = await readPosition();
    if (before === null || position - before > segmentBytes) return;
    await reclaimLog(config, { signal });
    position = await readPosition();
  };
}
