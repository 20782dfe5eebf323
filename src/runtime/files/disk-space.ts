import { statfsSync } from 'node:fs';
import type { DiskSpace } from '../../domain/system/disk-space.ts';
import { Failure } from '../../domain/system/failure.ts';

/** Free and total bytes of a file system. */
export interface DiskReading {
  free: number;
  total: number;
}

/** Minimum time between two readings; a busy service writes much less than the reserve in this time. */
const minReadIntervalMs = 2_000;
const minFreeBytes = 1024 ** 3;
const minFreeShare = 0.05;

/** Returns the bytes of a folder's file system that an ordinary user may use. Throws a Failure if they cannot be read. */
export function readDisk(folder: string): DiskReading {
  try {
    const stats = statfsSync(folder);
    return { free: stats.bavail * stats.bsize, total: stats.blocks * stats.bsize };
  } catch (error) {
    throw new Failure(
      'unavailable',
      `The free space of the disk with ${folder} cannot be read. Check that the folder exists.`,
      { cause: error },
    );
  }
}

/** Monitors the disk of a folder. `read` and `monotonicMs` are for tests. */
export function createDiskSpace(
  folder: string,
  read: (folder: string) => DiskReading = readDisk,
  monotonicMs: () => number = () => performance.now(),
): DiskSpace {
  let reading = read(folder);
  let readAt = monotonicMs();

  function getReading(): DiskReading {
    if (monotonicMs() - readAt >= minReadIntervalMs) {
      reading = read(folder);
      readAt = monotonicMs();
    }
    return reading;
  }

  return {
    isLow() {
      const { free, total } = getReading();
      return free < minFreeBytes || free < total * minFreeShare;
    },
    freeBytes: () => getReading().free,
  };
}
