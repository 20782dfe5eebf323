import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../domain/system/failure.ts';
import { canEnter, type DatabaseUser } from './database-user.ts';
import { postgresPort } from './postmaster.ts';

/** A Unix socket path has at most 104 bytes on macOS and 108 on Linux, including the terminating zero. */
const maxPathLength = 100;

/** Returns true if the path of PostgreSQL's socket in this folder is short enough for every system. */
function isShortEnoughForSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${postgresPort}`)) <= maxPathLength;
}

/** Returns folders outside the data directory in order of preference: runtime folder, temporary folder, /tmp. */
function fallbackFolders(uid: number): string[] {
  return [uid === 0 ? '/run' : `/run/user/${uid}`, tmpdir(), '/tmp'];
}

/**
 * Creates a folder of mode 0700 that belongs to the database user, or takes over an existing one. Returns false if that
 * fails or the path belongs to another user, which is possible in shared folders.
 */
async function ensureOwnFolder(folder: string, user: DatabaseUser | null, ownUid: number): Promise<boolean> {
  const expectedUid = user?.uid ?? ownUid;
  try {
    await mkdir(folder, { mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  const stats = await lstat(folder);
  if (!stats.isDirectory() || (stats.uid !== expectedUid && stats.uid !== ownUid)) return false;
  if (user && stats.uid !== user.uid) await chown(folder, user.uid, user.gid);
  if ((stats.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  return canEnter(user, folder);
}

/**
 * Returns the folder of the database's socket: in the data directory, or, if that path is too long for a socket, elsewhere
 * under a name derived from the data directory, so that the next start finds it. Throws a Failure if there is none.
 */
export async function openSocketFolder(
  dataDirectory: string,
  user: DatabaseUser | null,
  fallbacks?: string[],
): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const name = `webdata-${uid}-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}`;
  const candidates = [
    join(dataDirectory, 'socket'),
    ...(fallbacks ?? fallbackFolders(uid)).map((folder) => join(folder, name)),
  ];
  for (const folder of candidates) {
    if (isShortEnoughForSocket(folder) && (await ensureOwnFolder(folder, user, uid))) return folder;
  }
  throw new Failure(
    'unavailable',
    `The database's socket has no usable folder: the path of DATA_DIR ${dataDirectory} is too long (at most ${maxPathLength} bytes with the socket), and no temporary folder can be used. Set a shorter DATA_DIR.`,
  );
}
