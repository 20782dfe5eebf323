import { Readable } from 'node:stream';
import { Failure } from '../../domain/system/failure.ts';
import type { Answer } from './operation.ts';

/** A stored file that does not change. */
export interface FixedFile {
  filename: string;
  mediaType: string;
  bytes: number;
  /** SHA-256 in hexadecimal. */
  sha256: string;
  /** Identifies the stored bytes. */
  digest: string;
}

/** Returns the bytes of a stored file from `start` up to, but without, `end`; null when they are gone. */
export type OpenContent = (digest: string, range: { start: number; end: number }) => Promise<Readable | null>;

/** Creates the response with a file, which supports ranges and whose content is read only when it is sent. */
export function createFileAnswer(file: FixedFile, openContent: OpenContent): Answer<never> {
  const readRange = (start: number, end: number) => {
    async function* readChunks(): AsyncGenerator<Uint8Array> {
      // An empty file has no range that a store could read.
      if (start >= end) return;
      const content = await openContent(file.digest, { start, end });
      if (content === null)
        throw new Failure('unavailable', 'The stored file cannot be read at the moment. Try again later.');
      yield* content;
    }
    return Readable.toWeb(Readable.from(readChunks(), { objectMode: false })) as ReadableStream<Uint8Array>;
  };
  const { mediaType, filename, bytes, sha256 } = file;
  return {
    kind: 'bytes',
    mediaType,
    filename,
    bytes,
    get body() {
      return readRange(0, bytes);
    },
    fixed: { sha256, section: readRange },
  };
}
