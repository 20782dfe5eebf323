import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { DataDirectory } from '../files/data-directory.ts';
import { limitLogFile } from '../logs/limit-log-file.ts';
import { acquireDatabase, isOwnedByAnother, type OwnedDatabaseOptions } from './acquire-database.ts';
import { embeddedSettings, settingsSince18 } from './cluster/postgres-settings.ts';
import { deleteUnfinishedClusters, prepareCluster } from './cluster/prepare-cluster.ts';
import { deleteUnusedCopies } from './cluster/stage-binaries.ts';
import type { DatabaseConnection, Ownership } from './ownership.ts';
import { type PostmasterOptions, postgresPort, stopPostmaster } from './postmaster.ts';
import { findPostmaster } from './postmaster-file.ts';
import { openSocketFolder } from './socket-folder.ts';

/** Options of the embedded database. */
export interface EmbeddedPostgresOptions {
  dataDirectory: DataDirectory;
  log: Log;
  /** Cancels a start in progress. Use `stop` to stop a running database. */
  signal: AbortSignal;
  /** Called once if another process acquired the database while it was down; this process must end. */
  onOwnershipLost(reason: Failure): void;
  /**
   * Folders for a socket whose path in the data directory is too long. Default: runtime and temporary folders of the
   * system.
   */
  fallbackSocketFolders?: string[];
}

/** An embedded PostgreSQL that one process owns exclusively. */
export interface EmbeddedPostgres {
  connection: DatabaseConnection;
  /** True if it was already running, after its process was killed. */
  isAdopted: boolean;
  /** `restarting` while it is down and being restarted; `lost` if another process owns it. */
  state(): 'running' | 'restarting' | 'lost' | 'stopped';
  /** Ends all sessions and shuts the database down. */
  stop(): Promise<void>;
}

/** Maximum duration of a start; crash recovery replays at most `max_wal_size`. */
const startTimeoutMs = 5 * 60_000;
const logWaitAfterMs = 3_000;
/** Delays before the first, second, ... restart attempt; the last one repeats. */
const restartDelaysMs = [0, 250, 1_000, 3_000, 10_000];
/** Run time after which failed attempts are no longer counted. */
const stableAfterMs = 60_000;
/** Time for the shutdown of a database with much to write. */
const stableGraceMs = 30_000;
/**
 * The same for a database that was started or lost a moment ago. PostgreSQL can wait for ever in a fast shutdown that
 * reaches it while it ends its processes after the crash of one.
 */
const unstableGraceMs = 8_000;

async function prepareStart(
  options: EmbeddedPostgresOptions,
  signal: AbortSignal,
): Promise<OwnedDatabaseOptions> {
  const { dataDirectory, log } = options;
  if (process.platform === 'win32') {
    throw new Failure(
      'unavailable',
      'The embedded PostgreSQL needs Unix sockets, which Windows does not provide. Set DATABASE_URL.',
    );
  }
  const cluster = await prepareCluster(dataDirectory, signal);
  const socketFolder = await openSocketFolder(
    dataDirectory.path,
    cluster.user,
    options.fallbackSocketFolders,
  );
  const postmaster: PostmasterOptions = {
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

/** Starts the database of a data directory, or adopts a running one. Throws a Failure with one line if that fails. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, log } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(startTimeoutMs)]);
  const plan = await prepareStart(options, signal);
  const waitLogTimer = setTimeout(
    () => log.info({}, 'waiting for the database, which recovers from an unclean shutdown'),
    logWaitAfterMs,
  );
  try {
    const { ownership, isAdopted } = await acquireDatabase(plan, signal);
    await removeLeftovers(plan, dataDirectory, isAdopted);
    return supervise(plan, ownership, isAdopted, options.onOwnershipLost);
  } finally {
    clearTimeout(waitLogTimer);
  }
}

/** Removes leftovers of earlier starts; an error is logged and does not stop the start. */
async function removeLeftovers(
  plan: OwnedDatabaseOptions,
  dataDirectory: DataDirectory,
  isAdopted: boolean,
): Promise<void> {
  try {
    await deleteUnfinishedClusters(dataDirectory);
    if (!isAdopted) await deleteUnusedCopies(dataDirectory.path, plan.postmaster.binaries);
  } catch (error) {
    plan.log.warn({ error: errorMessage(error) }, 'files of earlier starts could not be removed');
  }
}

/** Retries until the database runs and is owned by this process. Throws if another process owns it, or on abort. */
async function restartUntilOwned(
  plan: OwnedDatabaseOptions,
  failedAttempts: number,
  signal: AbortSignal,
): Promise<Ownership> {
  for (let attempt = failedAttempts; ; attempt += 1) {
    await delay(restartDelaysMs[Math.min(attempt, restartDelaysMs.length - 1)], undefined, { signal });
    try {
      return (await acquireDatabase(plan, signal)).ownership;
    } catch (error) {
      if (signal.aborted || isConflict(error)) throw error;
      plan.log.error({ error: errorMessage(error) }, 'the database could not be started; retrying');
    }
  }
}

function isConflict(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'conflict';
}

/** Restarts the database whenever it ends, until `stop`. */
function supervise(
  plan: OwnedDatabaseOptions,
  initialOwnership: Ownership,
  isAdopted: boolean,
  onOwnershipLost: (reason: Failure) => void,
): EmbeddedPostgres {
  const stopping = new AbortController();
  const logFileLimit = limitLogFile(plan.postmaster.logFile);
  let state: ReturnType<EmbeddedPostgres['state']> = 'running';
  let ownership = initialOwnership;
  let ownedSince = performance.now();
  let stopPromise: Promise<void> | null = null;

  async function watch(): Promise<void> {
    for (let failedAttempts = 0; ; failedAttempts += 1) {
      ownedSince = performance.now();
      await ownership.ended;
      if (stopping.signal.aborted) return;
      state = 'restarting';
      if (performance.now() - ownedSince > stableAfterMs) failedAttempts = 0;
      plan.log.error({}, 'the database ended unexpectedly and is restarted');
      ownership = await restartUntilOwned(plan, failedAttempts, stopping.signal);
      if (stopping.signal.aborted) return;
      state = 'running';
      plan.log.warn({}, 'the database runs again');
    }
  }

  const watchPromise = watch().catch((error: unknown) => {
    if (!isConflict(error)) return;
    state = 'lost';
    onOwnershipLost(error);
  });

  async function stop(): Promise<void> {
    const isOwned = state === 'running';
    const isStable = isOwned && performance.now() - ownedSince > stableAfterMs;
    stopping.abort();
    logFileLimit.close();
    if (!isOwned) {
      await watchPromise;
      await ownership.release();
    }
    if (state === 'lost') return;
    await shutDown(plan, isOwned, isStable ? stableGraceMs : unstableGraceMs);
    // Ends the watch even if the postmaster was already gone.
    await ownership.release();
    await watchPromise;
    state = 'stopped';
  }

  return {
    connection: plan.connection,
    isAdopted,
    state: () => state,
    stop: () => (stopPromise ??= stop()),
  };
}

async function shutDown(plan: OwnedDatabaseOptions, isOwned: boolean, graceMs: number): Promise<void> {
  const running = await findPostmaster(plan.postmaster.cluster);
  if (running) {
    if (!isOwned && (await isOwnedByAnother(plan))) return;
    await stopPostmaster(running.pid, graceMs);
  }
  const { socketFolder } = plan.postmaster;
  if (!socketFolder.startsWith(plan.dataDirectory)) await rm(socketFolder, { recursive: true, force: true });
}
