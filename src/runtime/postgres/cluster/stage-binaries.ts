import { constants } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../domain/system/failure.ts';
import type { DatabaseUser } from '../database-user.ts';
import { runProgram } from '../run-program.ts';
import { type PostgresBinaries, programPath } from './postgres-binaries.ts';

/** Folders needed at run time; headers and sources of the package are not. */
const runtimeFolders = ['bin', 'lib', 'share'];
const folderName = 'postgres-binaries';
const unfinishedPrefix = '.new-';

async function tryToRun(binaries: PostgresBinaries, user: DatabaseUser | null): Promise<unknown> {
  for (const program of ['postgres', 'initdb'] as const) {
    try {
      const result = await runProgram(programPath(binaries, program), ['--version'], {
        user,
        timeoutMs: 10_000,
      });
      if (result.code !== 0) return new Error(result.stderr.trim() || `exit code ${result.code}`);
    } catch (error) {
      return error;
    }
  }
  return null;
}

/** Lets all users read and enter, independent of the umask of the install; only the owner may write. */
async function makeReadableForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, entry.parentPath === join(folder, 'bin') ? 0o755 : 0o644);
  }
}

async function copyBinaries(binaries: PostgresBinaries, target: string, copiesFolder: string): Promise<void> {
  await mkdir(copiesFolder, { recursive: true, mode: 0o755 });
  const temporaryFolder = await mkdtemp(join(copiesFolder, unfinishedPrefix));
  try {
    for (const part of runtimeFolders) {
      await cp(join(binaries.directory, part), join(temporaryFolder, part), {
        recursive: true,
        verbatimSymlinks: true,
        mode: constants.COPYFILE_FICLONE,
      });
    }
    await makeReadableForAll(temporaryFolder);
    await rename(temporaryFolder, target);
  } catch (error) {
    // Concurrent starts create the same copy; the first rename wins.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/**
 * Returns binaries that the database user can run: the given ones if possible, or else a copy under `folder`, one per
 * version (a home folder of mode 0700 excludes that user, and hard links would not help). Throws a Failure if neither runs.
 */
export async function stageBinaries(
  binaries: PostgresBinaries,
  user: DatabaseUser | null,
  folder: string,
): Promise<PostgresBinaries> {
  const runError = await tryToRun(binaries, user);
  if (runError === null) return binaries;
  if (user === null) throw unusableBinariesError(binaries, runError);
  const copiesFolder = join(folder, folderName);
  const copied = { ...binaries, directory: join(copiesFolder, binaries.version) };
  if ((await tryToRun(copied, user)) === null) return copied;
  await rm(copied.directory, { recursive: true, force: true });
  await copyBinaries(binaries, copied.directory, copiesFolder);
  const copyError = await tryToRun(copied, user);
  if (copyError !== null) throw unusableBinariesError(copied, copyError);
  return copied;
}

/** Deletes copies of other versions, and unused copies of this one. */
export async function deleteUnusedCopies(folder: string, used: PostgresBinaries): Promise<void> {
  const copiesFolder = join(folder, folderName);
  // Without the folder there is nothing to delete.
  for (const entry of await readdir(copiesFolder).catch(() => [])) {
    const path = join(copiesFolder, entry);
    if (path !== used.directory) await rm(path, { recursive: true, force: true });
  }
}

function unusableBinariesError(binaries: PostgresBinaries, cause: unknown): Failure {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Failure(
    'unavailable',
    `PostgreSQL in ${binaries.directory} does not run on this machine (${reason}). Run npm install again, or set DATABASE_URL.`,
    { cause },
  );
}
