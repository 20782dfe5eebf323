import { readFileSync } from 'node:fs';

const sources = new URL('../../', import.meta.url);

/**
 * Returns the bytes of a data file, by its path in `src`. The build of `webdata/content` replaces this module by one that
 * contains the files, because a browser has no file system.
 */
export function readAsset(path: string): Uint8Array {
  return readFileSync(new URL(path, sources));
}
