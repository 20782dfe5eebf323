import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { decodeGzipMembers } from './gzip-members.ts';

/** The content encodings that we take off (RFC 9110 section 8.4.1, RFC 7932, RFC 8878). */
export type ContentEncoding = 'gzip' | 'deflate' | 'br' | 'zstd';

const encodingOfToken: Readonly<Record<string, ContentEncoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};

/** Real encodings that nobody may use unasked; anything else that stands in the header is a mistake and ignored. */
const unsupportedTokens = new Set([
  'compress',
  'x-compress',
  'exi',
  'pack200-gzip',
  'aes128gcm',
  'dcb',
  'dcz',
]);

const mostStacked = 2;

/** Frames of Zstandard may ask for windows of gigabytes; on the web 8 MB is the most (RFC 9659 section 3). */
const zstdOptions = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } };

/**
 * The encodings of a `Content-Encoding` header in the order they were applied, or null when they are more than two or
 * not ours to decode. Words that name no encoding (`utf-8`, `none`) are passed over, as browsers do.
 */
export function parseContentEncodings(header: string): ContentEncoding[] | null {
  const encodings: ContentEncoding[] = [];
  for (const token of header.toLowerCase().split(',')) {
    const name = token.trim();
    if (unsupportedTokens.has(name)) return null;
    const encoding = encodingOfToken[name];
    if (encoding !== undefined) encodings.push(encoding);
  }
  return encodings.length > mostStacked ? null : encodings;
}

/** Takes one encoding off a small body at once; throws a `RangeError` when more than `maxOutputLength` comes out. */
export function decodeAtOnce(encoding: ContentEncoding, bytes: Uint8Array, maxOutputLength: number): Buffer {
  const chunkSize = Math.min(maxOutputLength, encoding === 'gzip' ? gzipChunkSize(bytes) : largestChunk);
  const options = { maxOutputLength, chunkSize };
  if (encoding === 'br') return zlib.brotliDecompressSync(bytes, options);
  if (encoding === 'zstd') return zlib.zstdDecompressSync(bytes, { ...options, ...zstdOptions });
  if (encoding === 'gzip') return gunzipAtOnce(bytes, options);
  return hasZlibHeader(bytes) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
}

const largestChunk = 128 * 1024;
const smallestChunk = 16 * 1024;

/**
 * A gzip member ends with its decoded length (RFC 1952, 2.3.1). Room for just that spares memory that only a collection
 * of garbage would give back; where the length lies, the decoder takes more pieces.
 */
function gzipChunkSize(bytes: Uint8Array): number {
  if (bytes.length < 18) return smallestChunk;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  return Math.min(largestChunk, Math.max(smallestChunk, length + 64));
}

function gunzipAtOnce(bytes: Uint8Array, options: { maxOutputLength: number; chunkSize: number }): Buffer {
  try {
    return zlib.gunzipSync(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return decodeGzipMembers(bytes, options.maxOutputLength);
  }
}

/** Whether decoding at once stopped only because more came out than was allowed. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError;
}

/** A stream that takes one encoding off; `head` is the beginning of what will be written to it. */
export function createDecoder(encoding: ContentEncoding, head: Uint8Array): Transform {
  const options = { chunkSize: 64 * 1024 };
  if (encoding === 'br') return zlib.createBrotliDecompress(options);
  if (encoding === 'zstd') return zlib.createZstdDecompress({ ...options, ...zstdOptions });
  if (encoding === 'gzip') return zlib.createGunzip(options);
  return hasZlibHeader(head) ? zlib.createInflate(options) : zlib.createInflateRaw(options);
}

/** `deflate` means the zlib wrapper (RFC 1950 section 2.2), but many servers send bare DEFLATE data under that name. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const [cmf = 0, flg] = bytes;
  return (cmf & 0x0f) === 8 && (flg === undefined || (cmf * 256 + flg) % 31 === 0);
}
