import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Free bytes required in memory, far more than a test run with its databases uses. */
const enough = 2 * 1024 ** 3;

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

/**
 * Parent folder of test databases: in memory if there is enough space, since a database consists of a thousand files;
 * otherwise the temporary folder. Execution of programs may be disabled there.
 */
export const scratchParent = isRoomy(inMemory) ? inMemory : tmpdir();
