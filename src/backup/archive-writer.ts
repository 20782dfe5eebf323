import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { Failure } from '../domain/system/failure.ts';
import {
  createBodyCipher,
  createKeyLine,
  createTrailer,
  type Frame,
  keyLineBytes,
  magic,
  trailerBytes,
} from './frames.ts';
import { createUnfinishedPath, removeUnfinishedFiles } from './unfinished-files.ts';

/** A backup that is being written. */
export interface ArchiveWriter {
  /** Writes the line of a frame. */
  frame(frame: Frame): Promise<void>;
  /** Writes the bytes that the last frame announced. */
  bytes(piece: Uint8Array): Promise<void>;
  /** Returns the SHA-256 (hex) of all uncompressed bytes written so far. */
  digest(): string;
}

async function assertNotExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    // A file that cannot be accessed does not block; opening it reports the error.
    () => false,
  );
  if (exists) throw new Failure('conflict', `${path} already exists. Choose another file name.`);
}

function writeError(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === 'ENOSPC' ? 'the disk is full' : (code ?? (error as Error).message);
  return new Failure('unavailable', `${path} cannot be written: ${reason}.`, { cause: error });
}

/**
 * Calls `fill` to write a backup (mode 0600). The file gets its name only when it is complete and on disk. Until then it is
 * encrypted with a key that only this process has, so that the rest of a killed backup holds no readable secret, whoever
 * finds it; the next backup in the folder deletes it. Throws a Failure if the file exists or cannot be written.
 */
export async function writeArchive(
  requestedPath: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const path = resolve(requestedPath);
  await assertNotExisting(path);
  // A folder that cannot be read does not prevent a backup; writing to it reports the error.
  await removeUnfinishedFiles(dirname(path), new Date()).catch(() => {});
  const temporaryPath = createUnfinishedPath(path);
  const file = await open(temporaryPath, 'wx', 0o600).catch((error: unknown) => {
    throw writeError(path, error);
  });
  try {
    const key = randomBytes(32);
    await file.writeFile(magic);
    await fillFile(file, key, fill, path);
    await file.sync();
    // From here on the file is readable; only this short part has to reach the disk before it gets its name.
    const size = (await file.stat()).size + keyLineBytes + trailerBytes;
    await file.writeFile(`${createKeyLine(key)}${createTrailer(size)}`);
    await file.sync();
    await file.close();
    await assertNotExisting(path);
    await rename(temporaryPath, path);
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } finally {
    // The file is already closed, except after an error.
    await file.close().catch(() => {});
    await rm(temporaryPath, { force: true });
  }
}

async function fillFile(
  file: FileHandle,
  key: Buffer,
  fill: (archive: ArchiveWriter) => Promise<void>,
  path: string,
): Promise<void> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const hash = createHash('sha256');
  let writeFailure: unknown = null;
  const writing = pipeline(compress, createBodyCipher(key), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await file.writeFile(piece);
  }).catch((error: unknown) => {
    writeFailure = error;
    compress.destroy();
  });

  async function writeChunk(piece: Uint8Array): Promise<void> {
    if (writeFailure !== null) throw writeError(path, writeFailure);
    hash.update(piece);
    if (!compress.write(piece)) await Promise.race([once(compress, 'drain'), writing]);
  }

  try {
    await fill({
      frame: (frame) => writeChunk(Buffer.from(`${JSON.stringify(frame)}\n`)),
      bytes: writeChunk,
      digest: () => hash.copy().digest('hex'),
    });
    compress.end();
  } catch (error) {
    // The stream's own error after this destroy carries no information.
    const reason = writeFailure === null ? error : writeError(path, writeFailure);
    compress.destroy();
    await writing;
    throw reason;
  }
  await writing;
  if (writeFailure !== null) throw writeError(path, writeFailure);
}
