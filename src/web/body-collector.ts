import type { Transform } from 'node:stream';
import { type ContentEncoding, createDecoder, decodeAtOnce, isTooLarge } from './content-encodings.ts';

/** Why a body could not be taken whole. */
export type BodyFault = 'too_large' | 'encoding';

/** What became of a body. */
export type BodyOutcome = { body: Uint8Array<ArrayBuffer> } | { fault: BodyFault };

interface BodyCollectorOptions {
  /** In the order they were applied. */
  encodings: readonly ContentEncoding[];
  /** Most bytes after decoding; also most bytes between two stacked encodings. */
  maxBytes: number;
  /** Called once, when the body is whole or cannot become so. */
  onOutcome: (outcome: BodyOutcome) => void;
  /** Called when more may be written after `write` said no. */
  onDrain: () => void;
}

/** Bytes that are held back to be decoded in one call, which costs a tenth of streaming them. */
const smallWire = 64 * 1024;
const smallDecoded = 1024 * 1024;

/**
 * Collects one response body, takes its encodings off and stops at the cap. Small bodies are decoded in one go when
 * they are complete; others stream through the decoders while they arrive, so that a bomb is stopped at the byte after
 * the cap.
 *
 * A gzip body whose data is complete but whose trailer is missing is accepted as browsers do (and a small one that is
 * followed by other bytes as well); one that ends earlier, or whose checksum is wrong, is a fault, for it is not what
 * the site sent.
 */
export class BodyCollector {
  readonly #options: BodyCollectorOptions;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #decoded: Uint8Array[] = [];
  #decodedBytes = 0;
  #stages: Transform[] = [];
  #isPadded = false;
  #isSettled = false;

  constructor(options: BodyCollectorOptions) {
    this.#options = options;
  }

  /** Takes the next bytes; false asks to wait for `onDrain`. */
  write(chunk: Uint8Array): boolean {
    if (this.#isSettled) return true;
    if (this.#options.encodings.length === 0) {
      this.#take(chunk);
      return true;
    }
    const first = this.#stages[0];
    if (first !== undefined) return first.write(chunk);
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    return this.#heldBytes <= smallWire || this.#startStages();
  }

  /** Says that the response ended where it should. */
  end(): void {
    if (this.#isSettled) return;
    if (this.#options.encodings.length === 0 || (this.#heldBytes === 0 && this.#stages.length === 0)) {
      this.#settle({ body: joinOwned(this.#decoded, this.#decodedBytes) });
    } else if (this.#stages.length > 0 || !this.#decodeHeld()) {
      if (this.#stages.length === 0) this.#startStages();
      this.#endStages();
    }
  }

  /** Drops everything; no outcome will be told. */
  destroy(): void {
    this.#isSettled = true;
    this.#held = [];
    this.#decoded = [];
    for (const stage of this.#stages) stage.destroy();
  }

  #settle(outcome: BodyOutcome): void {
    if (this.#isSettled) return;
    this.destroy();
    this.#options.onOutcome(outcome);
  }

  #take(chunk: Uint8Array): void {
    this.#decodedBytes += chunk.length;
    if (this.#decodedBytes > this.#options.maxBytes) this.#settle({ fault: 'too_large' });
    else this.#decoded.push(chunk);
  }

  /** False when more comes out than is decoded in one go. */
  #decodeHeld(): boolean {
    const most = Math.min(this.#options.maxBytes, smallDecoded);
    let bytes: Uint8Array = this.#takeHeld();
    const wire = bytes;
    try {
      for (const encoding of this.#options.encodings.toReversed())
        bytes = decodeAtOnce(encoding, bytes, most);
    } catch (error) {
      if (!isTooLarge(error)) this.#settle({ fault: 'encoding' });
      else if (most === this.#options.maxBytes) this.#settle({ fault: 'too_large' });
      else this.#held = [wire];
      return this.#isSettled;
    }
    this.#settle({ body: joinOwned([bytes], bytes.length) });
    return true;
  }

  #takeHeld(): Uint8Array {
    const held = this.#held.length === 1 ? (this.#held[0] as Uint8Array) : Buffer.concat(this.#held);
    this.#held = [];
    return held;
  }

  #startStages(): boolean {
    const held = this.#takeHeld();
    const [outer, inner] = this.#options.encodings.toReversed() as [ContentEncoding, ContentEncoding?];
    const first = this.#addStage(outer, held, inner === undefined);
    first.on('drain', this.#options.onDrain);
    if (inner !== undefined) this.#addInnerStage(first, inner);
    return first.write(held);
  }

  /** The inner decoder can only be chosen once the first bytes for it are there. */
  #addInnerStage(outer: Transform, encoding: ContentEncoding): void {
    let passed = 0;
    let inner: Transform | null = null;
    outer.on('data', (chunk: Uint8Array) => {
      passed += chunk.length;
      if (passed > this.#options.maxBytes) {
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
      if (inner === null) this.#settle({ body: joinOwned([], 0) });
      else inner.end();
    });
  }

  #addStage(encoding: ContentEncoding, head: Uint8Array, isLast: boolean): Transform {
    const stage = createDecoder(encoding, head);
    this.#stages.push(stage);
    stage.on('error', (error) => this.#failStage(error, encoding, isLast));
    if (isLast) {
      stage.on('data', (chunk: Uint8Array) => this.#take(chunk));
      stage.on('end', () => this.#settle({ body: joinOwned(this.#decoded, this.#decodedBytes) }));
    }
    return stage;
  }

  /**
   * Eight zero bytes after the body tell a missing gzip trailer (they are read as one, and it does not fit) from data
   * that was cut off (they do not complete it); after a whole gzip body they are ignored.
   */
  #endStages(): void {
    const first = this.#stages[0] as Transform;
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
      this.#settle({ body: joinOwned(this.#decoded, this.#decodedBytes) });
    else this.#settle({ fault: 'encoding' });
  }
}

/** The chunks as one array that shares its memory with nothing: what fills most of a buffer does not lie in a common pool. */
function joinOwned(chunks: readonly Uint8Array[], total: number): Uint8Array<ArrayBuffer> {
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
