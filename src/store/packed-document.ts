import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** On Markdown a higher level saves next to nothing. */
const fast = { [constants.ZSTD_c_compressionLevel]: 1 };
/** A document of at most so many bytes is packed and unpacked at once, which is cheaper than handing it over. */
const smallBytes = 256 * 1024;
/** Documents longer than this are refused rather than decompressed: no page of ours comes near. */
const mostBytes = 1024 * 1024 * 1024;
/** A document, such as the JSON of a page, ready to be stored. */
export async function packDocument(
  document: string | Uint8Array,
): Promise<{ page: Uint8Array; bytes: number }> {
  const text = typeof document === 'string' ? Buffer.from(document, 'utf8') : document;
  const bytes = text.byteLength;
  const options = { pledgedSrcSize: bytes, chunkSize: Math.max(64, bytes + 1024), params: fast };
  return {
    page: bytes <= smallBytes ? zstdCompressSync(text, options) : await compress(text, options),
    bytes,
  };
}

/** The JSON of a packed page, of `bytes` bytes. */
export async function unpackDocument(page: Buffer, bytes: number): Promise<Buffer> {
  const options = { maxOutputLength: mostBytes, chunkSize: Math.max(64, bytes + 16) };
  return bytes <= smallBytes ? zstdDecompressSync(page, options) : decompress(page, options);
}
