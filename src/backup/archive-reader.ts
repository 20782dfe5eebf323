import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { Failure } from '../domain/system/failure.ts';
import {
  createBodyCipher,
  createTrailer,
  type Frame,
  frameSchema,
  keyLineBytes,
  magic,
  parseKeyLine,
  payloadBytesOf,
  plainMagic,
  trailerBytes,
} from './frames.ts';

/** A backup that is read from start to end. */
export interface ArchiveReader {
  /** Returns the next frame; null after the end. Skips unread bytes of the last frame. */
  next(): Promise<Frame | null>;
  /** Yields the bytes of the current frame. Must be read before the next frame. */
  payload(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

const maxLineLength = 1024 * 1024;
const newline = 0x0a;

function damagedFileError(path: string, cause?: unknown): Failure {
  return new Failure('invalid', `${path} is truncated or damaged. Use another backup.`, { cause });
}

/** Returns whether the compressed part is encrypted. */
async function checkMagic(file: FileHandle, path: string): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
  const header = buffer.subarray(0, bytesRead).toString('latin1');
  if (header === magic) return true;
  if (header === plainMagic) return false;
  if (/^webdata-backup \d/.test(header)) {
    throw new Failure('invalid', `${path} has a backup format of another version of webdata.`);
  }
  throw new Failure('invalid', `${path} is not a webdata backup.`);
}

/**
 * Returns the size of the file. Throws if the trailer does not state that size, which detects truncated and appended files.
 */
async function checkTrailer(file: FileHandle, path: string): Promise<number> {
  const { size } = await file.stat();
  const expected = createTrailer(size);
  if (size < magic.length + trailerBytes) throw damagedFileError(path);
  const { buffer } = await file.read(Buffer.alloc(trailerBytes), 0, trailerBytes, size - trailerBytes);
  if (buffer.toString('latin1') !== expected) throw damagedFileError(path);
  return size;
}

/** Returns the key of the compressed part, which ends where the line of the key begins. */
async function readKey(file: FileHandle, path: string, size: number): Promise<Buffer> {
  const start = size - trailerBytes - keyLineBytes;
  if (start < magic.length) throw damagedFileError(path);
  const { buffer } = await file.read(Buffer.alloc(keyLineBytes), 0, keyLineBytes, start);
  const key = parseKeyLine(buffer.toString('latin1'));
  if (key === null) throw damagedFileError(path);
  return key;
}

/** Opens a backup. Throws a Failure of kind `invalid` if the file is not an intact backup, here or while it is read. */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Failure('invalid', `${path} cannot be read (${error.code}).`, { cause: error });
  });
  let bodyEnd = 0;
  let key: Buffer | null = null;
  try {
    const isEncrypted = await checkMagic(file, path);
    const size = await checkTrailer(file, path);
    if (isEncrypted) key = await readKey(file, path, size);
    bodyEnd = size - trailerBytes - (isEncrypted ? keyLineBytes : 0);
  } finally {
    await file.close();
  }
  const input = createReadStream(path, { start: magic.length, end: bodyEnd - 1 });
  const decompressed = createZstdDecompress();
  input.on('error', (error) => decompressed.destroy(error));
  const compressed = key === null ? input : input.pipe(createBodyCipher(key));
  const chunks = compressed.pipe(decompressed)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const hash = createHash('sha256');
  let buffered: Buffer = Buffer.alloc(0);
  let payloadBytesLeft = 0;
  let isAtEnd = false;

  /** Appends the next bytes to `rest`; returns false at the end of the file. */
  async function readMore(): Promise<boolean> {
    try {
      const { done, value } = await chunks.next();
      if (done === true) return false;
      buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value]);
      return true;
    } catch (error) {
      throw damagedFileError(path, error);
    }
  }

  async function readLine(): Promise<Buffer> {
    for (let from = 0; ; ) {
      const at = buffered.indexOf(newline, from);
      if (at >= 0) {
        const found = buffered.subarray(0, at + 1);
        buffered = buffered.subarray(at + 1);
        return found;
      }
      from = buffered.length;
      if (from > maxLineLength || !(await readMore())) throw damagedFileError(path);
    }
  }

  function parseFrame(text: string): Frame {
    try {
      return frameSchema.parse(JSON.parse(text));
    } catch (error) {
      throw damagedFileError(path, error);
    }
  }

  async function* payload(): AsyncGenerator<Buffer> {
    while (payloadBytesLeft > 0) {
      if (buffered.length === 0 && !(await readMore())) throw damagedFileError(path);
      const piece = buffered.subarray(0, payloadBytesLeft);
      buffered = buffered.subarray(piece.length);
      payloadBytesLeft -= piece.length;
      hash.update(piece);
      yield piece;
    }
  }

  return {
    payload,
    async next() {
      if (isAtEnd) return null;
      for await (const _piece of payload());
      const text = await readLine();
      const frame = parseFrame(text.toString('utf8'));
      payloadBytesLeft = payloadBytesOf(frame);
      if (frame.frame !== 'end') {
        hash.update(text);
        return frame;
      }
      isAtEnd = true;
      const isLast = buffered.length === 0 && !(await readMore());
      if (!isLast || frame.sha256 !== hash.digest('hex')) throw damagedFileError(path);
      return frame;
    },
    async close() {
      input.destroy();
      decompressed.destroy();
    },
  };
}
