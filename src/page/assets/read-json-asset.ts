import { readAsset } from './read-asset.ts';

/** Returns the value of a JSON data file, by its path in `src`. */
export function readJsonAsset(path: string): unknown {
  return JSON.parse(new TextDecoder().decode(readAsset(path)));
}
