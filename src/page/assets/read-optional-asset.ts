import { readAsset } from './read-asset.ts';

/**
 * Returns the bytes of a data file, by its path in `src`, or null in `webdata/content`, which leaves such files out to stay
 * small: the caller works without it.
 */
export function readOptionalAsset(path: string): Uint8Array | null {
  return readAsset(path);
}
