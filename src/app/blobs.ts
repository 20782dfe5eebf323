import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, messageOf } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import type { Settings } from '../domain/settings.ts';
import { type DataDirectory, openBlobFolder } from '../runtime/data-directory.ts';
import { parseBlobUrl } from '../store/blobs/blob-address.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { createFileBlobs } from '../store/blobs/file-blobs.ts';
import { createS3Blobs } from '../store/blobs/s3-blobs.ts';

const checkEveryMs = 15_000;
const answersWithinMs = 2_000;

/** Where files lie, and how to find out whether that works. */
export interface OpenBlobs {
  blobs: BlobStore;
  /** How they are kept, for whoever asks how the service is. */
  blobsKind: string;
  /** Where they lie as files; null in an object store. */
  blobFolder: string | null;
  /** Throws a Failure that says why not. */
  checkBlobs(): Promise<void>;
}

/** The store in a folder, which exists. */
function openFolder(folder: string): OpenBlobs {
  return {
    blobs: createFileBlobs(folder),
    blobsKind: 'files',
    blobFolder: folder,
    async checkBlobs() {
      try {
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        throw new Failure('unavailable', 'the folder for files cannot be used', { cause: error });
      }
    },
  };
}

/** Health is asked by anybody, without a key: the store is asked once in a while whatever happens. */
function seldom(check: () => Promise<void>): () => Promise<void> {
  let last: { at: number; found: Promise<void> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > checkEveryMs)
      last = { at: performance.now(), found: check() };
    return last.found;
  };
}

async function inTime(check: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Failure('unavailable', 'the object store does not answer')),
    answersWithinMs,
  );
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}

/**
 * Opens the blob store of `BLOB_URL`. One that says no stops the start with one line; one that does not answer may come
 * back, and is only told.
 */
export async function openBlobs(
  settings: Settings,
  directory: DataDirectory,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<OpenBlobs> {
  const address = settings.blobUrl === null ? null : parseBlobUrl(settings.blobUrl);
  if (address === null) return openFolder(directory.blobs);
  if (address.kind === 'file') {
    await openBlobFolder(address.folder);
    return openFolder(address.folder);
  }
  const blobs = createS3Blobs({ address, stagingFolder: join(directory.blobs, 'tmp') });
  stack.defer(() => blobs.close());
  await blobs.check().catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'invalid') throw error;
    log.warn({ err: error }, messageOf(error));
  });
  return {
    blobs,
    blobsKind: 'object store',
    blobFolder: null,
    checkBlobs: seldom(() => inTime(blobs.check())),
  };
}
