import { createHash } from 'node:crypto';
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { sweepStaged, unlessMissing, withRoom, withStaged } from './staging.ts';

const temporaryFolder = 'tmp';
const digestPattern = /^[0-9a-f]{64}$/;

/** Makes a rename inside the folder survive a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
      return withRoom(() =>
        withStaged(temporary, source, options, async (path, blob) => {
          await options.announce(blob);
          options.signal?.throwIfAborted();
          if ((await lengthOf(blob.digest)) !== blob.bytes) await publish(path, blob);
          return blob;
        }),
      );
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
    sweepStale: (ageMs) => sweepStaged(temporary, ageMs),
  };
}
