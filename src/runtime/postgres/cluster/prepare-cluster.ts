import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../../domain/system/failure.ts';
import type { DataDirectory } from '../../files/data-directory.ts';
import { readOrCreateSecret } from '../../files/secret-files.ts';
import { canEnter, chooseDatabaseUser, type DatabaseUser } from '../database-user.ts';
import { findPostmaster, isAlive } from '../postmaster-file.ts';
import {
  type ClusterOptions,
  createCluster,
  readClusterMajor,
  unfinishedPrefix,
  updateRights,
} from './create-cluster.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { stageBinaries } from './stage-binaries.ts';

/** File name of the database password in the secrets folder. */
export const passwordFileName = 'database-password';
/** Role and database of the service. */
export const productName = 'webdata';
/** Folders accessible to all users, suggested instead of an inaccessible one. */
const accessibleFolders = ['/var/lib/webdata', '/srv/webdata', '/opt/webdata'];

async function readOwner(path: string): Promise<number | null> {
  return stat(path).then(
    (stats) => stats.uid,
    // A path that cannot be accessed has no known owner; its use reports the error.
    () => null,
  );
}

/** Returns the first folder of a path that the user cannot enter. */
async function findInaccessibleFolder(user: DatabaseUser | null, path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path || (await canEnter(user, parent))) return path;
  return findInaccessibleFolder(user, parent);
}

async function suggestAccessibleFolder(user: DatabaseUser): Promise<string> {
  for (const folder of accessibleFolders) if (await canEnter(user, dirname(folder))) return folder;
  return '/tmp/webdata';
}

/** Throws a Failure if the database user cannot reach the data directory. */
async function assertAccessible(user: DatabaseUser | null, path: string): Promise<void> {
  if (user === null || (await canEnter(user, path))) return;
  const inaccessible = await findInaccessibleFolder(user, path);
  throw new Failure(
    'unavailable',
    `DATA_DIR ${path} is not accessible for user ${user.name}, who runs the database if webdata runs as root (${inaccessible} has no access for other users). Set DATA_DIR=${await suggestAccessibleFolder(user)}.`,
  );
}

async function checkClusterVersion(cluster: string, binaries: PostgresBinaries): Promise<boolean> {
  const major = await readClusterMajor(cluster);
  if (major === null) {
    const entries = existsSync(cluster) ? await readdir(cluster) : [];
    if (entries.length === 0) return false;
    throw new Failure(
      'unavailable',
      `${cluster} contains files that are not a database. Move them away, or set another DATA_DIR.`,
    );
  }
  if (major === binaries.major) return true;
  throw new Failure(
    'unavailable',
    `${cluster} was created by PostgreSQL ${major}, and this version of webdata includes ${binaries.major}. Dump it with the version that created it and restore it into a new DATA_DIR.`,
  );
}

/** Throws a Failure if the cluster belongs to another user; an ordinary user can only run its own. */
function assertOwner(cluster: string, owner: number | null): void {
  const uid = process.getuid?.();
  if (owner === null || uid === 0 || owner === uid) return;
  throw new Failure(
    'unavailable',
    `${cluster} belongs to another user (uid ${owner}). Start webdata as root or as that user, or set another DATA_DIR.`,
  );
}

/** Determines the user and the binaries of the database, and creates the cluster if there is none. */
export async function prepareCluster(directory: DataDirectory, signal: AbortSignal): Promise<ClusterOptions> {
  const owner = await readOwner(directory.cluster);
  assertOwner(directory.cluster, owner);
  const installedBinaries = await findPostgresBinaries();
  const exists = await checkClusterVersion(directory.cluster, installedBinaries);
  const user = await chooseDatabaseUser(owner);
  await assertAccessible(user, directory.path);
  const plan = {
    binaries: await stageBinaries(installedBinaries, user, directory.path),
    directory: directory.cluster,
    user,
    name: productName,
    password: await readOrCreateSecret(directory.secrets, passwordFileName),
    signal,
  };
  if (!exists) await createCluster(plan);
  else if ((await findPostmaster(directory.cluster)) === null) {
    await updateRights(plan).catch(() => {
      // The rights only save disk space, and another process may just have started the database: the next start tries again.
    });
  }
  return plan;
}

/** Deletes unfinished clusters of processes that have ended. */
export async function deleteUnfinishedClusters(directory: DataDirectory): Promise<void> {
  for (const entry of await readdir(directory.path)) {
    if (!entry.startsWith(unfinishedPrefix)) continue;
    if (isAlive(Number.parseInt(entry.slice(unfinishedPrefix.length), 10))) continue;
    await rm(join(directory.path, entry), { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}
