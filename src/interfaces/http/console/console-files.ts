import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One built file of the console with its precompressed forms. */
export interface ConsoleFile {
  mediaType: string;
  plain: Uint8Array<ArrayBuffer>;
  /** Compressed bytes by content coding; absent if compression saves nothing. */
  encoded: ReadonlyMap<'br' | 'gzip', Uint8Array<ArrayBuffer>>;
}

/** The built console. */
export interface ConsoleFiles {
  /** The HTML document. */
  page: ConsoleFile;
  /** Files by name, such as `main-Bx3f.js`; a name contains a digest of the content. */
  assets: ReadonlyMap<string, ConsoleFile>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Folders of the built console: in the package, next to the compiled program; in a checkout, in `dist`. */
const folders = ['../../../console', '../../../../dist/console'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

async function readOptional(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function readConsoleFile(path: string): Promise<ConsoleFile | null> {
  const plain = await readOptional(path);
  if (plain === null) return null;
  const encoded = new Map<'br' | 'gzip', Uint8Array<ArrayBuffer>>();
  for (const [coding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const bytes = await readOptional(`${path}${ending}`);
    if (bytes !== null) encoded.set(coding, bytes);
  }
  return { mediaType: mediaTypes[extname(path)] ?? 'application/octet-stream', plain, encoded };
}

async function readFolder(folder: string): Promise<ConsoleFiles | null> {
  const page = await readConsoleFile(join(folder, 'index.html'));
  if (page === null) return null;
  const assets = new Map<string, ConsoleFile>();
  for (const name of await readdir(join(folder, 'assets'))) {
    if (name.endsWith('.br') || name.endsWith('.gz')) continue;
    const file = await readConsoleFile(join(folder, 'assets', name));
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
