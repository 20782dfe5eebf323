import type { Readable } from 'node:stream';

/** A stored blob: SHA-256 digest in lower-case hex, and length. */
export interface StoredBlob {
  digest: string;
  bytes: number;
}

/** Options of {@link BlobStore.put}. */
export interface PutOptions {
  /**
   * Called once the digest is known, before the content becomes visible and before existing content counts as stored.
   * The caller renews the content's row here, so that no sweep deletes it before it is referenced.
   */
  onDigest(blob: StoredBlob): Promise<void>;
  /** Maximum bytes; more is a Failure `too_large`. */
  maxBytes: number;
  signal?: AbortSignal;
}

/**
 * Content-addressed storage by SHA-256: files or an object store. Content is complete or absent, and never changes. A
 * full disk is a Failure `unavailable` that leaves nothing behind.
 */
export interface BlobStore {
  /** Stores bytes or a stream of them; content that exists already is not written again. */
  put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob>;
  /**
   * Opens the content from `start` up to, but without, `end`; null if it does not exist. The reader closes the stream.
   */
  open(digest: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /** Returns the bytes of the content, or null if it does not exist. */
  stat(digest: string): Promise<number | null>;
  /** Deletes the content, if it exists. */
  delete(digest: string): Promise<void>;
  /** Deletes remains of interrupted uploads that are older than `ageMs`; returns their number. */
  sweepStale(ageMs: number): Promise<number>;
}
