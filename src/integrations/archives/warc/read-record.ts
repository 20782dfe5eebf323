import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import { decodeBody } from './decode-body.ts';
import { findHeadEnd, parseHttpMessage } from './http-message.ts';
import { parseHeaders } from './parse-headers.ts';

/** Record of a WARC file (ISO 28500): its headers in lower case and its block. */
export interface WarcRecord {
  type: string;
  headers: Record<string, string>;
  block: Uint8Array;
  /** True if the block is shorter than its header states. */
  isTruncated: boolean;
}

/** Content of a capture's record. */
export type RecordResponse =
  | {
      kind: 'response';
      url: string | null;
      /** ISO 8601 time of the record. */
      date: string | null;
      statusCode: number;
      headers: Record<string, string>;
      body: Uint8Array<ArrayBuffer>;
      truncated: string | null;
    }
  /** Same bytes as another capture; `digest` has the form that an index uses. */
  | { kind: 'revisit'; digest: string | null; refersTo: { url: string | null; date: string | null } }
  | { kind: 'fault'; fault: 'not_a_record' | 'other_type' | 'too_large' };

const gunzipAsync = promisify(gunzip);

/** Reads one record from a gzip member or from plain bytes; null if there is none. */
export async function readRecord(bytes: Uint8Array, maxBytes: number): Promise<WarcRecord | null> {
  const plain = await unpack(bytes, maxBytes);
  if (plain === null) return null;
  const end = findHeadEnd(plain);
  if (end === null) return null;
  const [version = '', ...lines] = Buffer.from(plain.subarray(0, end.head)).toString('utf8').split(/\r?\n/);
  if (!/^WARC\/\d+\.\d+$/.test(version.trim())) return null;
  const headers = parseHeaders(lines);
  const length = Number(headers['content-length']);
  if (!Number.isSafeInteger(length) || length < 0) return null;
  const block = plain.subarray(end.body, end.body + length);
  return {
    type: (headers['warc-type'] ?? '').toLowerCase(),
    headers,
    block,
    isTruncated: block.length < length,
  };
}

/** Decompresses a member; a truncated one returns its readable part. */
async function unpack(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | null> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await gunzipAsync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes });
  } catch {
    // The member is damaged or exceeds the limit, so the record cannot be read.
    return null;
  }
}

/** Returns the digest of `sha1:ABC…` in the form that an index uses. */
function parseDigest(header: string | undefined): string | null {
  const match = /^sha1:([a-z2-7]{32})$/i.exec(header ?? '');
  return match?.[1]?.toUpperCase() ?? null;
}

function removeBrackets(address: string | undefined): string | null {
  return address === undefined ? null : address.replace(/^<(.*)>$/, '$1');
}

/** Returns the response that a record stores. */
export async function parseRecordResponse(record: WarcRecord, maxBytes: number): Promise<RecordResponse> {
  const { type, headers, block } = record;
  const url = removeBrackets(headers['warc-target-uri']);
  const date = headers['warc-date'] ?? null;
  if (type === 'revisit') {
    const refersTo = {
      url: removeBrackets(headers['warc-refers-to-target-uri']),
      date: headers['warc-refers-to-date'] ?? null,
    };
    return { kind: 'revisit', digest: parseDigest(headers['warc-payload-digest']), refersTo };
  }
  const truncation = headers['warc-truncated']?.toLowerCase() ?? (record.isTruncated ? 'unspecified' : null);
  if (type === 'resource') {
    const own = { 'content-type': headers['content-type'] ?? 'application/octet-stream' };
    return {
      kind: 'response',
      url,
      date,
      statusCode: 200,
      headers: own,
      body: new Uint8Array(block),
      truncated: truncation,
    };
  }
  if (type !== 'response') return { kind: 'fault', fault: 'other_type' };
  const message = parseHttpMessage(block);
  if (message === null) return { kind: 'fault', fault: 'not_a_record' };
  const decoded = await decodeBody({ ...message, isTruncated: truncation !== null, maxBytes });
  if ('fault' in decoded) return { kind: 'fault', fault: decoded.fault };
  const truncated = decoded.isCut ? (truncation ?? 'unspecified') : null;
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
