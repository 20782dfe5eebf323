import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorMessage } from '../../domain/system/failure.ts';
import { UsageError } from './usage-error.ts';

/** Where results of a command are written: standard output, or the file of `--output`. */
export interface Output {
  /** Path of the file; null for standard output. */
  path: string | null;
  /** Extension of the file in lower case, without the dot; empty if there is none. */
  extension: string;
  write(chunks: AsyncIterable<string | Uint8Array>): Promise<void>;
}

/** Throws UsageError if a file cannot be written at the path, before any work is done. */
async function checkPath(path: string): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    // Without access or entry there is no folder; the write reports what is wrong.
    () => false,
  );
  if (isFolder) throw new UsageError(`--output must be a file, and ${path} is a folder`);
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
    throw new Error(`cannot write ${path}: ${errorMessage(error)}`, { cause: error });
  }
}

async function writeToStandardOutput(chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  for await (const chunk of chunks) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

/** Opens the output of a command. Throws UsageError if `path` is a folder. */
export async function openOutput(path: string | null): Promise<Output> {
  if (path === null || path === '-') return { path: null, extension: '', write: writeToStandardOutput };
  await checkPath(path);
  return {
    path,
    extension: extname(path).slice(1).toLowerCase(),
    write: (chunks) => writeFile(path, chunks),
  };
}
