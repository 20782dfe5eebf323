import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { type DataDirectory, openBlobFolder } from '../../runtime/files/data-directory.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { parseBlobUrl } from '../../store/blobs/blob-url.ts';
import { createFileBlobs } from '../../store/blobs/file-blobs.ts';
import { createS3Blobs } from '../../store/blobs/s3-blobs.ts';

const checkIntervalMs = 15_000;
const checkTimeoutMs = 2_000;

/** The open blob store, and a check of it. */
export interface OpenBlobs {
  blobs: BlobStore;
  /** Kind of the store, for health. */
  blobsKind: string;
  /** Folder of the files; null for an object store. */
  blobFolder: string | null;
  /** Throws a Failure with the reason if the store cannot be used. */
  checkBlobs(): Promise<void>;
}

/** Opens the store in an existing folder. */
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

/** Limits how often the check runs: health is public, and each check calls the object store. */
function throttled(check: () => Promise<void>): () => Promise<void> {
  let last: { at: number; found: Promise<void> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > checkIntervalMs)
      last = { at: performance.now(), found: check() };
    return last.found;
  };
}

async function withTimeout(check: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Failure('unavailable', 'the object store does not answer')),
    checkTimeoutMs,
  );
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}

/**
 * Opens the blob store of `BLOB_URL`. If the store refuses access, the start fails with one line. If it does not answer, it
 * may come back, so that only a warning is logged.
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
    log.warn({ err: error }, errorMessage(error));
  });
  return {
    blobs,
    blobsKind: 'object store',
    blobFolder: null,
    checkBlobs: throttled(() => withTimeout(blobs.check())),
  };
}
