import { blobIdOf } from '../../domain/pages/blob-link.ts';
import { maxPageBytes } from '../../domain/pages/max-page-bytes.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { SentFile } from '../../domain/values/sent-file.ts';
import { createFileTooLarge } from '../../operations/declaration/file-field.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { findOwnBlob, readBlobContent } from '../../store/blobs/stored-blobs.ts';
import type { Database } from '../../store/database.ts';
import type { StoredFile } from './parse-request.ts';

/** Stores of files. */
interface FileStores {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
}

/**
 * Returns a file that the account has stored, by its id or URL; null if there is none. Rejects with Failure `too_large` if it
 * is larger than a sent file may be.
 */
export async function loadStoredFile(
  { database, blobs, clock }: FileStores,
  accountId: string,
  idOrUrl: string,
): Promise<StoredFile | null> {
  const blobId = blobIdOf(idOrUrl);
  const blob = blobId === null ? null : await findOwnBlob(database, accountId, blobId, clock.now());
  if (blob === null) return null;
  if (blob.bytes > maxPageBytes) throw createFileTooLarge();
  const content = await readBlobContent(blobs, blob.digest);
  if (content === null) return null;
  return { file: new SentFile(new Uint8Array(content)), mediaType: blob.mediaType, name: blob.filename };
}
