import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PicturePorts } from '../capabilities/monitors/picture-of-check.ts';
import type { PictureDifference } from '../diff/compare-pictures.ts';
import { blobPath } from '../domain/blob-link.ts';
import { addMs } from '../domain/clock.ts';
import { findBlob, insertBlob, storeBytes } from '../store/blobs/stored-blobs.ts';
import type { Footing } from './footing.ts';

const withinMs = 15_000;

/** Compares in a thread of its own; null when that fails or takes too long. */
async function compare(before: Uint8Array, after: Uint8Array): Promise<PictureDifference | null> {
  const module = new URL(`./picture-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(module, { workerData: { before, after } });
  try {
    const [found] = await once(worker, 'message', { signal: AbortSignal.timeout(withinMs) });
    return found as PictureDifference | null;
  } catch {
    return null;
  } finally {
    await worker.terminate();
  }
}

/** How pictures of watched pages are kept and compared. */
export function composePictures({ database, blobs, clock, settings }: Footing): PicturePorts {
  return {
    compare,
    async digestOf(path) {
      const found = await findBlob(database, path.slice(blobPath('').length), clock.now());
      return found.kind === 'found' ? found.digest : null;
    },
    async read(digest) {
      const content = await blobs.open(digest);
      if (content === null) return null;
      const pieces: Buffer[] = [];
      for await (const piece of content) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    async store(accountId, bytes) {
      const now = clock.now();
      const stored = await storeBytes(database, blobs, bytes, now);
      const blob = { accountId, ...stored, mediaType: 'image/png', filename: null, createdAt: now };
      return blobPath(await insertBlob(database, { ...blob, expiresAt: addMs(now, settings.keep.files) }));
    },
    async forget(transaction, path, now) {
      await transaction
        .updateTable('blobs')
        .set({ expires_at: now })
        .where('blob_id', '=', path.slice(blobPath('').length))
        .execute();
    },
  };
}
