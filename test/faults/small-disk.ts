import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Home, openHome } from '../service-process.ts';

/** Separate disk, mounted as the data directory of a home. */
export interface SmallDisk {
  home: Home;
  /** Shrinks the disk until `freeBytes` are free. */
  leave(freeBytes: number): void;
  /** Restores the original size of the disk. */
  restore(): void;
  /** Stops the processes on the disk, unmounts it and deletes the home. */
  close(): Promise<void>;
}

const shrinkTries = 50;

/** Mounts a memory disk of `bytes` as the data directory of a new home; null without permission to mount. */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | null> {
  const home = await openHome();
  const { dataDir } = home;
  const mount = (...args: string[]) => execFileSync('mount', [...args, dataDir], { stdio: 'ignore' });
  mkdirSync(dataDir);
  try {
    mount('-t', 'tmpfs', '-o', `size=${bytes},mode=0711`, 'webdata-test');
  } catch {
    await home.close();
    return null;
  }
  return {
    home,
    leave(freeBytes) {
      for (let tries = 1; ; tries += 1) {
        const { blocks, bfree, bsize } = statfsSync(dataDir);
        try {
          mount('-o', `remount,size=${(blocks - bfree) * bsize + freeBytes}`);
          return;
        } catch (error) {
          // Another process wrote between the two calls.
          if (tries === shrinkTries) throw error;
        }
      }
    },
    restore: () => void mount('-o', `remount,size=${bytes}`),
    async close() {
      await home.end();
      execFileSync('umount', ['-l', dataDir]);
      await home.close();
    },
  };
}

/** Fills the disk of a folder completely; resolves with a function that frees it. */
export async function fillFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  const piece = Buffer.alloc(64 * 1024, 1);
  try {
    for (;;) await file.write(piece);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  } finally {
    await file.close();
  }
  return () => rm(path);
}
