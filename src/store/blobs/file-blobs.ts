import { createHash } from 'node:crypto';
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { mapDiskFull, nullIfMissing, sweepStagingFolder, withStagingFile } from './staging.ts';

const temporaryFolder = 'tmp';
const digestPattern = /^[0-9a-f]{64}$/;

/** Flushes the folder, so that a rename inside it survives a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a blob store of files under `folder`: `ab/cd/REST-OF-DIGEST`. Temporary files are in the same file system, so
 * that the final rename is atomic.
 */
export function createFileBlobs(folder: string): BlobStore {
  const temporary = join(folder, temporaryFolder);

  function getPath(digest: string): { parent: string; path: string } {
    if (!digestPattern.test(digest)) throw new RangeError('The digest is not a SHA-256 in hex.');
    const parent = join(folder, digest.slice(0, 2), digest.slice(2, 4));
    return { parent, path: join(parent, digest.slice(4)) };
  }

  /** Creates parent folders and flushes them from the top. */
  async function ensureParent(digest: string): Promise<string> {
    const { parent } = getPath(digest);
    const created = await mkdir(parent, { recursive: true, mode: 0o700 });
    if (created !== undefined) {
      await syncFolder(folder);
      await syncFolder(join(folder, digest.slice(0, 2)));
    }
    return parent;
  }

  async function publish(from: string, blob: StoredBlob): Promise<void> {
    const parent = await ensureParent(blob.digest);
    await rename(from, getPath(blob.digest).path);
    await syncFolder(parent);
  }

  async function getSize(digest: string): Promise<number | null> {
    const stats = await nullIfMissing(stat(getPath(digest).path));
    return stats?.size ?? null;
  }

  return {
    async put(source, options) {
      if (source instanceof Uint8Array && source.length <= options.maxBytes) {
        // Existing content is not written again.
        const blob = { digest: createHash('sha256').update(source).digest('hex'), bytes: source.length };
        if ((await getSize(blob.digest)) === blob.bytes) {
          await options.onDigest(blob);
          // A concurrent sweep may have deleted it before the row was renewed, so check again.
          if ((await getSize(blob.digest)) === blob.bytes) return blob;
        }
      }
      return mapDiskFull(() =>
        withStagingFile(temporary, source, options, async (path, blob) => {
          await options.onDigest(blob);
          options.signal?.throwIfAborted();
          if ((await getSize(blob.digest)) !== blob.bytes) await publish(path, blob);
          return blob;
        }),
      );
    },
    async open(digest, range): Promise<Readable | null> {
      const handle = await nullIfMissing(open(getPath(digest).path, 'r'));
      if (handle === null) return null;
      const bounds = range === undefined ? {} : { start: range.start, end: range.end - 1 };
      return handle.createReadStream({ ...bounds, autoClose: true });
    },
    stat: getSize,
    async delete(digest) {
      await nullIfMissing(unlink(getPath(digest).path));
    },
    sweepStale: (ageMs) => sweepStagingFolder(temporary, ageMs),
  };
}
