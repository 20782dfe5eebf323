import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import { decodeBody } from './decode-body.ts';
import { endOfHead, parseHttpMessage } from './http-message.ts';
import { parseHeaders } from './parse-headers.ts';

/** One record of a WARC file (ISO 28500): its headers in lower case and its block. */
export interface WarcRecord {
  type: string;
  headers: Record<string, string>;
  block: Uint8Array;
  /** True when the block is shorter than its header says. */
  isShort: boolean;
}

/** What a capture's record holds. */
export type RecordedResponse =
  | {
      kind: 'response';
      url: string | null;
      /** ISO 8601, as in the record. */
      date: string | null;
      statusCode: number;
      headers: Record<string, string>;
      body: Uint8Array<ArrayBuffer>;
      truncated: string | null;
    }
  /** The same bytes as another capture; `digest` as an index writes it. */
  | { kind: 'revisit'; digest: string | null; refersTo: { url: string | null; date: string | null } }
  | { kind: 'fault'; fault: 'not_a_record' | 'other_type' | 'too_large' };

const unzip = promisify(gunzip);

/** Takes one record out of a gzip member, or of plain bytes; null when there is none. */
export async function readRecord(bytes: Uint8Array, maxBytes: number): Promise<WarcRecord | null> {
  const plain = await unpacked(bytes, maxBytes);
  if (plain === null) return null;
  const end = endOfHead(plain);
  if (end === null) return null;
  const [version = '', ...lines] = Buffer.from(plain.subarray(0, end.head)).toString('utf8').split(/\r?\n/);
  if (!/^WARC\/\d+\.\d+$/.test(version.trim())) return null;
  const headers = parseHeaders(lines);
  const length = Number(headers['content-length']);
  if (!Number.isSafeInteger(length) || length < 0) return null;
  const block = plain.subarray(end.body, end.body + length);
  return { type: (headers['warc-type'] ?? '').toLowerCase(), headers, block, isShort: block.length < length };
}

/** A cut member gives what can be read of it. */
async function unpacked(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | null> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unzip(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}

/** `sha1:ABC…` as an index writes it. */
function digestOf(header: string | undefined): string | null {
  const match = /^sha1:([a-z2-7]{32})$/i.exec(header ?? '');
  return match?.[1]?.toUpperCase() ?? null;
}

function withoutBrackets(address: string | undefined): string | null {
  return address === undefined ? null : address.replace(/^<(.*)>$/, '$1');
}

/** What a record says that a site answered. */
export function recordedResponse(record: WarcRecord, maxBytes: number): RecordedResponse {
  const { type, headers, block } = record;
  const url = withoutBrackets(headers['warc-target-uri']);
  const date = headers['warc-date'] ?? null;
  if (type === 'revisit') {
    const refersTo = {
      url: withoutBrackets(headers['warc-refers-to-target-uri']),
      date: headers['warc-refers-to-date'] ?? null,
    };
    return { kind: 'revisit', digest: digestOf(headers['warc-payload-digest']), refersTo };
  }
  const cut = headers['warc-truncated']?.toLowerCase() ?? (record.isShort ? 'unspecified' : null);
  if (type === 'resource') {
    const own = { 'content-type': headers['content-type'] ?? 'application/octet-stream' };
    return {
      kind: 'response',
      url,
      date,
      statusCode: 200,
      headers: own,
      body: new Uint8Array(block),
      truncated: cut,
    };
  }
  if (type !== 'response') return { kind: 'fault', fault: 'other_type' };
  const message = parseHttpMessage(block);
  if (message === null) return { kind: 'fault', fault: 'not_a_record' };
  const decoded = decodeBody({ ...message, isTruncated: cut !== null, maxBytes });
  if ('fault' in decoded) return { kind: 'fault', fault: decoded.fault };
  const truncated = decoded.isCut ? (cut ?? 'unspecified') : null;
  return {
    kind: 'response',
    url,
    date,
    statusCode: message.statusCode,
    headers: message.headers,
    body: decoded.body,
    truncated,
  };
}
