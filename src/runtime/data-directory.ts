import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../domain/failure.ts';

/** Where everything that must be backed up stands; absolute paths. */
export interface DataDirectory {
  path: string;
  /** 0700: keys and passwords, one file each. */
  secrets: string;
  /** 0700: contents of the file blob store. */
  blobs: string;
  /** The embedded database's files, made and owned by whoever runs it. */
  cluster: string;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'part of the path is not a folder',
  EEXIST: 'a file stands in its place',
};

function unusable(variable: string, path: string, error: unknown): Failure {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new Failure(
    'unavailable',
    `${variable} ${path} cannot be used by user ${userInfo().username} (${reasons[code] ?? code}): make it writable, or set another ${variable}`,
    { cause: error },
  );
}

/** Makes a folder with exactly these permissions, or gives an existing one of ours them. */
async function privateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  const { mode } = await stat(path);
  if ((mode & 0o777) !== 0o700) await chmod(path, 0o700);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Whether a folder holds nothing, or what we put there: only then are its permissions ours to change. */
async function isOurs(path: string): Promise<boolean> {
  const entries = await readdir(path);
  return entries.length === 0 || entries.includes('secrets');
}

/**
 * As root the database runs as somebody else, who has to pass through the folder (0711); an ordinary user keeps it to
 * itself (0700). A folder that was there before keeps its permissions unless they lock the database's user out.
 */
async function makeFolder(path: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  await mkdir(dirname(path), { recursive: true });
  const isNew = await mkdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  if (isNew) await chmod(path, isRoot ? 0o711 : 0o700);
  else if (isRoot && ((await stat(path)).mode & 0o001) === 0 && (await isOurs(path)))
    await chmod(path, 0o711);
}

/** Makes the data directory and what stands in it; a `Failure` with one line when that cannot be. */
export async function openDataDirectory(given: string): Promise<DataDirectory> {
  try {
    await makeFolder(given);
    const path = await realpath(given);
    const directory = {
      path,
      secrets: join(path, 'secrets'),
      blobs: join(path, 'blobs'),
      cluster: join(path, 'postgres'),
    };
    await privateFolder(directory.secrets);
    await privateFolder(directory.blobs);
    return directory;
  } catch (error) {
    throw unusable('DATA_DIR', given, error);
  }
}

/** Makes a folder for blobs that stands elsewhere (BLOB_URL); a `Failure` with one line when it cannot be used. */
export async function openBlobFolder(path: string): Promise<void> {
  try {
    await privateFolder(path);
  } catch (error) {
    throw unusable('BLOB_URL', path, error);
  }
}
