import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Failure } from '../domain/failure.ts';

/** How to reach the embedded database; `host` is the folder of its Unix socket. */
export interface DatabaseConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The right to run on a database, held by one process at a time for as long as its session lives. */
export interface Ownership {
  /** Resolves when the session has ended, whoever ended it. */
  ended: Promise<void>;
  /** Gives the right up. */
  release(): Promise<void>;
}

/** What to hold, and what to say when somebody else holds it. */
export interface OwnershipPlan {
  connection: DatabaseConnection;
  /** Named in the refusal. */
  dataDirectory: string;
  /** Milliseconds to wait for a holder whose process has just been killed; its session ends a moment later. */
  patienceMs?: number;
}

/** The session advisory lock that makes its holder the owner (design.md section 1, "owner"): `webd`, `ownr` as ASCII. */
const lockKey = [0x77656264, 0x6f776e72] as const;
const applicationPrefix = 'webdata owner ';
/** SQLSTATE 57P03: cannot connect now, because the database starts, recovers or stops. */
const cannotConnectNow = '57P03';

async function connect(plan: OwnershipPlan, signal: AbortSignal): Promise<Client> {
  for (;;) {
    signal.throwIfAborted();
    const client = new Client({
      ...plan.connection,
      application_name: `${applicationPrefix}${process.pid}`,
      connectionTimeoutMillis: 10_000,
    });
    // Without a listener an ended session would end the process; `ended` tells of it.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if ((error as { code?: string }).code !== cannotConnectNow) throw error;
      await delay(50, undefined, { signal });
    }
  }
}

/** Process id of whoever holds the lock, as its session calls itself; null when it has just gone. */
async function findHolder(client: Client): Promise<string | null> {
  const found = await client.query<{ application_name: string }>(
    `select activity.application_name from pg_locks locks join pg_stat_activity activity using (pid)
     where locks.locktype = 'advisory' and locks.classid = $1 and locks.objid = $2 and locks.objsubid = 2 and locks.granted
       and locks.database = (select oid from pg_database where datname = current_database())`,
    [...lockKey],
  );
  const name = found.rows[0]?.application_name;
  return name?.startsWith(applicationPrefix) ? name.slice(applicationPrefix.length) : null;
}

async function tryLock(client: Client): Promise<boolean> {
  const result = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
    ...lockKey,
  ]);
  return result.rows[0]?.held === true;
}

async function refuse(client: Client, plan: OwnershipPlan): Promise<never> {
  const holder = await findHolder(client);
  throw new Failure(
    'conflict',
    `webdata runs on ${plan.dataDirectory} already${holder === null ? '' : ` (process ${holder})`}: stop it first, or set another DATA_DIR`,
  );
}

/**
 * Becomes the owner of a database, as soon as it takes connections. A `Failure` of kind `conflict` when another process
 * is; the error of the connection when it cannot be made for another reason than that the database is not ready yet.
 */
export async function acquireOwnership(plan: OwnershipPlan, signal: AbortSignal): Promise<Ownership> {
  const client = await connect(plan, signal);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    const end = Date.now() + (plan.patienceMs ?? 1_000);
    while (!(await tryLock(client))) {
      if (Date.now() >= end) await refuse(client, plan);
      await delay(50, undefined, { signal });
    }
    return { ended, release: () => client.end() };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
