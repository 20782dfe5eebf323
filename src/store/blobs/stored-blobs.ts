import { newSecretIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../database.ts';
import type { BlobStore, StoredBlob } from './blob-store.ts';

/** Maximum size of one blob: 512 MiB. */
const maxBlobBytes = 512 * 1024 * 1024;

/** A reference of an account to stored content. */
export interface NewBlob {
  accountId: string;
  digest: string;
  bytes: number;
  mediaType: string;
  filename: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** Result of a lookup by blob id; blobs of another account are also `missing`. */
export type FoundBlob =
  | {
      kind: 'found';
      digest: string;
      bytes: number;
      mediaType: string;
      filename: string | null;
      accountId: string;
    }
  | { kind: 'expired' }
  | { kind: 'missing' };

/**
 * Creates or renews the row of the content and stores the bytes, so that the sweep keeps them until they are
 * referenced. The caller writes its reference afterwards.
 */
export async function storeBytes(
  database: Database,
  blobs: BlobStore,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  now: Date,
  options: { maxBytes?: number; signal?: AbortSignal } = {},
): Promise<StoredBlob> {
  return blobs.put(source, {
    maxBytes: options.maxBytes ?? maxBlobBytes,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onDigest: async ({ digest, bytes }) => {
      await database
        .insertInto('blob_contents')
        .values({ digest, bytes, stored_at: now })
        .onConflict((conflict) =>
          conflict.column('digest').doUpdateSet((set) => ({
            stored_at: set.fn<Date>('greatest', ['blob_contents.stored_at', 'excluded.stored_at']),
          })),
        )
        .execute();
    },
  });
}

/** Adds a reference of an account to stored content and returns the blob's unguessable id. */
export async function insertBlob(database: Database | DatabaseTransaction, blob: NewBlob): Promise<string> {
  const blobId = newSecretIdentifier('blob');
  await database
    .insertInto('blobs')
    .values({
      blob_id: blobId,
      account_id: blob.accountId,
      digest: blob.digest,
      media_type: blob.mediaType,
      filename: blob.filename,
      bytes: blob.bytes,
      created_at: blob.createdAt,
      expires_at: blob.expiresAt,
    })
    .execute();
  return blobId;
}

/** Returns the blob of an id; anyone who knows the id may read it. */
export async function findBlob(database: Database, blobId: string, now: Date): Promise<FoundBlob> {
  const row = await database
    .selectFrom('blobs')
    .select(['account_id', 'digest', 'bytes', 'media_type', 'filename', 'expires_at'])
    .where('blob_id', '=', blobId)
    .executeTakeFirst();
  if (row === undefined) return { kind: 'missing' };
  if (row.digest === null || row.expires_at <= now) return { kind: 'expired' };
  return {
    kind: 'found',
    accountId: row.account_id,
    digest: row.digest,
    bytes: row.bytes,
    mediaType: row.media_type,
    filename: row.filename,
  };
}

/** Ends the blob at `now`, so that the sweep deletes it. */
export async function expireBlob(
  database: Database | DatabaseTransaction,
  blobId: string,
  now: Date,
): Promise<void> {
  await database.updateTable('blobs').set({ expires_at: now }).where('blob_id', '=', blobId).execute();
}

/** Reads stored content into memory; null if it is gone. */
export async function readBlobContent(blobs: BlobStore, digest: string): Promise<Buffer | null> {
  const content = await blobs.open(digest);
  if (content === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Finds a blob that belongs to the account; null if there is none. */
export async function findOwnBlob(
  database: Database,
  accountId: string,
  blobId: string,
  now: Date,
): Promise<Extract<FoundBlob, { kind: 'found' }> | null> {
  const found = await findBlob(database, blobId, now);
  return found.kind === 'found' && found.accountId === accountId ? found : null;
}
