import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../domain/system/failure.ts';

/** Returns a random secret of 256 bits, as 43 characters that need no escaping in shells, URLs and SQL literals. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the secret of this name in a folder, or null if there is none. Throws a Failure if it is empty or unreadable. */
export async function readSecret(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  try {
    const value = (await readFile(path, 'utf8')).trim();
    if (value === '') throw new Failure('unavailable', `${path} is empty. Restore it from a backup.`);
    return value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof Failure) throw error;
    throw new Failure(
      'unavailable',
      `${path} cannot be read. Make it readable for the user that runs webdata.`,
      {
        cause: error,
      },
    );
  }
}

/** Writes a value to disk under a temporary name and returns its path. */
async function writeTemporaryFile(folder: string, name: string, value: string): Promise<string> {
  const temporaryPath = join(folder, `.${name}-${randomBytes(6).toString('hex')}`);
  const file = await open(temporaryPath, 'wx', 0o600);
  try {
    await file.writeFile(`${value}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporaryPath;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a secret (mode 0600) and replaces an existing one atomically. Resolves when it is on disk. */
export async function writeSecret(folder: string, name: string, value: string): Promise<void> {
  const temporaryPath = await writeTemporaryFile(folder, name, value);
  try {
    await rename(temporaryPath, join(folder, name));
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Names a file unless the name exists; a link, unlike a rename, replaces nothing. */
async function linkIfAbsent(temporaryPath: string, path: string): Promise<void> {
  try {
    await link(temporaryPath, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // Some file systems that containers share with their host have no links.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') await rename(temporaryPath, path);
    else throw error;
  }
}

/** Returns the secret of this name, created by `make` if there is none. Concurrent processes get the same value. */
export async function readOrCreateSecret(folder: string, name: string, make = newSecret): Promise<string> {
  const existing = await readSecret(folder, name);
  if (existing !== null) return existing;
  const temporaryPath = await writeTemporaryFile(folder, name, make());
  try {
    await linkIfAbsent(temporaryPath, join(folder, name));
    await syncFolder(folder);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return (await readSecret(folder, name)) as string;
}
