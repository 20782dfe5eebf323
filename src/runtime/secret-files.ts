import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../domain/failure.ts';

/** A random secret of 256 bits, as 43 characters that any shell, URL or SQL literal takes as they are. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The secret of this name in a folder, or null when there is none; a `Failure` for one that is empty or unreadable. */
export async function readSecret(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  try {
    const value = (await readFile(path, 'utf8')).trim();
    if (value === '') throw new Failure('unavailable', `${path} is empty: restore it from a backup`);
    return value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof Failure) throw error;
    throw new Failure('unavailable', `${path} cannot be read: give it to the user that runs webdata`, {
      cause: error,
    });
  }
}

/** Writes to the disk, all of it, under a name that nobody looks for. */
async function writeDraft(folder: string, name: string, value: string): Promise<string> {
  const draft = join(folder, `.${name}-${randomBytes(6).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${value}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a secret (0600), replacing one of the same name whole; it is on the disk when this resolves. */
export async function writeSecret(folder: string, name: string, value: string): Promise<void> {
  const draft = await writeDraft(folder, name, value);
  try {
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Gives a file its name unless another process was faster; a link, unlike a rename, replaces nothing. */
async function nameFirst(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // File systems without links, as some that containers share with their host.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') await rename(draft, path);
    else throw error;
  }
}

/** The secret of this name, made by `make` when there is none; processes that make it at once agree on one. */
export async function readOrCreateSecret(folder: string, name: string, make = newSecret): Promise<string> {
  const found = await readSecret(folder, name);
  if (found !== null) return found;
  const draft = await writeDraft(folder, name, make());
  try {
    await nameFirst(draft, join(folder, name));
    await syncFolder(folder);
  } finally {
    await rm(draft, { force: true });
  }
  return (await readSecret(folder, name)) as string;
}
