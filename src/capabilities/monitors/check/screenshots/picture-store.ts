import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ImageDifference } from '../../../../diff/compare-images.ts';
import { blobPath } from '../../../../domain/pages/blob-link.ts';
import { addMs } from '../../../../domain/system/clock.ts';
import {
  expireBlob,
  findBlob,
  insertBlob,
  readBlobContent,
  storeBytes,
} from '../../../../store/blobs/stored-blobs.ts';
import type { CapabilityContext } from '../../../capability.ts';
import type { ScreenshotPorts } from './check-screenshot.ts';

const withinMs = 15_000;

/** Compares two pictures in a thread of its own; null if that fails or takes too long. */
async function compare(before: Uint8Array, after: Uint8Array): Promise<ImageDifference | null> {
  const module = new URL(`./picture-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(module, { workerData: { before, after } });
  try {
    const [found] = await once(worker, 'message', { signal: AbortSignal.timeout(withinMs) });
    return found as ImageDifference | null;
  } catch {
    // The check continues without a comparison if the pictures cannot be decoded, or not in time.
    return null;
  } finally {
    await worker.terminate();
  }
}

function blobIdOf(path: string): string {
  return path.slice(blobPath('').length);
}

/** Stores and compares the pictures of monitored pages. */
export function createPictureStore({ database, blobs, clock, settings }: CapabilityContext): ScreenshotPorts {
  return {
    compare,
    async digestOf(path) {
      const found = await findBlob(database, blobIdOf(path), clock.now());
      return found.kind === 'found' ? found.digest : null;
    },
    read: (digest) => readBlobContent(blobs, digest),
    async store(accountId, bytes) {
      const now = clock.now();
      const stored = await storeBytes(database, blobs, bytes, now);
      const blob = { accountId, ...stored, mediaType: 'image/png', filename: null, createdAt: now };
      return blobPath(await insertBlob(database, { ...blob, expiresAt: addMs(now, settings.keep.files) }));
    },
    forget: (transaction, path, now) => expireBlob(transaction, blobIdOf(path), now),
  };
}
