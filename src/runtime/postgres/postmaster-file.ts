import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { readIfPresent } from '../files/read-if-present.ts';

/** A running postmaster, described by its `postmaster.pid`. */
export interface RunningPostmaster {
  pid: number;
  port: number;
  socketFolder: string;
  status: 'starting' | 'stopping' | 'ready';
}

const fileName = 'postmaster.pid';

/** Line indexes of postmaster.pid from 0 (PostgreSQL source, miscadmin.h, LOCK_FILE_LINE_*). */
const lineIndex = { pid: 0, port: 3, socketFolder: 4, status: 7 } as const;

/**
 * Returns true for an ended process that its parent has not collected, as in containers whose init does not reap orphans.
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Returns true if a process of any user is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

async function readCommandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return ((await readIfPresent(`/proc/${pid}/cmdline`)) ?? '').split('\0');
  }
  // `ps` fails if there is no such process.
  const result = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
  return result?.stdout.trim().split(' ') ?? [];
}

/**
 * Returns true if a process is the postmaster of a cluster. Process ids are reused, above all in containers, and a copied
 * data directory contains the file of the original's postmaster.
 */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const [program = '', ...args] = await readCommandLine(pid);
  if (!basename(program).startsWith('postgres')) return false;
  // The working directory of a postmaster is its data directory. Root may lack the right to read it; then the command line
  // decides.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (folder !== null) return folder === cluster;
  return args.includes(cluster);
}

/** Reads postmaster.pid; null if it is missing or incomplete. Rejects if it cannot be read. */
async function readPostmasterFile(cluster: string): Promise<RunningPostmaster | null> {
  const text = await readIfPresent(join(cluster, fileName));
  if (text === null) return null;
  const lines = text.split('\n').map((part) => part.trim());
  const pid = Number(lines[lineIndex.pid]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const status = lines[lineIndex.status];
  return {
    pid,
    port: Number(lines[lineIndex.port]),
    socketFolder: lines[lineIndex.socketFolder] ?? '',
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
  };
}

/** Returns the postmaster that runs on a cluster, or null. Ignores the file of a dead one. */
export async function findPostmaster(cluster: string): Promise<RunningPostmaster | null> {
  const postmaster = await readPostmasterFile(cluster);
  if (!postmaster || !isAlive(postmaster.pid)) return null;
  return (await isPostmasterOf(postmaster.pid, await realpath(cluster))) ? postmaster : null;
}

/** Removes a lock file unless a concurrent start has changed it since it was read. */
async function removeIfUnchanged(path: string, text: string): Promise<void> {
  const renamedPath = `${path}.stale-${process.pid}`;
  await rename(path, renamedPath);
  if ((await readFile(renamedPath, 'utf8')) === text) await rm(renamedPath);
  else await rename(renamedPath, path);
}

/**
 * Removes lock files of a dead postmaster whose process id is now used by another program or a zombie: PostgreSQL would
 * treat either as a running postmaster. PostgreSQL itself removes files with unused process ids.
 */
export async function clearStaleLocks(cluster: string, socketFolder: string, port: number): Promise<void> {
  for (const path of [join(cluster, fileName), join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    const text = await readIfPresent(path);
    const pid = Number.parseInt(text ?? '', 10);
    if (text === null || !(pid > 0)) continue;
    if (isAlive(pid) && (await isPostmasterOf(pid, await realpath(cluster)))) continue;
    await removeIfUnchanged(path, text);
  }
}
