import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure, messageOf } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import type { DataDirectory } from './data-directory.ts';
import { boundLogFile } from './log-file.ts';
import type { DatabaseConnection, Ownership } from './ownership.ts';
import { embeddedSettings, settingsSince18 } from './postgres-settings.ts';
import { type PostmasterPlan, postgresPort, stopPostmaster } from './postmaster.ts';
import { findPostmaster } from './postmaster-file.ts';
import { prepareCluster, sweepUnfinished } from './prepare-cluster.ts';
import { openSocketFolder } from './socket-folder.ts';
import { pruneStaged } from './stage-binaries.ts';
import { becomeOwner, isOwnedByAnother, type OwnedPlan } from './take-over.ts';

/** What an embedded database needs of the process. */
export interface EmbeddedPostgresOptions {
  dataDirectory: DataDirectory;
  log: Log;
  /** Gives up a start that is under way; a database that runs is ended with `stop`. */
  signal: AbortSignal;
  /** Called once when another process took the database while ours was down: this process must not go on. */
  onLost(reason: Failure): void;
  /** Folders for a socket whose path in the data directory would be too long; the session's and the system's unless told. */
  socketShelters?: string[];
}

/** A PostgreSQL of our own, which nobody else may run on (design.md section 1, "owner"). */
export interface EmbeddedPostgres {
  connection: DatabaseConnection;
  /** Whether this start found it running, left behind by a process that was killed. */
  adopted: boolean;
  /** `restarting` while it is down and being brought back; `lost` when another process has it. */
  state(): 'running' | 'restarting' | 'lost' | 'stopped';
  /** Ends every session and shuts it down; what was committed is on the disk. */
  stop(): Promise<void>;
}

/** Recovery after a crash replays at most `max_wal_size`; a start that takes longer than this hangs. */
const startLimitMs = 5 * 60_000;
const sayAfterMs = 3_000;
/** Milliseconds before the first, second, ... try to bring it back; the last one repeats. */
const backOffMs = [0, 250, 1_000, 3_000, 10_000];
/** A database that ran this long had no trouble starting. */
const steadyMs = 60_000;

async function planStart(options: EmbeddedPostgresOptions, signal: AbortSignal): Promise<OwnedPlan> {
  const { dataDirectory, log } = options;
  if (process.platform === 'win32') {
    throw new Failure(
      'unavailable',
      'the embedded PostgreSQL needs Unix sockets: on Windows set DATABASE_URL',
    );
  }
  const cluster = await prepareCluster(dataDirectory, signal);
  const socketFolder = await openSocketFolder(dataDirectory.path, cluster.user, options.socketShelters);
  const postmaster: PostmasterPlan = {
    binaries: cluster.binaries,
    cluster: cluster.directory,
    user: cluster.user,
    socketFolder,
    settings: { ...embeddedSettings, ...settingsSince18 },
    logFile: join(dataDirectory.path, 'postgres.log'),
  };
  const { name, password } = cluster;
  const connection = { host: socketFolder, port: postgresPort, user: name, password, database: name };
  return { cluster, postmaster, connection, dataDirectory: dataDirectory.path, log };
}

/** Starts the database of a data directory, or adopts the one that runs on it; a `Failure` of one line when it cannot. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, log } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(startLimitMs)]);
  const plan = await planStart(options, signal);
  const patience = setTimeout(
    () => log.info({}, 'waiting for the database, which was not stopped in order and recovers'),
    sayAfterMs,
  );
  try {
    const { ownership, adopted } = await becomeOwner(plan, signal);
    await tidy(plan, dataDirectory, adopted);
    return supervise(plan, ownership, adopted, options.onLost);
  } finally {
    clearTimeout(patience);
  }
}

/** Removes what earlier starts left; what cannot be removed now is no reason not to run. */
async function tidy(plan: OwnedPlan, dataDirectory: DataDirectory, adopted: boolean): Promise<void> {
  try {
    await sweepUnfinished(dataDirectory);
    if (!adopted) await pruneStaged(dataDirectory.path, plan.postmaster.binaries);
  } catch (error) {
    plan.log.warn({ error: messageOf(error) }, 'what earlier starts left could not be removed');
  }
}

/** Tries until the database runs and is ours again; throws when another process has it, or when told to stop. */
async function bringBack(plan: OwnedPlan, failedBefore: number, signal: AbortSignal): Promise<Ownership> {
  for (let tries = failedBefore; ; tries += 1) {
    await delay(backOffMs[Math.min(tries, backOffMs.length - 1)], undefined, { signal });
    try {
      return (await becomeOwner(plan, signal)).ownership;
    } catch (error) {
      if (signal.aborted || isConflict(error)) throw error;
      plan.log.error({ error: messageOf(error) }, 'the database could not be started, trying again');
    }
  }
}

function isConflict(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'conflict';
}

/** Keeps the database running and ours until `stop`. */
function supervise(
  plan: OwnedPlan,
  first: Ownership,
  adopted: boolean,
  onLost: (reason: Failure) => void,
): EmbeddedPostgres {
  const stopping = new AbortController();
  const logBound = boundLogFile(plan.postmaster.logFile);
  let state: ReturnType<EmbeddedPostgres['state']> = 'running';
  let ownership = first;
  let stopped: Promise<void> | null = null;

  async function watch(): Promise<void> {
    for (let failed = 0; ; failed += 1) {
      const since = performance.now();
      await ownership.ended;
      if (stopping.signal.aborted) return;
      state = 'restarting';
      if (performance.now() - since > steadyMs) failed = 0;
      plan.log.error({}, 'the database went away, bringing it back');
      ownership = await bringBack(plan, failed, stopping.signal);
      if (stopping.signal.aborted) return;
      state = 'running';
      plan.log.warn({}, 'the database is back');
    }
  }

  const watching = watch().catch((error: unknown) => {
    if (!isConflict(error)) return;
    state = 'lost';
    onLost(error);
  });

  async function stop(): Promise<void> {
    const owned = state === 'running';
    stopping.abort();
    logBound.close();
    if (!owned) {
      await watching;
      await ownership.release();
    }
    if (state === 'lost') return;
    await shutDown(plan, owned);
    // Ends the watch even where there was no postmaster to be found any more.
    await ownership.release();
    await watching;
    state = 'stopped';
  }

  return {
    connection: plan.connection,
    adopted,
    state: () => state,
    stop: () => (stopped ??= stop()),
  };
}

async function shutDown(plan: OwnedPlan, owned: boolean): Promise<void> {
  const running = await findPostmaster(plan.postmaster.cluster);
  if (running) {
    if (!owned && (await isOwnedByAnother(plan))) return;
    await stopPostmaster(running.pid);
  }
  const { socketFolder } = plan.postmaster;
  if (!socketFolder.startsWith(plan.dataDirectory)) await rm(socketFolder, { recursive: true, force: true });
}
