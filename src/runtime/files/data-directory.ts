import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../../domain/system/failure.ts';

/** Paths of the data directory, which contains everything that must be backed up; absolute. */
export interface DataDirectory {
  path: string;
  /** Keys and passwords, one file each; mode 0700. */
  secrets: string;
  /** Contents of the file blob store; mode 0700. */
  blobs: string;
  /** Records of the work in progress when the process ended; mode 0700. */
  crashes: string;
  /** Files of the embedded database, owned by the user that runs it. */
  cluster: string;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'part of the path is not a folder',
  EEXIST: 'a file of that name exists',
};

function unusableFolderError(variable: string, path: string, error: unknown): Failure {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new Failure(
    'unavailable',
    `${variable} ${path} cannot be used by user ${userInfo().username} (${reasons[code] ?? code}). Make it writable, or set another ${variable}.`,
    { cause: error },
  );
}

/** Creates a folder with mode 0700, or sets that mode on an existing one. */
async function ensurePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  const { mode } = await stat(path);
  if ((mode & 0o777) !== 0o700) await chmod(path, 0o700);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/**
 * Returns true if a folder is empty, apart from a settings file, or was created by webdata; only then may its permissions be
 * changed.
 */
async function isOwnFolder(path: string): Promise<boolean> {
  const entries = await readdir(path);
  return entries.every((name) => name === '.env') || entries.includes('secrets');
}

/**
 * Creates the data directory. As root the database runs as another user, which needs access through the folder (0711); for
 * an ordinary user the mode is 0700. An existing folder keeps its permissions unless they exclude the database user.
 */
async function ensureDataFolder(path: string): Promise<void> {
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
  else if (isRoot && ((await stat(path)).mode & 0o001) === 0 && (await isOwnFolder(path)))
    await chmod(path, 0o711);
}

/** Creates the data directory and its subfolders. Throws a Failure with one line if that fails. */
export async function openDataDirectory(requestedPath: string): Promise<DataDirectory> {
  try {
    await ensureDataFolder(requestedPath);
    const path = await realpath(requestedPath);
    const directory = {
      path,
      secrets: join(path, 'secrets'),
      blobs: join(path, 'blobs'),
      crashes: join(path, 'crashes'),
      cluster: join(path, 'postgres'),
    };
    await ensurePrivateFolder(directory.secrets);
    await ensurePrivateFolder(directory.blobs);
    await ensurePrivateFolder(directory.crashes);
    return directory;
  } catch (error) {
    throw unusableFolderError('DATA_DIR', requestedPath, error);
  }
}

/**
 * Creates a folder for blobs outside the data directory (BLOB_URL). Throws a Failure with one line if it cannot be used.
 */
export async function openBlobFolder(path: string): Promise<void> {
  try {
    await ensurePrivateFolder(path);
  } catch (error) {
    throw unusableFolderError('BLOB_URL', path, error);
  }
}
