import { Client, type PoolConfig } from 'pg';
import { Failure } from '../domain/system/failure.ts';

/** Rounds of the check: other clients of a pooler can take a server connection between two queries. */
const rounds = 5;
const responseTimeoutMs = 10_000;

async function readBackend(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Throws Failure `unavailable` if a pooler assigns server connections to transactions instead of sessions. LISTEN, session
 * settings, advisory locks and prepared statements would then reach other sessions. With session pooling, two open
 * connections never share a backend, and the backend of a connection never changes.
 */
export async function checkPooling(config: PoolConfig): Promise<void> {
  const options = { ...config, connectionTimeoutMillis: responseTimeoutMs, query_timeout: responseTimeoutMs };
  const clients = [new Client(options), new Client(options)] as const;
  // A lost connection also fails the query that runs on it.
  for (const client of clients) client.on('error', () => undefined);
  const backends = clients.map(() => new Set<number>());
  try {
    await Promise.all(clients.map((client) => client.connect()));
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, client] of clients.entries()) backends[index]?.add(await readBackend(client));
    }
  } finally {
    // A connection that cannot be closed is lost already.
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
  const all = new Set(backends.flatMap((seen) => [...seen]));
  if (all.size === clients.length && backends.every(({ size }) => size === 1)) return;
  throw new Failure(
    'unavailable',
    'DATABASE_URL leads to a connection pooler in transaction mode. Set pool_mode = session there, or connect directly.',
  );
}
