import { constants } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../domain/failure.ts';
import type { DatabaseUser } from './database-user.ts';
import { type PostgresBinaries, programOf } from './postgres-binaries.ts';
import { runProgram } from './run-program.ts';

/** What the database needs at run time; headers and sources of the package stay where they are. */
const parts = ['bin', 'lib', 'share'];
const folderName = 'postgres-binaries';
const unfinishedPrefix = '.new-';

async function runs(binaries: PostgresBinaries, user: DatabaseUser | null): Promise<unknown> {
  for (const program of ['postgres', 'initdb'] as const) {
    try {
      const result = await runProgram(programOf(binaries, program), ['--version'], {
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

/** Everybody may read and enter, whoever the umask of the install kept out; only we may write. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, entry.parentPath === join(folder, 'bin') ? 0o755 : 0o644);
  }
}

async function copyTo(binaries: PostgresBinaries, target: string, shelf: string): Promise<void> {
  await mkdir(shelf, { recursive: true, mode: 0o755 });
  const unfinished = await mkdtemp(join(shelf, unfinishedPrefix));
  try {
    for (const part of parts) {
      await cp(join(binaries.directory, part), join(unfinished, part), {
        recursive: true,
        verbatimSymlinks: true,
        mode: constants.COPYFILE_FICLONE,
      });
    }
    await openToAll(unfinished);
    await rename(unfinished, target);
  } catch (error) {
    // Two starts at once make the same copy; the first to rename has it.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Binaries that the database's user can run: those given when it can, else a copy under `folder`, one a version (a
 * checkout under a home of mode 0700 is closed to it, and hard links would not open it). A `Failure` says why neither runs.
 */
export async function stageBinaries(
  binaries: PostgresBinaries,
  user: DatabaseUser | null,
  folder: string,
): Promise<PostgresBinaries> {
  const trouble = await runs(binaries, user);
  if (trouble === null) return binaries;
  if (user === null) throw unusable(binaries, trouble);
  const shelf = join(folder, folderName);
  const staged = { ...binaries, directory: join(shelf, binaries.version) };
  if ((await runs(staged, user)) === null) return staged;
  await rm(staged.directory, { recursive: true, force: true });
  await copyTo(binaries, staged.directory, shelf);
  const stillTrouble = await runs(staged, user);
  if (stillTrouble !== null) throw unusable(staged, stillTrouble);
  return staged;
}

/** Deletes copies of other versions, and those that a checkout which has become reachable needs no longer. */
export async function pruneStaged(folder: string, used: PostgresBinaries): Promise<void> {
  const shelf = join(folder, folderName);
  for (const entry of await readdir(shelf).catch(() => [])) {
    const path = join(shelf, entry);
    if (path !== used.directory) await rm(path, { recursive: true, force: true });
  }
}

function unusable(binaries: PostgresBinaries, cause: unknown): Failure {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Failure(
    'unavailable',
    `PostgreSQL in ${binaries.directory} does not run here (${reason}): run npm install again, or set DATABASE_URL`,
    { cause },
  );
}
