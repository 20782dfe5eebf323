import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '../../domain/failure.ts';
import type { BlobStore, PutOptions, StoredBlob } from './blob-store.ts';

const temporaryFolder = 'tmp';
const digestPattern = /^[0-9a-f]{64}$/;
/** Errors of a file system that has no room left for us. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Runs file work; a full disk becomes a Failure `unavailable`. */
async function withRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!fullCodes.has(String(codeOf(error)))) throw error;
    throw new Failure('unavailable', 'the disk for files is full', { cause: error, retryAfter: 60 });
  }
}

/** Makes a rename inside the folder survive a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Ignores that something is not there. */
async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
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
      if (bytes > options.maxBytes) {
        throw new Failure('too_large', `the content is larger than ${options.maxBytes} bytes`);
      }
      hash.update(piece);
      await writeAll(handle, piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { digest: hash.digest('hex'), bytes };
}

/**
 * Blobs as files under `folder`: `ab/cd/REST-OF-DIGEST`. Temporary files lie in the same file system, so that the final
 * rename is one step.
 */
export function createFileBlobs(folder: string): BlobStore {
  const temporary = join(folder, temporaryFolder);

  function placeOf(digest: string): { parent: string; path: string } {
    if (!digestPattern.test(digest)) throw new RangeError('not a SHA-256 in hex');
    const parent = join(folder, digest.slice(0, 2), digest.slice(2, 4));
    return { parent, path: join(parent, digest.slice(4)) };
  }

  /** Folders are made durable from the top, once each. */
  async function ensureParent(digest: string): Promise<string> {
    const { parent } = placeOf(digest);
    const made = await mkdir(parent, { recursive: true, mode: 0o700 });
    if (made !== undefined) {
      await syncFolder(folder);
      await syncFolder(join(folder, digest.slice(0, 2)));
    }
    return parent;
  }

  async function publish(from: string, blob: StoredBlob): Promise<void> {
    const parent = await ensureParent(blob.digest);
    await rename(from, placeOf(blob.digest).path);
    await syncFolder(parent);
  }

  async function lengthOf(digest: string): Promise<number | null> {
    const found = await unlessMissing(stat(placeOf(digest).path));
    return found?.size ?? null;
  }

  async function putStaged(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    options: PutOptions,
  ): Promise<StoredBlob> {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const path = join(temporary, randomBytes(16).toString('hex'));
    try {
      const blob = await fillFile(path, source, options);
      await options.announce(blob);
      options.signal?.throwIfAborted();
      if ((await lengthOf(blob.digest)) === blob.bytes) return blob;
      await publish(path, blob);
      return blob;
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    async put(source, options) {
      if (source instanceof Uint8Array && source.length <= options.maxBytes) {
        // Known content is not written again only to find that out.
        const blob = { digest: createHash('sha256').update(source).digest('hex'), bytes: source.length };
        if ((await lengthOf(blob.digest)) === blob.bytes) {
          await options.announce(blob);
          // A sweep that was just under way has finished before the row could be renewed: look again.
          if ((await lengthOf(blob.digest)) === blob.bytes) return blob;
        }
      }
      return withRoom(() => putStaged(source, options));
    },
    async open(digest, range): Promise<Readable | null> {
      const handle = await unlessMissing(open(placeOf(digest).path, 'r'));
      if (handle === null) return null;
      const bounds = range === undefined ? {} : { start: range.start, end: range.end - 1 };
      return handle.createReadStream({ ...bounds, autoClose: true });
    },
    stat: lengthOf,
    async delete(digest) {
      await unlessMissing(unlink(placeOf(digest).path));
    },
    async sweepStale(ageMs) {
      const names = (await unlessMissing(readdir(temporary))) ?? [];
      let swept = 0;
      for (const name of names) {
        const path = join(temporary, name);
        const found = await unlessMissing(stat(path));
        // File times come from the machine, so their age does as well.
        if (found === null || Date.now() - found.mtimeMs < ageMs) continue;
        await rm(path, { force: true });
        swept += 1;
      }
      return swept;
    },
  };
}
