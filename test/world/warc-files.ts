import { createHash } from 'node:crypto';
import { WARCParser, WARCRecord, WARCSerializer } from 'warcio';
import { createUrlKey } from '../../src/integrations/archives/index/url-key.ts';

/** Capture as made by a crawler. */
export interface WorldCapture {
  url: string;
  /** 14 digits. */
  at: string;
  /** Default: 200. */
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** True for a revisit record, which has no body of its own; `body` then states the unchanged bytes. */
  isRevisit?: boolean;
  /** Record to which the revisit refers, if it is not the one with the bytes. */
  refersTo?: { url: string; at: string };
  truncated?: 'length' | 'time' | 'disconnect';
}

/** Index row and the position of its record. */
export interface WorldRow {
  urlkey: string;
  timestamp: string;
  original: string;
  mimetype: string;
  statuscode: string;
  digest: string;
  length: string;
  offset: number;
  capture: WorldCapture;
}

/** File of records, each its own gzip member, and its index. */
export interface WorldWarc {
  file: Buffer;
  /** Sorted by key and time. */
  rows: WorldRow[];
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the SHA-1 in base32, as indexes write it. */
export function payloadDigest(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of createHash('sha1').update(bytes).digest()) bits += byte.toString(2).padStart(8, '0');
  return bits.replaceAll(/.{5}/g, (five) => alphabet[Number.parseInt(five, 2)] as string);
}

function isoOf(at: string): string {
  return at.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
}

function bytesOf(body: WorldCapture['body']): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array());
}

async function memberOf(capture: WorldCapture): Promise<Uint8Array> {
  const { url, at, status = 200, headers = {}, body, isRevisit, refersTo, truncated } = capture;
  const payload = bytesOf(body);
  const warcHeaders: Record<string, string> = {
    'WARC-Payload-Digest': `sha1:${payloadDigest(payload)}`,
    ...(truncated !== undefined && { 'WARC-Truncated': truncated }),
    ...(isRevisit && { 'WARC-Profile': 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest' }),
    ...(refersTo && { 'WARC-Refers-To-Target-URI': refersTo.url, 'WARC-Refers-To-Date': isoOf(refersTo.at) }),
  };
  const record = WARCRecord.create(
    {
      url,
      date: isoOf(at),
      type: isRevisit ? 'revisit' : 'response',
      warcVersion: 'WARC/1.1',
      warcHeaders,
      statusline: `HTTP/1.1 ${status} Archived`,
      httpHeaders: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
    },
    (async function* () {
      if (!isRevisit) yield payload;
    })(),
  );
  return WARCSerializer.serialize(record, { gzip: true });
}

/** Writes the captures to one file with warcio, and creates its index. */
export async function writeWarc(captures: readonly WorldCapture[]): Promise<WorldWarc> {
  const members: Uint8Array[] = [];
  const rows: WorldRow[] = [];
  let offset = 0;
  for (const capture of captures) {
    const member = await memberOf(capture);
    members.push(member);
    const { url, at, headers, isRevisit, status = 200 } = capture;
    const type = headers?.['content-type'] ?? headers?.['Content-Type'] ?? 'text/html';
    rows.push({
      urlkey: createUrlKey(url) ?? url,
      timestamp: at,
      original: url,
      mimetype: isRevisit ? 'warc/revisit' : (type.split(';')[0] as string),
      statuscode: isRevisit ? '-' : String(status),
      digest: payloadDigest(bytesOf(capture.body)),
      length: String(member.length),
      offset,
      capture,
    });
    offset += member.length;
  }
  return { file: Buffer.concat(members), rows: inOrder(rows) };
}

/** Sorts rows like an index: by key and time. */
function inOrder(rows: readonly WorldRow[]): WorldRow[] {
  const order = ({ urlkey, timestamp }: WorldRow) => `${urlkey} ${timestamp}`;
  return rows.toSorted((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0));
}

/** Returns the capture in a record as read by warcio, an independent implementation. */
async function captureIn(record: WARCRecord): Promise<WorldCapture> {
  const body = await record.readFully(true);
  const headers = Object.fromEntries(record.httpHeaders?.headers ?? []);
  // warcio has removed the encodings.
  for (const name of ['transfer-encoding', 'content-encoding']) delete headers[name];
  return {
    url: (record.warcTargetURI ?? '').replace(/^<|>$/g, ''),
    at: (record.warcDate ?? '').replace(/\D/g, ''),
    status: Number(record.httpHeaders?.statusCode),
    headers,
    body,
    ...(record.warcType === 'revisit' && { isRevisit: true }),
  };
}

/** Returns the captures and the index of a file written by another crawler. */
export async function readWarc(file: Buffer): Promise<WorldWarc> {
  const parser = new WARCParser([file]);
  const rows: WorldRow[] = [];
  for await (const record of parser) {
    const isCapture = record.warcType === 'response' || record.warcType === 'revisit';
    const capture = isCapture ? await captureIn(record) : null;
    await record.skipFully();
    if (capture === null) continue;
    const type = capture.headers?.['content-type']?.split(';')[0] ?? 'unk';
    rows.push({
      urlkey: createUrlKey(capture.url) ?? capture.url,
      timestamp: capture.at,
      original: capture.url,
      mimetype: capture.isRevisit ? 'warc/revisit' : type,
      statuscode: capture.isRevisit ? '-' : String(capture.status),
      digest: (record.warcPayloadDigest ?? '-').replace('sha1:', ''),
      length: String(parser.recordLength),
      offset: parser.offset,
      capture,
    });
  }
  return { file, rows: inOrder(rows) };
}
