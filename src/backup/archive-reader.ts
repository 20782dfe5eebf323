import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { Failure } from '../domain/failure.ts';
import { type Frame, frameSchema, magic, payloadOf, trailerBytes, trailerOf } from './frames.ts';

/** A backup that is being read from its beginning to its end. */
export interface ArchiveReader {
  /** The next frame; null after the end. Bytes of the last one that nobody took are passed over. */
  next(): Promise<Frame | null>;
  /** The bytes of the frame that was just read, to be taken before the next one. */
  payload(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

const longestLine = 1024 * 1024;
const newline = 0x0a;

function damaged(path: string, cause?: unknown): Failure {
  return new Failure('invalid', `${path} is cut off or damaged`, { cause });
}

async function checkMagic(file: FileHandle, path: string): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
  const found = buffer.subarray(0, bytesRead).toString('latin1');
  if (found === magic) return;
  if (/^webdata-backup \d/.test(found)) {
    throw new Failure(
      'invalid',
      `${path} was made by another version of webdata, in a format unknown to this one`,
    );
  }
  throw new Failure('invalid', `${path} is no backup of webdata`);
}

/** Tells a file that was cut off, or that something was added to, at once; gives its size. */
async function checkTrailer(file: FileHandle, path: string): Promise<number> {
  const { size } = await file.stat();
  const expected = trailerOf(size);
  if (size < magic.length + trailerBytes) throw damaged(path);
  const { buffer } = await file.read(Buffer.alloc(trailerBytes), 0, trailerBytes, size - trailerBytes);
  if (buffer.toString('latin1') !== expected) throw damaged(path);
  return size;
}

/** Opens a backup; a `Failure` of kind `invalid` when it is none, here or as soon as that shows. */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Failure('invalid', `${path} cannot be read: ${error.code}`, { cause: error });
  });
  let size = 0;
  try {
    await checkMagic(file, path);
    size = await checkTrailer(file, path);
  } finally {
    await file.close();
  }
  const source = createReadStream(path, { start: magic.length, end: size - trailerBytes - 1 });
  const plain = createZstdDecompress();
  source.on('error', (error) => plain.destroy(error));
  const pieces = source.pipe(plain)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);
  let pending = 0;
  let isOver = false;

  /** Makes `rest` longer; false at the end of the file. */
  async function fill(): Promise<boolean> {
    try {
      const { done, value } = await pieces.next();
      if (done === true) return false;
      rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
      return true;
    } catch (error) {
      throw damaged(path, error);
    }
  }

  async function line(): Promise<Buffer> {
    for (let from = 0; ; ) {
      const at = rest.indexOf(newline, from);
      if (at >= 0) {
        const found = rest.subarray(0, at + 1);
        rest = rest.subarray(at + 1);
        return found;
      }
      from = rest.length;
      if (from > longestLine || !(await fill())) throw damaged(path);
    }
  }

  function parse(text: string): Frame {
    try {
      return frameSchema.parse(JSON.parse(text));
    } catch (error) {
      throw damaged(path, error);
    }
  }

  async function* payload(): AsyncGenerator<Buffer> {
    while (pending > 0) {
      if (rest.length === 0 && !(await fill())) throw damaged(path);
      const piece = rest.subarray(0, pending);
      rest = rest.subarray(piece.length);
      pending -= piece.length;
      hash.update(piece);
      yield piece;
    }
  }

  return {
    payload,
    async next() {
      if (isOver) return null;
      for await (const _piece of payload());
      const text = await line();
      const frame = parse(text.toString('utf8'));
      pending = payloadOf(frame);
      if (frame.frame !== 'end') {
        hash.update(text);
        return frame;
      }
      isOver = true;
      const isLast = rest.length === 0 && !(await fill());
      if (!isLast || frame.sha256 !== hash.digest('hex')) throw damaged(path);
      return frame;
    },
    async close() {
      source.destroy();
      plain.destroy();
    },
  };
}
