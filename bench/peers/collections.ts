import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './install-peer.ts';

/** Unpacks those of the named collections of pages that the folder has, and returns the folder that they are in. */
export function unpackCollections(data: string, names: readonly string[]): string {
  const folder = join(cacheFolder(), 'collections');
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const archive = join(data, `${name}.tar.gz`);
    if (!existsSync(join(folder, name)) && existsSync(archive))
      execFileSync('tar', ['xzf', archive, '-C', folder]);
  }
  return folder;
}
