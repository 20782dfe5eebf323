import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../domain/failure.ts';
import { type ClusterPlan, clusterMajor, createCluster, unfinishedPrefix } from './create-cluster.ts';
import type { DataDirectory } from './data-directory.ts';
import { canEnter, chooseDatabaseUser, type DatabaseUser } from './database-user.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { isAlive } from './postmaster-file.ts';
import { readOrCreateSecret } from './secret-files.ts';
import { stageBinaries } from './stage-binaries.ts';

/** Name of the database's password in the folder of secrets. */
export const passwordName = 'database-password';
/** Role and database of the service. */
export const productName = 'webdata';
/** Folders that every user of the machine can reach, to be named to whoever chose one that they cannot. */
const reachable = ['/var/lib/webdata', '/srv/webdata', '/opt/webdata'];

async function ownerOf(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => found.uid,
    () => null,
  );
}

/** The first folder of a path that the user cannot enter. */
async function findClosed(user: DatabaseUser | null, path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path || (await canEnter(user, parent))) return path;
  return findClosed(user, parent);
}

async function suggestReachable(user: DatabaseUser): Promise<string> {
  for (const folder of reachable) if (await canEnter(user, dirname(folder))) return folder;
  return '/tmp/webdata';
}

/** The database's files stay in the data directory: one that its user cannot reach stops the start. */
async function checkReach(user: DatabaseUser | null, path: string): Promise<void> {
  if (user === null || (await canEnter(user, path))) return;
  const closed = await findClosed(user, path);
  throw new Failure(
    'unavailable',
    `DATA_DIR ${path} is closed to user ${user.name}, who runs the database when webdata runs as root (${closed} lets nobody else in): set DATA_DIR=${await suggestReachable(user)}`,
  );
}

async function checkVersion(cluster: string, binaries: PostgresBinaries): Promise<boolean> {
  const major = await clusterMajor(cluster);
  if (major === null) {
    const entries = await readdir(cluster).catch(() => []);
    if (entries.length === 0) return false;
    throw new Failure(
      'unavailable',
      `${cluster} holds something that is no database: move it away, or set another DATA_DIR`,
    );
  }
  if (major === binaries.major) return true;
  throw new Failure(
    'unavailable',
    `${cluster} was made by PostgreSQL ${major} and this webdata brings ${binaries.major}: dump it with the version that made it and restore it into a new DATA_DIR`,
  );
}

/** An ordinary user can run a database of its own files only. */
function checkOwner(cluster: string, owner: number | null): void {
  const uid = process.getuid?.();
  if (owner === null || uid === 0 || owner === uid) return;
  throw new Failure(
    'unavailable',
    `${cluster} belongs to another user (uid ${owner}): start webdata as root or as that user, or set another DATA_DIR`,
  );
}

/** Finds who runs the database and with which programs, and makes its files when there are none. */
export async function prepareCluster(directory: DataDirectory, signal: AbortSignal): Promise<ClusterPlan> {
  const owner = await ownerOf(directory.cluster);
  checkOwner(directory.cluster, owner);
  const found = await findPostgresBinaries();
  const exists = await checkVersion(directory.cluster, found);
  const user = await chooseDatabaseUser(owner);
  await checkReach(user, directory.path);
  const plan = {
    binaries: await stageBinaries(found, user, directory.path),
    directory: directory.cluster,
    user,
    name: productName,
    password: await readOrCreateSecret(directory.secrets, passwordName),
    signal,
  };
  if (!exists) await createCluster(plan);
  return plan;
}

/** Deletes what killed starts left behind; whoever is still at work finds out by itself that it came too late. */
export async function sweepUnfinished(directory: DataDirectory): Promise<void> {
  for (const entry of await readdir(directory.path)) {
    if (!entry.startsWith(unfinishedPrefix)) continue;
    if (isAlive(Number.parseInt(entry.slice(unfinishedPrefix.length), 10))) continue;
    await rm(join(directory.path, entry), { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}
