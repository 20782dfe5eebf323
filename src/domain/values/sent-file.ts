import { hash } from 'node:crypto';

/**
 * The bytes of a file that a caller sent. They are no property, so that checks, history and fingerprints of requests see
 * only the digest and the size.
 */
export class SentFile {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #sha256: string | null = null;

  /** Takes over the bytes, which are not changed afterwards. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  /** SHA-256 of the bytes in hex. */
  get sha256(): string {
    this.#sha256 ??= hash('sha256', this.#bytes, 'hex');
    return this.#sha256;
  }

  /** Describes the file in JSON, without its content. */
  toJSON(): { sha256: string; bytes: number } {
    return { sha256: this.sha256, bytes: this.#bytes.byteLength };
  }
}
