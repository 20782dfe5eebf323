import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../domain/failure.ts';
import type { PutOptions, StoredBlob } from './blob-store.ts';

/** Errors of a file system that has no room left for us. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Runs file work; a full disk becomes a Failure `unavailable`. */
export async function withRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!fullCodes.has(String(codeOf(error)))) throw error;
    throw new Failure('unavailable', 'the disk for files is full', { cause: error, retryAfter: 60 });
  }
}

/** What the file work gives; null when the file is not there. */
export async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The failure that content over its bound is. */
export function tooLarge(maxBytes: number): Failure {
  return new Failure('too_large', `the content is larger than ${maxBytes} bytes`);
}

async function* piecesOf(source: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) yield source;
  else yield* source;
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let offset = 0; offset < piece.length; ) {
    const { bytesWritten } = await handle.write(piece, offset);
    offset += bytesWritten;
  }
}

/** Writes and flushes the temporary file while hashing it. */
async function fillFile(
  path: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of piecesOf(source)) {
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

/** Lays content in a temporary file of `folder`, which is gone when `use` has ended unless that moved it away. */
export async function withStaged<Result>(
  folder: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: PutOptions,
  use: (path: string, blob: StoredBlob) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  try {
    return await use(path, await fillFile(path, source, options));
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes temporary files that killed processes left in `folder` and that are older than `ageMs`; returns how many. */
export async function sweepStaged(folder: string, ageMs: number): Promise<number> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  let swept = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await unlessMissing(stat(path));
    // File times come from the machine, so their age does as well.
    if (found === null || Date.now() - found.mtimeMs < ageMs) continue;
    await rm(path, { force: true });
    swept += 1;
  }
  return swept;
}
