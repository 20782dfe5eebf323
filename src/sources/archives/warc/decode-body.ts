import { constants, gunzipSync } from 'node:zlib';
import { decodeAtOnce, isTooLarge } from '../../../web/content-encodings.ts';

/** What is left of a stored body once its encodings are off. */
export type DecodedBody = { body: Uint8Array<ArrayBuffer>; isCut: boolean } | { fault: 'too_large' };

/** How a body was stored. */
export interface StoredBody {
  payload: Uint8Array;
  headers: Readonly<Record<string, string>>;
  /** True when the record says that the body was cut, so that encodings end early. */
  isTruncated: boolean;
  maxBytes: number;
}

const newline = 10;

/**
 * The body without its chunk headers (RFC 9112 section 7.1). Null when the bytes are not chunked, as where a crawler took
 * the headers off already. A body that stops in the middle of a chunk gives what there is.
 */
function withoutChunks(bytes: Uint8Array): Uint8Array | null {
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

/** What of a cut gzip body can still be read. */
function beginningOf(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}

function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/**
 * Takes transfer and content encodings off a stored body, in this order, as far as they are really there: crawlers keep
 * headers of encodings that they took off. Headers that a crawler renamed (`x-crawler-content-encoding`) are no encodings.
 */
export function decodeBody({ payload, headers, isTruncated, maxBytes }: StoredBody): DecodedBody {
  let bytes = payload;
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) bytes = withoutChunks(bytes) ?? bytes;
  // One extra empty line before the body, of one crawl that is known for it; no HTML or text misses it.
  if (bytes[0] === 13 && bytes[1] === newline && !isGzip(bytes)) bytes = bytes.subarray(2);

  const named = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((token) => token.trim().replace(/^x-/, ''))
    .filter((token) => token === 'gzip' || token === 'deflate' || token === 'br' || token === 'zstd');
  for (const encoding of named.toReversed()) {
    if (encoding === 'gzip' && !isGzip(bytes)) continue;
    try {
      bytes = decodeAtOnce(encoding, bytes, maxBytes);
    } catch (error) {
      if (isTooLarge(error)) return { fault: 'too_large' };
      const beginning = encoding === 'gzip' ? beginningOf(bytes, maxBytes) : null;
      // Not encoded after all, or cut: then what there is.
      return beginning === null || beginning.length === 0
        ? { body: owned(bytes), isCut: isTruncated }
        : { body: owned(beginning), isCut: true };
    }
  }
  if (bytes.length > maxBytes) return { fault: 'too_large' };
  return { body: owned(bytes), isCut: isTruncated };
}
