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

/** A PostgreSQL of its own for a run of tests; its login is a superuser. */
export interface PostgresServer {
  /** `postgres://` address of the database that new ones are made from. */
  connectionString: string;
  /** Folder of its Unix socket. */
  socketFolder: string;
  /** The postmaster's process id, as of its last start. */
  pid(): number;
  /** Stops it as a system does when it restarts a service (a fast shutdown), and starts it again. */
  restart(): Promise<void>;
  /** Starts it again after it was killed. */
  startAgain(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

const prefix = 'webdata-test-';
const name = 'webdata';

/** Nothing here is worth a sync to disk, and many test files connect at once. */
const disposableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '1h',
};

/** What an acknowledged transaction needs to survive a kill of every process of the server; a loss of power may lose it. */
const survivesKills = { synchronous_commit: 'on' };

/** Where Debian puts the PostgreSQL 15 that the storage suites run on as well. */
const debianDirectory = '/usr/lib/postgresql/15';

/** Debian's PostgreSQL 15, or null where it is not installed. */
export function findDebianPostgres(): PostgresBinaries | null {
  if (!existsSync(join(debianDirectory, 'bin', 'postgres'))) return null;
  return { directory: debianDirectory, version: '15', major: 15 };
}

/** Ends servers that killed runs left behind: their folders name the process that made them. */
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

/** A folder of this run that the database's user can pass through. */
async function makeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, prefix));
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'owner'), String(process.pid));
  return folder;
}

/** Makes a cluster in a folder and starts it. */
async function startIn(
  folder: string,
  binaries: PostgresBinaries,
  user: DatabaseUser | null,
  isKilled: boolean,
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
  };
  const plan = { binaries, cluster, user, socketFolder, settings, logFile: join(folder, 'log') };
  const start = () => startPostmaster(plan, AbortSignal.timeout(30_000));
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

/**
 * Starts a throw-away server from the embedded binaries, or from those given. With `isKilled` it keeps what it
 * acknowledged when its processes are killed.
 */
export async function startPostgresServer(
  found?: PostgresBinaries,
  { isKilled = false }: { isKilled?: boolean } = {},
): Promise<PostgresServer> {
  await sweepLeftOvers();
  const user = await chooseDatabaseUser(null);
  const programs = await makeFolder(tmpdir());
  const folder = await makeFolder(scratchParent);
  const stop = async () => {
    await end(folder);
    await end(programs);
  };
  try {
    const binaries = await stageBinaries(found ?? (await findPostgresBinaries()), user, programs);
    return { ...(await startIn(folder, binaries, user, isKilled)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
