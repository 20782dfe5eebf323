import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** A running postmaster, as its `postmaster.pid` describes it. */
export interface RunningPostmaster {
  pid: number;
  port: number;
  socketFolder: string;
  status: 'starting' | 'stopping' | 'ready';
}

const fileName = 'postmaster.pid';

/** Lines of postmaster.pid (PostgreSQL source, miscadmin.h, LOCK_FILE_LINE_*), counted from 0. */
const line = { pid: 0, port: 3, socketFolder: 4, status: 7 } as const;

/** Ended, but nobody has asked how: so it stays in containers whose first process collects no orphans. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Whether a process runs, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const result = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
  return result?.stdout.trim().split(' ') ?? [];
}

/**
 * Whether a process is the postmaster of a cluster. Numbers of processes come round again, above all in containers,
 * and a copied data directory brings a file that names the original's postmaster.
 */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const [program = '', ...args] = await commandOf(pid);
  if (!basename(program).startsWith('postgres')) return false;
  // A postmaster works in its data directory. Root without the right to trace others may not ask; then its command tells.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (folder !== null) return folder === cluster;
  return args.includes(cluster);
}

/** Reads postmaster.pid as it stands; null when there is none or it is not complete yet. */
async function readPostmasterFile(cluster: string): Promise<RunningPostmaster | null> {
  const text = await readFile(join(cluster, fileName), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n').map((part) => part.trim());
  const pid = Number(lines[line.pid]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const status = lines[line.status];
  return {
    pid,
    port: Number(lines[line.port]),
    socketFolder: lines[line.socketFolder] ?? '',
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
  };
}

/** The postmaster that runs on a cluster, or null; a file that a dead one left behind counts for nothing. */
export async function findPostmaster(cluster: string): Promise<RunningPostmaster | null> {
  const found = await readPostmasterFile(cluster);
  if (!found || !isAlive(found.pid)) return null;
  return (await isPostmasterOf(found.pid, await realpath(cluster))) ? found : null;
}

/** Takes a lock file away unless it has changed since it was read, because another start was faster. */
async function removeIfSame(path: string, text: string): Promise<void> {
  const aside = `${path}.stale-${process.pid}`;
  await rename(path, aside);
  if ((await readFile(aside, 'utf8')) === text) await rm(aside);
  else await rename(aside, path);
}

/**
 * Removes lock files of a dead postmaster whose number now belongs to a stranger or to nobody that collects it:
 * PostgreSQL itself would take either for a postmaster that runs. Files of numbers that are free it removes by itself.
 */
export async function clearStaleLocks(cluster: string, socketFolder: string, port: number): Promise<void> {
  for (const path of [join(cluster, fileName), join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    const text = await readFile(path, 'utf8').catch(() => null);
    const pid = Number.parseInt(text ?? '', 10);
    if (text === null || !(pid > 0)) continue;
    if (isAlive(pid) && (await isPostmasterOf(pid, await realpath(cluster)))) continue;
    await removeIfSame(path, text);
  }
}
