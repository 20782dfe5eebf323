import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Free bytes that a run of tests with its databases stays far below. */
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
 * Where tests keep databases: in memory where there is room for them, since a database is a thousand files and a disk
 * takes a millisecond for each; else among temporary files. Programs may not be runnable there.
 */
export const scratchParent = isRoomy(inMemory) ? inMemory : tmpdir();
