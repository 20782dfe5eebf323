import { newSecretIdentifier } from '../../domain/identifier.ts';
import type { Database, DatabaseTransaction } from '../database.ts';
import type { BlobStore, StoredBlob } from './blob-store.ts';

/** Bytes of one blob at most: 512 MiB. */
const maxBlobBytes = 512 * 1024 * 1024;

/** Content and who may read it under which name. */
export interface NewBlob {
  accountId: string;
  digest: string;
  bytes: number;
  mediaType: string;
  filename: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** What a blob's id leads to; `missing` is never told apart from another account's. */
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
 * Stores bytes and makes or renews the row of their content first, so that the sweep leaves them alone until somebody
 * refers to them. The caller writes its reference afterwards: blob first, then the row.
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
    announce: async ({ digest, bytes }) => {
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

/** Refers an account to stored content and returns the blob's unguessable id. */
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

/** What `blobId` leads to; whoever knows the id may read it. */
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
