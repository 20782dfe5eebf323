import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { decodeGzipMembers } from './gzip-members.ts';

/** Supported content encodings (RFC 9110 section 8.4.1, RFC 7932, RFC 8878). */
export type ContentEncoding = 'gzip' | 'deflate' | 'br' | 'zstd';

const encodingByToken: Readonly<Record<string, ContentEncoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};

/** Registered encodings that servers may not use without a request; unknown tokens are ignored. */
const unsupportedTokens = new Set([
  'compress',
  'x-compress',
  'exi',
  'pack200-gzip',
  'aes128gcm',
  'dcb',
  'dcz',
]);

const maxStacked = 2;

/** Maximum window size: Zstandard frames may request gigabytes; HTTP allows 8 MB (RFC 9659 section 3). */
const zstdOptions = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } };

/**
 * Parses a `Content-Encoding` header into encodings in the order they were applied; null for more than two or for an
 * unsupported one. Other tokens (`utf-8`, `none`) are ignored like in browsers.
 */
export function parseContentEncodings(header: string): ContentEncoding[] | null {
  const encodings: ContentEncoding[] = [];
  for (const token of header.toLowerCase().split(',')) {
    const name = token.trim();
    if (unsupportedTokens.has(name)) return null;
    const encoding = encodingByToken[name];
    if (encoding !== undefined) encodings.push(encoding);
  }
  return encodings.length > maxStacked ? null : encodings;
}

const asyncDecoders = {
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
  gzip: promisify(zlib.gunzip),
  inflate: promisify(zlib.inflate),
  inflateRaw: promisify(zlib.inflateRaw),
};

/** Decodes a whole body with one encoding outside the main thread. Rejects with a `RangeError` above `maxOutputLength`. */
export async function decodeAsync(
  encoding: ContentEncoding,
  bytes: Uint8Array,
  maxOutputLength: number,
): Promise<Uint8Array> {
  const options = { maxOutputLength, chunkSize: Math.min(maxOutputLength, maxAsyncChunkSize) };
  if (encoding === 'br') return asyncDecoders.br(bytes, options);
  if (encoding === 'zstd') return asyncDecoders.zstd(bytes, { ...options, ...zstdOptions });
  if (encoding === 'deflate') {
    return hasZlibHeader(bytes)
      ? asyncDecoders.inflate(bytes, options)
      : asyncDecoders.inflateRaw(bytes, options);
  }
  try {
    return await asyncDecoders.gzip(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return decodeGzipMembers(bytes, maxOutputLength);
  }
}

/** Decodes a small body with one encoding synchronously. Throws a `RangeError` above `maxOutputLength`. */
export function decodeSync(encoding: ContentEncoding, bytes: Uint8Array, maxOutputLength: number): Buffer {
  const chunkSize = Math.min(maxOutputLength, encoding === 'gzip' ? gzipChunkSize(bytes) : maxChunkSize);
  const options = { maxOutputLength, chunkSize };
  if (encoding === 'br') return zlib.brotliDecompressSync(bytes, options);
  if (encoding === 'zstd') return zlib.zstdDecompressSync(bytes, { ...options, ...zstdOptions });
  if (encoding === 'gzip') return gunzipLenient(bytes, options);
  return hasZlibHeader(bytes) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
}

const maxChunkSize = 128 * 1024;
const minChunkSize = 16 * 1024;
/** Output size per turn of the event loop for large bodies. */
const maxAsyncChunkSize = 1024 * 1024;

/**
 * Returns the chunk size for a gzip body, which ends with its decoded length (RFC 1952, 2.3.1). An exact size saves memory
 * that only garbage collection would free; if the length is wrong, the decoder uses more chunks.
 */
function gzipChunkSize(bytes: Uint8Array): number {
  if (bytes.length < 18) return minChunkSize;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  return Math.min(maxChunkSize, Math.max(minChunkSize, length + 64));
}

function gunzipLenient(bytes: Uint8Array, options: { maxOutputLength: number; chunkSize: number }): Buffer {
  try {
    return zlib.gunzipSync(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return decodeGzipMembers(bytes, options.maxOutputLength);
  }
}

/** Returns true if decoding stopped at the size limit. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError;
}

/** Creates a stream that decodes one encoding; `head` contains its first bytes. */
export function createDecoder(encoding: ContentEncoding, head: Uint8Array): Transform {
  const options = { chunkSize: 64 * 1024 };
  if (encoding === 'br') return zlib.createBrotliDecompress(options);
  if (encoding === 'zstd') return zlib.createZstdDecompress({ ...options, ...zstdOptions });
  if (encoding === 'gzip') return zlib.createGunzip(options);
  return hasZlibHeader(head) ? zlib.createInflate(options) : zlib.createInflateRaw(options);
}

/** Returns true if the data has a zlib wrapper (RFC 1950 section 2.2); many servers send raw DEFLATE data as `deflate`. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const [cmf = 0, flg] = bytes;
  return (cmf & 0x0f) === 8 && (flg === undefined || (cmf * 256 + flg) % 31 === 0);
}
