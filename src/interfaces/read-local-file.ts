import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { maxPageBytes } from '../domain/pages/max-page-bytes.ts';
import { Failure } from '../domain/system/failure.ts';
import { SentFile } from '../domain/values/sent-file.ts';
import { createFileTooLarge, fileFieldName } from '../operations/declaration/file-field.ts';
import { fileProblem } from './file-problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a stream into memory. Throws Failure `too_large` if it is larger than a file may be. */
export async function readFileStream(stream: AsyncIterable<Uint8Array>): Promise<SentFile> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxPageBytes) throw createFileTooLarge();
    chunks.push(chunk);
  }
  return new SentFile(new Uint8Array(Buffer.concat(chunks)));
}

/**
 * Reads a regular file of this machine. Only for callers on this machine: never for a path that came over the network.
 * Throws Failure `invalid` if it cannot be read, and `too_large`.
 */
async function readRegularFile(path: string): Promise<SentFile> {
  try {
    const { size } = await stat(path).then((stats) => {
      // A device or a pipe may never end.
      if (!stats.isFile()) throw new Error('it is not a regular file');
      return stats;
    });
    if (size > maxPageBytes) throw createFileTooLarge();
    // The files of /proc state no size: they show secrets of processes, such as the environment, and some never end.
    if (size === 0) throw new Error('it is empty');
    return await readFileStream(createReadStream(path, { end: size - 1 }));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('invalid', `The file ${path} cannot be read: ${fileProblem(error)}`, { cause: error });
  }
}

/** Returns the fields of a call with the file at the path and its name, unless they name another. */
export async function withLocalFile(fields: Fields, path: string): Promise<Record<string, unknown>> {
  const file = await readRegularFile(resolve(path));
  return { filename: basename(path), ...fields, [fileFieldName]: file };
}
