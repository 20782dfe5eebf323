import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../domain/failure.ts';
import { canEnter, type DatabaseUser } from './database-user.ts';
import { postgresPort } from './postmaster.ts';

/** The address of a Unix socket holds 104 bytes on macOS and 108 on Linux, the closing zero included. */
const longestPath = 100;

/** Whether PostgreSQL's socket in this folder has an address that every system takes. */
export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${postgresPort}`)) <= longestPath;
}

/** Folders outside of the data directory, best first: those of the session, of the system, of everybody. */
function shelters(uid: number): string[] {
  return [uid === 0 ? '/run' : `/run/user/${uid}`, tmpdir(), '/tmp'];
}

/**
 * Makes or takes a 0700 folder that belongs to the database's user. False when it cannot be made or somebody else has
 * put something in its place, which a folder of everybody allows.
 */
async function claimFolder(folder: string, user: DatabaseUser | null, ownUid: number): Promise<boolean> {
  const wanted = user?.uid ?? ownUid;
  try {
    await mkdir(folder, { mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  const found = await lstat(folder);
  if (!found.isDirectory() || (found.uid !== wanted && found.uid !== ownUid)) return false;
  if (user && found.uid !== user.uid) await chown(folder, user.uid, user.gid);
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  return canEnter(user, folder);
}

/**
 * The folder of the database's socket: in the data directory, or, when that has too long a path for a socket, one of a
 * name that the data directory determines, so that the next start finds it again.
 */
export async function openSocketFolder(
  dataDirectory: string,
  user: DatabaseUser | null,
  outside?: string[],
): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const name = `webdata-${uid}-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}`;
  const candidates = [
    join(dataDirectory, 'socket'),
    ...(outside ?? shelters(uid)).map((folder) => join(folder, name)),
  ];
  for (const folder of candidates) {
    if (fitsSocket(folder) && (await claimFolder(folder, user, uid))) return folder;
  }
  throw new Failure(
    'unavailable',
    `there is no place for the database's socket: DATA_DIR ${dataDirectory} is too long a path (${longestPath} bytes with the socket), and no folder for temporary files can be used`,
  );
}
