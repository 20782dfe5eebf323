import { parseHeaders } from './parse-headers.ts';

/** Archived HTTP response, parsed but not decoded. */
export interface HttpMessage {
  statusCode: number;
  /** Names in lower case; repeated headers are joined by `, `. */
  headers: Record<string, string>;
  /** Bytes after the empty line, as stored. */
  payload: Uint8Array;
}

const lineFeed = 10;
const carriageReturn = 13;
/** Maximum number of bytes of the head of a response. */
const maxHeadLength = 256 * 1024;

/** Returns where the first empty line starts and ends, or null. */
export function findHeadEnd(bytes: Uint8Array): { head: number; body: number } | null {
  const maxLength = Math.min(bytes.length, maxHeadLength);
  for (let at = 0; at < maxLength; at += 1) {
    if (bytes[at] !== lineFeed) continue;
    if (bytes[at + 1] === lineFeed) return { head: at, body: at + 2 };
    if (bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed) return { head: at, body: at + 3 };
  }
  return null;
}

/**
 * Parses an HTTP response as crawlers stored it (RFC 9112 section 4, leniently): bare line feeds, a status line
 * without a reason or of HTTP/2, a head without a body. Null if there is no status line.
 */
export function parseHttpMessage(block: Uint8Array): HttpMessage | null {
  const end = findHeadEnd(block);
  const head = Buffer.from(block.subarray(0, end?.head ?? Math.min(block.length, maxHeadLength))).toString(
    'latin1',
  );
  const [statusLine = '', ...lines] = head.split(/\r?\n/);
  const status = /^(?:HTTP\/\d(?:\.\d)?|ICY)\s+(\d{3})(?:\s|$)/i.exec(statusLine.trim());
  if (status === null) return null;
  return {
    statusCode: Number(status[1]),
    headers: parseHeaders(lines),
    payload: end === null ? new Uint8Array() : block.subarray(end.body),
  };
}
