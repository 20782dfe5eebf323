import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { jsonBytes } from '../../domain/values/json-pieces.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Higher levels save almost nothing on Markdown. */
const compressionParams = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Documents up to this size are processed synchronously, which is cheaper than a worker thread. */
const maxSyncBytes = 256 * 1024;
/** Maximum size of a decompressed document; stored pages are far smaller. */
const maxBytes = 1024 * 1024 * 1024;

/** Compresses the JSON of a value, such as a page, without NUL and lone surrogates. A large value does not block other work. */
export async function compressJson(value: unknown): Promise<{ page: Uint8Array; bytes: number }> {
  return compressDocument(await jsonBytes(value));
}

/** Compresses a document for the store. */
export async function compressDocument(
  document: string | Uint8Array,
): Promise<{ page: Uint8Array; bytes: number }> {
  const text = typeof document === 'string' ? Buffer.from(document, 'utf8') : document;
  const bytes = text.byteLength;
  const options = { pledgedSrcSize: bytes, chunkSize: Math.max(64, bytes + 1024), params: compressionParams };
  return {
    page: bytes <= maxSyncBytes ? zstdCompressSync(text, options) : await compress(text, options),
    bytes,
  };
}

/** Decompresses the JSON of a page, of `bytes` bytes. */
export async function decompressDocument(page: Buffer, bytes: number): Promise<Buffer> {
  const options = { maxOutputLength: maxBytes, chunkSize: Math.max(64, bytes + 16) };
  return bytes <= maxSyncBytes ? zstdDecompressSync(page, options) : decompress(page, options);
}
