import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import { decodeAsync, isTooLarge } from '../../../web/http/body/content-encodings.ts';

/** Stored body without its encodings, or the reason why it cannot be returned. */
export type DecodedBody = { body: Uint8Array<ArrayBuffer>; isCut: boolean } | { fault: 'too_large' };

/** Stored body with the headers that describe its encodings. */
export interface StoredBody {
  payload: Uint8Array;
  headers: Readonly<Record<string, string>>;
  /** True if the record says that the body is truncated, so encodings may end early. */
  isTruncated: boolean;
  maxBytes: number;
}

const newline = 10;
const gunzipAsync = promisify(gunzip);

/**
 * Removes the chunk headers (RFC 9112 section 7.1). Null if the bytes are not chunked, because the crawler already
 * removed them. A body that ends in the middle of a chunk returns the bytes before it.
 */
function decodeChunked(bytes: Uint8Array): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(newline, at);
    if (end < 0 || end - at > 1_024) return pieces.length === 0 ? null : Buffer.concat(pieces);
    const line = Buffer.from(bytes.subarray(at, end)).toString('latin1').trim();
    const size = /^([\da-f]{1,8})(?:\s*;.*)?$/i.exec(line)?.[1];
    if (size === undefined) return null;
    const length = Number.parseInt(size, 16);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(end + 1, end + 1 + length));
    at = end + 1 + length;
    if (bytes[at] === 13) at += 1;
    if (at < bytes.length && bytes[at] !== newline) return null;
    at += 1;
  }
  return pieces.length === 0 ? null : Buffer.concat(pieces);
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** Decodes the readable part of a truncated gzip body. */
async function decodeTruncated(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | null> {
  try {
    return await gunzipAsync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes });
  } catch {
    // The stream is damaged or exceeds the limit, so no part of it is usable.
    return null;
  }
}

function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/**
 * Removes transfer and content encodings, in this order, if they are really present: crawlers keep the headers of
 * encodings that they removed. Renamed headers (`x-crawler-content-encoding`) are not encodings.
 */
export async function decodeBody(body: StoredBody): Promise<DecodedBody> {
  const { payload, headers, isTruncated, maxBytes } = body;
  let bytes = payload;
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) bytes = decodeChunked(bytes) ?? bytes;
  // One crawl stored an extra empty line before the body; removing it does not affect HTML or text.
  if (bytes[0] === 13 && bytes[1] === newline && !isGzip(bytes)) bytes = bytes.subarray(2);

  const encodings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((token) => token.trim().replace(/^x-/, ''))
    .filter((token) => token === 'gzip' || token === 'deflate' || token === 'br' || token === 'zstd');
  for (const encoding of encodings.toReversed()) {
    if (encoding === 'gzip' && !isGzip(bytes)) continue;
    try {
      bytes = await decodeAsync(encoding, bytes, maxBytes);
    } catch (error) {
      if (isTooLarge(error)) return { fault: 'too_large' };
      const beginning = encoding === 'gzip' ? await decodeTruncated(bytes, maxBytes) : null;
      // The body was not encoded, or is truncated.
      return beginning === null || beginning.length === 0
        ? { body: copyBytes(bytes), isCut: isTruncated }
        : { body: copyBytes(beginning), isCut: true };
    }
  }
  if (bytes.length > maxBytes) return { fault: 'too_large' };
  return { body: copyBytes(bytes), isCut: isTruncated };
}
