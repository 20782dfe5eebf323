import { parseHeaders } from './parse-headers.ts';

/** An archived HTTP response, taken apart but not decoded. */
export interface HttpMessage {
  statusCode: number;
  /** Lower-case names, repeated ones joined by `, `. */
  headers: Record<string, string>;
  /** What stands after the empty line, as it was stored. */
  payload: Uint8Array;
}

const lineFeed = 10;
const carriageReturn = 13;
/** Bytes in which the head of a response must end. */
const longestHead = 256 * 1024;

/** Where the first empty line begins and ends, or null. */
export function endOfHead(bytes: Uint8Array): { head: number; body: number } | null {
  const most = Math.min(bytes.length, longestHead);
  for (let at = 0; at < most; at += 1) {
    if (bytes[at] !== lineFeed) continue;
    if (bytes[at + 1] === lineFeed) return { head: at, body: at + 2 };
    if (bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed) return { head: at, body: at + 3 };
  }
  return null;
}

/**
 * Takes an HTTP response apart as crawlers stored it (RFC 9112 section 4, read leniently): bare line feeds, a status line
 * without a reason or of HTTP/2, a head without a body. Null when there is no status line.
 */
export function parseHttpMessage(block: Uint8Array): HttpMessage | null {
  const end = endOfHead(block);
  const head = Buffer.from(block.subarray(0, end?.head ?? Math.min(block.length, longestHead))).toString(
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
