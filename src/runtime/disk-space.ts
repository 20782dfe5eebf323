import { statfsSync } from 'node:fs';
import type { DiskSpace } from '../domain/disk-space.ts';
import { Failure } from '../domain/failure.ts';

/** Free and all bytes of a file system. */
export interface DiskReading {
  free: number;
  total: number;
}

/** What is free is looked up at most this often; a busy second writes far less than the floor leaves. */
const freshMs = 2_000;
const floorBytes = 1024 ** 3;
const floorShare = 0.05;

/** Bytes of the file system that holds a folder, as far as an ordinary user may use them. */
export function readDisk(folder: string): DiskReading {
  try {
    const found = statfsSync(folder);
    return { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
  } catch (error) {
    throw new Failure('unavailable', `the disk that holds ${folder} cannot be read`, { cause: error });
  }
}

/** Watches the disk that holds a folder. `read` and `monotonicMs` are for tests. */
export function createDiskSpace(
  folder: string,
  read: (folder: string) => DiskReading = readDisk,
  monotonicMs: () => number = () => performance.now(),
): DiskSpace {
  let reading = read(folder);
  let readAt = monotonicMs();

  function current(): DiskReading {
    if (monotonicMs() - readAt >= freshMs) {
      reading = read(folder);
      readAt = monotonicMs();
    }
    return reading;
  }

  return {
    low() {
      const { free, total } = current();
      return free < floorBytes || free < total * floorShare;
    },
    free: () => current().free,
  };
}
