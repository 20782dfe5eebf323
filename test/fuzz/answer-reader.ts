import { gunzipSync } from 'node:zlib';

/** Response as received over the wire. */
export interface WireAnswer {
  status: number;
  /** By lower-case name; repeated fields are joined with a comma. */
  headers: ReadonlyMap<string, string>;
  /** Body without transfer and content encoding; truncated at the limit. */
  body: Buffer;
  /** False for an abandoned stream, a body over the limit, or a cut connection. */
  isWhole: boolean;
}

/** State after the bytes read so far. */
export interface ReadState {
  /** Non-null when the response is complete, or as far as it is read. */
  answer: WireAnswer | null;
  /** True if the connection can be reused. */
  isReusable: boolean;
  /** Non-null if the bytes are not valid HTTP/1.1. */
  fault: string | null;
}

/** Reads one response from the chunks of a connection. */
export interface AnswerReader {
  push(piece: Buffer): ReadState;
  /** Handles the end of the connection, which may complete the response. */
  end(): ReadState;
}

/** Options of the reader. */
export interface ReadOptions {
  method: string;
  /** True to stop at the first bytes of the body. */
  stopsEarly: boolean;
}

const maxBodyBytes = 8 * 1024 * 1024;
const headEnd = Buffer.from('\r\n\r\n');

type Head = Pick<WireAnswer, 'status' | 'headers'>;

function parseHead(text: string): Head | null {
  const [line = '', ...fields] = text.split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(line)?.[1];
  if (status === undefined) return null;
  const headers = new Map<string, string>();
  for (const field of fields) {
    const colon = field.indexOf(':');
    if (colon < 1) return null;
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  return { status: Number(status), headers };
}

/** Removes the content encoding of the body; null if it is damaged. */
function decoded(body: Buffer, coding: string | undefined): Buffer | null {
  if (coding !== 'gzip' || body.length === 0) return body;
  try {
    return gunzipSync(body, { maxOutputLength: maxBodyBytes });
  } catch {
    return null;
  }
}

/** Decodes a chunked body (RFC 9112 section 7.1); null while it is incomplete. */
function unchunk(bytes: Buffer): { body: Buffer; isWhole: boolean } | 'broken' {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return { body: Buffer.concat(pieces), isWhole: false };
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) return 'broken';
    const start = lineEnd + 2;
    if (size === 0) return { body: Buffer.concat(pieces), isWhole: bytes.length >= start + 2 };
    if (bytes.length < start + size + 2) return { body: Buffer.concat(pieces), isWhole: false };
    pieces.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
}

/** Creates a reader for the response to one request. */
export function createAnswerReader({ method, stopsEarly }: ReadOptions): AnswerReader {
  let pieces: Buffer[] = [];
  let size = 0;
  let head: Head | null = null;
  const pending: ReadState = { answer: null, isReusable: false, fault: null };
  const broken = (fault: string): ReadState => ({ answer: null, isReusable: false, fault });

  function gathered(): Buffer {
    const all = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    pieces = [all];
    return all;
  }

  function take(bytes: Buffer): void {
    pieces = [bytes];
    size = bytes.length;
  }

  function done(body: Buffer, isWhole: boolean): ReadState {
    const { status, headers } = head as Head;
    const isReusable =
      isWhole && !/close/i.test(headers.get('connection') ?? '') && headers.get('upgrade') === undefined;
    const plain = isWhole ? decoded(body, headers.get('content-encoding')) : body;
    if (plain === null) return broken('the content coding of the answer is damaged');
    return { answer: { status, headers, body: plain, isWhole }, isReusable, fault: null };
  }

  function readHead(): ReadState | null {
    const bytes = gathered();
    const end = bytes.indexOf(headEnd);
    if (end < 0) return pending;
    head = parseHead(bytes.toString('latin1', 0, end));
    if (head === null) return broken('the head of the answer is not HTTP/1.1');
    take(bytes.subarray(end + headEnd.length));
    // Interim responses precede the final one (RFC 9110 section 15.2).
    if (head.status >= 100 && head.status < 200 && head.status !== 101) {
      head = null;
      return readHead();
    }
    return null;
  }

  function readChunks(hasEnded: boolean): ReadState {
    // Checking all chunks each time would be quadratic in the size of the body.
    const isLast = pieces.at(-1)?.subarray(-7).includes('0\r\n\r\n') ?? false;
    if (!hasEnded && !isLast) return pending;
    const body = unchunk(gathered());
    if (body === 'broken') return broken('the chunks of the answer are broken');
    return body.isWhole || hasEnded ? done(body.body, body.isWhole) : pending;
  }

  function readBody(hasEnded: boolean): ReadState {
    const { status, headers } = head as Head;
    if (method === 'HEAD' || status === 101 || status === 204 || status === 304)
      return done(Buffer.alloc(0), true);
    const isChunked = /chunked/i.test(headers.get('transfer-encoding') ?? '');
    if (stopsEarly && size > 0 && status === 200) return done(gathered(), false);
    if (size > maxBodyBytes) return done(gathered().subarray(0, maxBodyBytes), false);
    if (isChunked) return readChunks(hasEnded);
    const length = headers.get('content-length');
    if (length === undefined) return hasEnded ? done(gathered(), true) : pending;
    if (size >= Number(length)) return done(gathered().subarray(0, Number(length)), true);
    return hasEnded ? done(gathered(), false) : pending;
  }

  return {
    push(piece) {
      pieces.push(piece);
      size += piece.length;
      if (head === null) {
        const state = readHead();
        if (state !== null) return state;
      }
      return readBody(false);
    },
    end() {
      if (head === null)
        return size === 0 ? pending : broken('the connection ended within the head of the answer');
      return readBody(true);
    },
  };
}
