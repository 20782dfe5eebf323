import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { Failure } from '../domain/failure.ts';
import { type Frame, magic, trailerBytes, trailerOf } from './frames.ts';

/** A backup that is being written. */
export interface ArchiveWriter {
  /** Writes a frame's line. */
  frame(frame: Frame): Promise<void>;
  /** Writes bytes that the last frame announced. */
  bytes(piece: Uint8Array): Promise<void>;
  /** SHA-256 (hex) of all that was written so far, uncompressed. */
  digest(): string;
}

async function refuseExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new Failure('conflict', `${path} exists already: name another file`);
}

function unwritable(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === 'ENOSPC' ? 'the disk is full' : (code ?? (error as Error).message);
  return new Failure('unavailable', `${path} cannot be written: ${reason}`, { cause: error });
}

/**
 * Has `fill` write a backup (0600): it appears under its name when it is whole and on the disk, or not at all. Throws a
 * Failure when a file of that name exists or cannot be written.
 */
export async function writeArchive(
  given: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const path = resolve(given);
  await refuseExisting(path);
  const draft = join(dirname(path), `.${basename(path)}-${randomBytes(6).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw unwritable(path, error);
  });
  try {
    await file.writeFile(magic);
    await fillFile(file, fill, path);
    await file.writeFile(trailerOf((await file.stat()).size + trailerBytes));
    await file.sync();
    await file.close();
    await refuseExisting(path);
    await rename(draft, path);
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } finally {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
  }
}

async function fillFile(
  file: FileHandle,
  fill: (archive: ArchiveWriter) => Promise<void>,
  path: string,
): Promise<void> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const hash = createHash('sha256');
  let broken: unknown = null;
  const writing = pipeline(compress, async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await file.writeFile(piece);
  }).catch((error: unknown) => {
    broken = error;
    compress.destroy();
  });

  async function put(piece: Uint8Array): Promise<void> {
    if (broken !== null) throw unwritable(path, broken);
    hash.update(piece);
    if (!compress.write(piece)) await Promise.race([once(compress, 'drain'), writing]);
  }

  try {
    await fill({
      frame: (frame) => put(Buffer.from(`${JSON.stringify(frame)}\n`)),
      bytes: put,
      digest: () => hash.copy().digest('hex'),
    });
    compress.end();
  } catch (error) {
    // What is told below of a stream that we end ourselves is no news.
    const reason = broken === null ? error : unwritable(path, broken);
    compress.destroy();
    await writing;
    throw reason;
  }
  await writing;
  if (broken !== null) throw unwritable(path, broken);
}
