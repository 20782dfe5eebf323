import type { Readable } from 'node:stream';

/** What was stored: its SHA-256 in lower-case hex and its length. */
export interface StoredBlob {
  digest: string;
  bytes: number;
}

/** How a blob is put. */
export interface PutOptions {
  /**
   * Called with the digest once it is known, before the content can be seen and before content that is there already is
   * taken as stored. Here the caller renews the content's row, so that no sweep takes what is about to be referenced.
   */
  announce(blob: StoredBlob): Promise<void>;
  /** Bytes at most; more is a Failure `too_large`. */
  maxBytes: number;
  signal?: AbortSignal;
}

/**
 * Bytes by the SHA-256 of what they hold: files or an object store. Content is there whole or not at all, and never
 * changes. A full disk is a Failure `unavailable` that leaves nothing behind.
 */
export interface BlobStore {
  /** Stores bytes or a stream of them; storing the same again costs a look. */
  put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob>;
  /** The content, from `start` up to but without `end`; null when there is none. The reader closes the stream. */
  open(digest: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /** Bytes of the content; null when there is none. */
  stat(digest: string): Promise<number | null>;
  /** Removes the content; what is gone already is no error. */
  delete(digest: string): Promise<void>;
  /** Removes what broken uploads left and is older than `ageMs`; returns how many. */
  sweepStale(ageMs: number): Promise<number>;
}
