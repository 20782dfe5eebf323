import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../domain/system/failure.ts';
import type { PutOptions, StoredBlob } from './blob-store.ts';

/** Error codes of a file system without free space. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

function getErrorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Runs file operations; a full disk becomes a Failure `unavailable`. */
export async function mapDiskFull<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!fullCodes.has(String(getErrorCode(error)))) throw error;
    throw new Failure('unavailable', 'The disk for files is full. Free some space.', {
      cause: error,
      retryAfter: 60,
    });
  }
}

/** Returns the result of a file operation, or null if the file does not exist. */
export async function nullIfMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Creates the failure for content above the limit. */
export function tooLarge(maxBytes: number): Failure {
  return new Failure('too_large', `The content is larger than ${maxBytes} bytes.`);
}

async function* toChunks(source: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) yield source;
  else yield* source;
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let offset = 0; offset < piece.length; ) {
    const { bytesWritten } = await handle.write(piece, offset);
    offset += bytesWritten;
  }
}

/** Writes and flushes the temporary file and computes its hash. */
async function writeStagingFile(
  path: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of toChunks(source)) {
      options.signal?.throwIfAborted();
      bytes += piece.length;
      if (bytes > options.maxBytes) throw tooLarge(options.maxBytes);
      hash.update(piece);
      await writeAll(handle, piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { digest: hash.digest('hex'), bytes };
}

/** Writes content to a temporary file of `folder`, which is deleted after `use` unless it was moved. */
export async function withStagingFile<Result>(
  folder: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: PutOptions,
  use: (path: string, blob: StoredBlob) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  try {
    return await use(path, await writeStagingFile(path, source, options));
  } finally {
    await rm(path, { force: true });
  }
}

/** Deletes temporary files of killed processes in `folder` that are older than `ageMs`; returns their number. */
export async function sweepStagingFolder(folder: string, ageMs: number): Promise<number> {
  const names = (await nullIfMissing(readdir(folder))) ?? [];
  let swept = 0;
  for (const name of names) {
    const path = join(folder, name);
    const stats = await nullIfMissing(stat(path));
    // File times come from the operating system, so the current time does too.
    if (stats === null || Date.now() - stats.mtimeMs < ageMs) continue;
    await rm(path, { force: true });
    swept += 1;
  }
  return swept;
}
