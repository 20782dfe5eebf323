import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileProblem } from '../file-problem.ts';
import { unpackZip } from './unpack-zip.ts';
import { UsageError } from './usage-error.ts';

/** Where results of a command are written: standard output, or the file of `--output`. */
export interface Output {
  /** Path of the file; null for standard output. */
  path: string | null;
  /** Extension of the file in lower case, without the dot; empty if there is none. */
  extension: string;
  write(chunks: AsyncIterable<string | Uint8Array>): Promise<void>;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    // Without access or entry there is no folder; the write reports what is wrong.
    () => false,
  );
}

async function writeFile(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  // A file of the final name is always complete.
  const draft = `${path}.part`;
  try {
    await pipeline(chunks, createWriteStream(draft));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Error(`cannot write ${path}: ${fileProblem(error)}`, { cause: error });
  }
}

/** Writes the files of an archive into a folder. */
async function writeFolder(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const archive = join(path, '.webdata-pages.zip');
  try {
    await mkdir(path, { recursive: true });
    await writeFile(archive, chunks);
    await unpackZip(archive, path);
  } finally {
    await rm(archive, { force: true });
  }
}

async function writeToStandardOutput(chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  for await (const chunk of chunks) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

/** Extension of the archive that a folder is written from. */
const folderExtension = 'zip';

/** Throws UsageError if no file can be written at a path, before the work whose result it takes. */
async function checkFolderOf(path: string): Promise<void> {
  const folder = dirname(path);
  if (!(await isFolder(folder))) throw new UsageError(`cannot write ${path}: there is no folder ${folder}`);
  await access(folder, constants.W_OK).catch(() => {
    // The error names a system call, which says less.
    throw new UsageError(`cannot write ${path}: the folder ${folder} cannot be written`);
  });
}

/**
 * Opens the output of a command. With `takesFolder`, a path that ends with a slash, has no extension or is a folder is one, into
 * which an archive is unpacked. Throws UsageError if `path` is a folder otherwise.
 */
export async function openOutput(path: string | null, takesFolder: boolean): Promise<Output> {
  if (path === null || path === '-') return { path: null, extension: '', write: writeToStandardOutput };
  const exists = await isFolder(path);
  const extension = extname(path).slice(1).toLowerCase();
  const isMeant = exists || path.endsWith('/') || (takesFolder && extension === '');
  if (isMeant && !takesFolder)
    throw new UsageError(
      `--output must be a file, and ${path} is ${exists ? 'a folder' : 'the name of a folder'}`,
    );
  if (isMeant) return { path, extension: folderExtension, write: (chunks) => writeFolder(path, chunks) };
  await checkFolderOf(path);
  return { path, extension, write: (chunks) => writeFile(path, chunks) };
}
