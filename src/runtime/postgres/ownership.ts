import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Failure } from '../../domain/system/failure.ts';

/** Connection settings of the embedded database; `host` is the folder of its Unix socket. */
export interface DatabaseConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Exclusive right to use a database, held by one process as long as its database session lives. */
export interface Ownership {
  /** Resolves when the session has ended for any reason. */
  ended: Promise<void>;
  /** Releases the right. */
  release(): Promise<void>;
}

/** Options of acquiring ownership. */
export interface OwnershipOptions {
  connection: DatabaseConnection;
  /** Data directory for the error message. */
  dataDirectory: string;
  /** Milliseconds to wait for another owner; the session of a killed process ends with a delay. */
  patienceMs?: number;
}

/** Key of the session advisory lock of the owner: `webd`, `ownr` as ASCII. */
const lockKey = [0x77656264, 0x6f776e72] as const;
const applicationPrefix = 'webdata owner ';
/** SQLSTATE 57P03: cannot connect now, because the database starts, recovers or stops. */
const cannotConnectNow = '57P03';

async function connect(plan: OwnershipOptions, signal: AbortSignal): Promise<Client> {
  for (;;) {
    signal.throwIfAborted();
    const client = new Client({
      ...plan.connection,
      application_name: `${applicationPrefix}${process.pid}`,
      connectionTimeoutMillis: 10_000,
    });
    // Without a listener an ended session would end the process; `ended` reports it.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      // The client is not connected or already closed; the original error is handled below.
      await client.end().catch(() => {});
      if ((error as { code?: string }).code !== cannotConnectNow) throw error;
      await delay(50, undefined, { signal });
    }
  }
}

/** Returns the process id of the lock's holder from its application name; null if there is none any more. */
async function findHolder(client: Client): Promise<string | null> {
  const holders = await client.query<{ application_name: string }>(
    `select activity.application_name from pg_locks locks join pg_stat_activity activity using (pid)
     where locks.locktype = 'advisory' and locks.classid = $1 and locks.objid = $2 and locks.objsubid = 2 and locks.granted
       and locks.database = (select oid from pg_database where datname = current_database())`,
    [...lockKey],
  );
  const name = holders.rows[0]?.application_name;
  return name?.startsWith(applicationPrefix) ? name.slice(applicationPrefix.length) : null;
}

async function tryLock(client: Client): Promise<boolean> {
  const result = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
    ...lockKey,
  ]);
  return result.rows[0]?.held === true;
}

async function throwOwnedByAnother(client: Client, plan: OwnershipOptions): Promise<never> {
  const holder = await findHolder(client);
  throw new Failure(
    'conflict',
    `webdata already runs on ${plan.dataDirectory}${holder === null ? '' : ` (process ${holder})`}. Stop it first, or set another DATA_DIR.`,
  );
}

/**
 * Acquires the ownership of a database as soon as it accepts connections. Throws a Failure of kind `conflict` if another
 * process is the owner, and connection errors other than "not ready yet".
 */
export async function acquireOwnership(plan: OwnershipOptions, signal: AbortSignal): Promise<Ownership> {
  const client = await connect(plan, signal);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    const deadline = Date.now() + (plan.patienceMs ?? 1_000);
    while (!(await tryLock(client))) {
      if (Date.now() >= deadline) await throwOwnedByAnother(client, plan);
      await delay(50, undefined, { signal });
    }
    return { ended, release: () => client.end() };
  } catch (error) {
    // The session may already be closed; the original error is thrown.
    await client.end().catch(() => {});
    throw error;
  }
}
