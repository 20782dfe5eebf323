import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { dayMs } from '../domain/values/day-ms.ts';

/** Names of unfinished backups: name of the file, machine, process, and a random part. */
const namePattern = /^\..+-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}$/;
/** Age after which the file of another machine, whose processes are unknown here, counts as abandoned. */
const abandonedMs = dayMs;

/** Process ids are those of one machine or container. */
function machineId(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/** Returns the path under which this process writes a backup until it is complete. */
export function createUnfinishedPath(path: string): string {
  const owner = `${machineId()}-${process.pid}`;
  return join(dirname(path), `.${basename(path)}-${owner}-${randomBytes(6).toString('hex')}`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process exists, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Deletes the files of a folder that killed backups left. Files of backups that may still be written stay. */
export async function removeUnfinishedFiles(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, machine, pid] = namePattern.exec(name) ?? [];
    if (machine === undefined) continue;
    const path = join(folder, name);
    // Another backup deleted it meanwhile, or it got its name.
    const file = await stat(path).catch(() => null);
    if (file === null || !file.isFile()) continue;
    const isAbandoned =
      machine === machineId() ? !isRunning(Number(pid)) : now.getTime() - file.mtimeMs > abandonedMs;
    if (isAbandoned) await rm(path, { force: true });
  }
}
