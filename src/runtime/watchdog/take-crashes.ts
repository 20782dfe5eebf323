import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Crash, Culprit } from '../../domain/resources/crash.ts';
import { isAlive } from '../postgres/postmaster-file.ts';
import { parseCrashFileName } from './crash-files.ts';
import { parseInFlight } from './in-flight-file.ts';

/** Returns the culprit of a watchdog report; null if the report is incomplete. */
function parseCulprit(text: string): Culprit | null {
  try {
    return (JSON.parse(text) as { culprit?: Culprit | null }).culprit ?? null;
  } catch {
    return null;
  }
}

/**
 * Finds processes of this host that did not shut down gracefully, by the files in `folder`, and deletes those files after
 * `use` has resolved. Skips files of running processes.
 */
export async function takeCrashes(folder: string, use: (crashes: Crash[]) => Promise<void>): Promise<void> {
  const crashes = new Map<number, Crash>();
  const paths: string[] = [];
  for (const name of await readdir(folder)) {
    const crashFile = parseCrashFileName(name);
    // In a container every start has the same process id.
    if (crashFile === null || (crashFile.pid !== process.pid && isAlive(crashFile.pid))) continue;
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    const crash = crashes.get(crashFile.pid) ?? { culprit: null, workerId: null, inFlight: [] };
    crashes.set(crashFile.pid, {
      ...crash,
      ...(crashFile.kind === 'blocked' ? { culprit: parseCulprit(text) } : parseInFlight(text)),
    });
    paths.push(path);
  }
  await use([...crashes.values()]);
  for (const path of paths) await rm(path, { force: true });
}
