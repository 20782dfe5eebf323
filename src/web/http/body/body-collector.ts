import type { Transform } from 'node:stream';
import { itemAt } from '../../../domain/values/elements.ts';
import { type ContentEncoding, createDecoder, decodeSync, isTooLarge } from './content-encodings.ts';

/** Error of an incomplete body. */
export type BodyError = 'too_large' | 'encoding';

/** Result of collecting a body. */
export type BodyOutcome = { body: Uint8Array<ArrayBuffer> } | { fault: BodyError };

interface BodyCollectorOptions {
  /** Encodings in the order they were applied. */
  encodings: readonly ContentEncoding[];
  /** Maximum bytes after decoding, also between two stacked encodings. */
  maxBytes: number;
  /** Called once, when the body is complete or has failed. */
  onOutcome: (outcome: BodyOutcome) => void;
  /** Called when writing may continue after `write` returned false. */
  onDrain: () => void;
}

/** Maximum compressed bytes that are decoded in one call, which costs a tenth of streaming them. */
const maxBufferedBytes = 64 * 1024;
const maxDecodedAtOnceBytes = 1024 * 1024;

/**
 * Collects a response body, decodes it and enforces the size limit. Small bodies are decoded in one call when they are
 * complete; others are streamed through the decoders, so that a decompression bomb stops at the first byte above the limit.
 *
 * A gzip body with complete data and a missing trailer is accepted like in browsers (a small one also with trailing bytes).
 * A truncated body, or one with a wrong checksum, is an error.
 */
export class BodyCollector {
  readonly #options: BodyCollectorOptions;
  #buffered: Uint8Array[] = [];
  #bufferedBytes = 0;
  #decoded: Uint8Array[] = [];
  #decodedBytes = 0;
  #stages: Transform[] = [];
  #isPadded = false;
  #isSettled = false;

  constructor(options: BodyCollectorOptions) {
    this.#options = options;
  }

  /** Adds the next bytes; false means to wait for `onDrain`. */
  write(chunk: Uint8Array): boolean {
    if (this.#isSettled) return true;
    if (this.#options.encodings.length === 0) {
      this.#append(chunk);
      return true;
    }
    const first = this.#stages[0];
    if (first !== undefined) return first.write(chunk);
    this.#buffered.push(chunk);
    this.#bufferedBytes += chunk.length;
    return this.#bufferedBytes <= maxBufferedBytes || this.#startStages();
  }

  /** Ends the body after a complete response. */
  end(): void {
    if (this.#isSettled) return;
    if (this.#options.encodings.length === 0 || (this.#bufferedBytes === 0 && this.#stages.length === 0)) {
      this.#settle({ body: joinIntoOwnBuffer(this.#decoded, this.#decodedBytes) });
    } else if (this.#stages.length > 0 || !this.#decodeBuffered()) {
      if (this.#stages.length === 0) this.#startStages();
      this.#endStages();
    }
  }

  /** Discards everything; `onOutcome` is not called. */
  destroy(): void {
    this.#isSettled = true;
    this.#buffered = [];
    this.#decoded = [];
    for (const stage of this.#stages) stage.destroy();
  }

  #settle(outcome: BodyOutcome): void {
    if (this.#isSettled) return;
    this.destroy();
    this.#options.onOutcome(outcome);
  }

  #append(chunk: Uint8Array): void {
    this.#decodedBytes += chunk.length;
    if (this.#decodedBytes > this.#options.maxBytes) this.#settle({ fault: 'too_large' });
    else this.#decoded.push(chunk);
  }

  /** Decodes the buffered bytes in one call; returns false if the result is too large for that. */
  #decodeBuffered(): boolean {
    const maxOutputBytes = Math.min(this.#options.maxBytes, maxDecodedAtOnceBytes);
    let bytes: Uint8Array = this.#takeBuffered();
    const encoded = bytes;
    try {
      for (const encoding of this.#options.encodings.toReversed())
        bytes = decodeSync(encoding, bytes, maxOutputBytes);
    } catch (error) {
      if (!isTooLarge(error)) this.#settle({ fault: 'encoding' });
      else if (maxOutputBytes === this.#options.maxBytes) this.#settle({ fault: 'too_large' });
      else this.#buffered = [encoded];
      return this.#isSettled;
    }
    this.#settle({ body: joinIntoOwnBuffer([bytes], bytes.length) });
    return true;
  }

  #takeBuffered(): Uint8Array {
    const buffered = this.#buffered.length === 1 ? itemAt(this.#buffered, 0) : Buffer.concat(this.#buffered);
    this.#buffered = [];
    return buffered;
  }

  #startStages(): boolean {
    const buffered = this.#takeBuffered();
    const [outer, inner] = this.#options.encodings.toReversed() as [ContentEncoding, ContentEncoding?];
    const first = this.#addStage(outer, buffered, inner === undefined);
    first.on('drain', this.#options.onDrain);
    if (inner !== undefined) this.#addInnerStage(first, inner);
    return first.write(buffered);
  }

  /** The inner decoder is selected by its first bytes, so it is created when they arrive. */
  #addInnerStage(outer: Transform, encoding: ContentEncoding): void {
    let decodedBytes = 0;
    let inner: Transform | null = null;
    outer.on('data', (chunk: Uint8Array) => {
      decodedBytes += chunk.length;
      if (decodedBytes > this.#options.maxBytes) {
        this.#settle({ fault: 'too_large' });
        return;
      }
      if (inner === null) {
        inner = this.#addStage(encoding, chunk, true);
        inner.on('drain', () => outer.resume());
      }
      if (!inner.write(chunk)) outer.pause();
    });
    outer.on('end', () => {
      if (inner === null) this.#settle({ body: joinIntoOwnBuffer([], 0) });
      else inner.end();
    });
  }

  #addStage(encoding: ContentEncoding, head: Uint8Array, isLast: boolean): Transform {
    const stage = createDecoder(encoding, head);
    this.#stages.push(stage);
    stage.on('error', (error) => this.#failStage(error, encoding, isLast));
    if (isLast) {
      stage.on('data', (chunk: Uint8Array) => this.#append(chunk));
      stage.on('end', () => this.#settle({ body: joinIntoOwnBuffer(this.#decoded, this.#decodedBytes) }));
    }
    return stage;
  }

  /**
   * Eight zero bytes after the body distinguish a missing gzip trailer (they are read as a wrong trailer) from truncated
   * data (they do not complete it); after a complete gzip body they are ignored.
   */
  #endStages(): void {
    const first = itemAt(this.#stages, 0);
    if (this.#options.encodings.at(-1) !== 'gzip') {
      first.end();
      return;
    }
    first.write(Buffer.alloc(0), () => {
      this.#isPadded = true;
      if (!first.destroyed) first.end(Buffer.alloc(8));
    });
  }

  #failStage(error: Error, encoding: ContentEncoding, isLast: boolean): void {
    const lacksTrailer = this.#isPadded && /^incorrect (data|length) check$/.test(error.message);
    if (encoding === 'gzip' && isLast && lacksTrailer)
      this.#settle({ body: joinIntoOwnBuffer(this.#decoded, this.#decodedBytes) });
    else this.#settle({ fault: 'encoding' });
  }
}

/**
 * Joins chunks into an array that owns its buffer. A chunk that fills most of its buffer is not part of a shared pool and
 * is not copied.
 */
function joinIntoOwnBuffer(chunks: readonly Uint8Array[], total: number): Uint8Array<ArrayBuffer> {
  const only = chunks[0];
  if (
    chunks.length === 1 &&
    only?.buffer instanceof ArrayBuffer &&
    only.byteOffset === 0 &&
    only.byteLength * 8 >= only.buffer.byteLength * 7
  ) {
    return new Uint8Array(only.buffer, 0, only.byteLength);
  }
  const joined = new Uint8Array(total);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
