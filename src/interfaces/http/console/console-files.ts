import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStaticFile, type StaticFile } from '../response/static-file.ts';

/** The built console. */
export interface ConsoleFiles {
  /** The HTML document. */
  page: StaticFile;
  /** Files by name, such as `main-Bx3f.js`; a name contains a digest of the content. */
  assets: ReadonlyMap<string, StaticFile>;
}

/** Folders of the built console: in the package, next to the compiled program; in a checkout, in `dist`. */
const folders = ['../../../console', '../../../../dist/console'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

async function readFolder(folder: string): Promise<ConsoleFiles | null> {
  const page = await readStaticFile(join(folder, 'index.html'));
  if (page === null) return null;
  const assets = new Map<string, StaticFile>();
  for (const name of await readdir(join(folder, 'assets'))) {
    if (name.endsWith('.br')) continue;
    const file = await readStaticFile(join(folder, 'assets', name));
    if (file !== null) assets.set(name, file);
  }
  return { page, assets };
}

/** Reads the built console into memory. Returns null if it was not built, for example without development packages. */
export async function readConsoleFiles(): Promise<ConsoleFiles | null> {
  for (const folder of folders) {
    const files = await readFolder(folder);
    if (files !== null) return files;
  }
  return null;
}
