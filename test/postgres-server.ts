import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCluster } from '../src/runtime/postgres/cluster/create-cluster.ts';
import {
  findPostgresBinaries,
  type PostgresBinaries,
} from '../src/runtime/postgres/cluster/postgres-binaries.ts';
import { embeddedSettings, settingsSince18 } from '../src/runtime/postgres/cluster/postgres-settings.ts';
import { stageBinaries } from '../src/runtime/postgres/cluster/stage-binaries.ts';
import { chooseDatabaseUser, type DatabaseUser } from '../src/runtime/postgres/database-user.ts';
import { startPostmaster, stopPostmaster } from '../src/runtime/postgres/postmaster.ts';
import { findPostmaster, isAlive } from '../src/runtime/postgres/postmaster-file.ts';
import { scratchParent } from './scratch.ts';

/** Temporary PostgreSQL server of a test run; its login is a superuser. */
export interface PostgresServer {
  /** `postgres://` URL of the maintenance database. */
  connectionString: string;
  /** Folder of its Unix socket. */
  socketFolder: string;
  /** Returns the postmaster's process id since its last start. */
  pid(): number;
  /** Restarts the server with a fast shutdown, like a service manager. */
  restart(): Promise<void>;
  /** Starts the server again after a kill. */
  startAgain(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

const prefix = 'webdata-test-';
const name = 'webdata';

/** The data need no sync to disk, and many test files connect at once. */
const disposableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '1h',
};

/** Settings with which acknowledged transactions survive a kill of all server processes, but not a power loss. */
const survivesKills = { synchronous_commit: 'on' };

/** Debian's folder of PostgreSQL 15, on which the storage suites also run. */
const debianDirectory = '/usr/lib/postgresql/15';

/** Returns Debian's PostgreSQL 15, or null if it is not installed. */
export function findDebianPostgres(): PostgresBinaries | null {
  if (!existsSync(join(debianDirectory, 'bin', 'postgres'))) return null;
  return { directory: debianDirectory, version: '15', major: 15 };
}

/** Stops the servers of killed runs: their folders' names contain the process that created them. */
async function sweepLeftOvers(): Promise<void> {
  for (const parent of new Set([tmpdir(), scratchParent])) {
    for (const entry of await readdir(parent)) {
      if (!entry.startsWith(prefix)) continue;
      const folder = join(parent, entry);
      const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => '0'));
      if (owner !== 0 && !isAlive(owner)) await end(folder).catch(() => {});
    }
  }
}

async function end(folder: string): Promise<void> {
  const running = await findPostmaster(join(folder, 'cluster')).catch(() => null);
  if (running) await stopPostmaster(running.pid, 2_000);
  await rm(folder, { recursive: true, force: true });
}

/** Creates a folder of this run that the database's user can traverse. */
async function makeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, prefix));
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'owner'), String(process.pid));
  return folder;
}

/** Options of {@link startPostgresServer}. */
interface ServerOptions {
  /** True if acknowledged transactions survive a kill of the server's processes. */
  isKilled?: boolean;
  /** True if the data is on the disk and not in memory. */
  isLarge?: boolean;
  /** Settings that replace those of test servers. */
  settings?: Record<string, string>;
}

/** Creates a cluster in a folder and starts it. */
async function startIn(
  folder: string,
  binaries: PostgresBinaries,
  user: DatabaseUser | null,
  { isKilled = false, settings: ownSettings = {} }: ServerOptions,
): Promise<Omit<PostgresServer, 'stop'>> {
  const cluster = join(folder, 'cluster');
  const password = randomBytes(16).toString('hex');
  await createCluster({ binaries, directory: cluster, user, name, password, isDisposable: true });
  const socketFolder = join(folder, 'socket');
  await mkdir(socketFolder, { mode: 0o700 });
  if (user) await chown(socketFolder, user.uid, user.gid);
  const settings = {
    ...embeddedSettings,
    ...(binaries.major >= 18 && settingsSince18),
    ...disposableSettings,
    ...(isKilled && survivesKills),
    ...ownSettings,
  };
  const plan = { binaries, cluster, user, socketFolder, settings, logFile: join(folder, 'log') };
  const start = () => startPostmaster(plan, AbortSignal.timeout(300_000));
  let postmaster = await start();
  return {
    connectionString: `postgres://${name}:${password}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`,
    socketFolder,
    pid: () => postmaster.pid,
    async restart() {
      await stopPostmaster(postmaster.pid, 10_000);
      postmaster = await start();
    },
    async startAgain() {
      postmaster = await start();
    },
  };
}

/** Starts a temporary server from the embedded binaries, or from the given ones. */
export async function startPostgresServer(
  found?: PostgresBinaries,
  options: ServerOptions = {},
): Promise<PostgresServer> {
  await sweepLeftOvers();
  const user = await chooseDatabaseUser(null);
  const programs = await makeFolder(tmpdir());
  const folder = await makeFolder(options.isLarge ? tmpdir() : scratchParent);
  const stop = async () => {
    await end(folder);
    await end(programs);
  };
  try {
    const binaries = await stageBinaries(found ?? (await findPostgresBinaries()), user, programs);
    return { ...(await startIn(folder, binaries, user, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
