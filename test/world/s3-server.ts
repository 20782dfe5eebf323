import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSignature } from './s3-signature.ts';

/** Faults of the next requests; each number is decremented per fault. */
export interface S3Faults {
  /** Number of requests to answer with 503 SlowDown. */
  refuse: number;
  /** Number of requests to answer with 500 InternalError after they took effect. */
  fail: number;
  /** Number of requests whose connection is cut before the response. */
  cut: number;
  /** Number of objects to send truncated. */
  truncate: number;
  /** Delay of each response in milliseconds. */
  slowMs: number;
}

/** Minimal S3 object store with one bucket on a loopback address; it verifies every signature. */
export interface S3Server {
  endpoint: string;
  /** Returns a `BLOB_URL` of the store. */
  blobUrl(prefix: string): string;
  /** Objects by key. */
  objects: Map<string, Buffer>;
  /** `METHOD key` of every request, in order. */
  requests: string[];
  faults: S3Faults;
  /** Error codes of rejected requests. */
  refused: string[];
  close(): Promise<void>;
}

const bucket = 'webdata-blobs';
const credentials = { accessKey: 'test-access-key', secretKey: 'test/secret+key=', region: 'test-region-1' };
const statuses: Readonly<Record<string, number>> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  BadDigest: 400,
  InvalidRange: 416,
  MethodNotAllowed: 405,
  SlowDown: 503,
  InternalError: 500,
  AuthorizationHeaderMalformed: 400,
};

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function refuse(request: IncomingMessage, response: ServerResponse, code: string): undefined {
  const signed = request.headers.authorization ?? '';
  // Like real servers, repeats the signed string.
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message><StringToSign>${escapeXml(signed)}</StringToSign></Error>`;
  response.writeHead(statuses[code] ?? 403, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function list(objects: ReadonlyMap<string, Buffer>, url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const most = Math.min(1_000, Number(url.searchParams.get('max-keys') ?? 1_000));
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, most);
  const next =
    keys.length > most
      ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`
      : '';
  const rows = page.map(
    (key) =>
      `<Contents><Key>${escapeXml(key)}</Key><Size>${objects.get(key)?.length}</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
  );
  return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${next !== ''}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`;
}

/** Parses a range of bytes (RFC 9110 section 14.1.2). */
function rangeOf(
  header: string | undefined,
  length: number,
): { start: number; end: number } | null | 'invalid' {
  if (header === undefined) return null;
  const match = /^bytes=(\d+)-(\d*)$/.exec(header);
  if (match === null) return null;
  const start = Number(match[1]);
  const end = match[2] === '' ? length : Math.min(length, Number(match[2]) + 1);
  return start >= length || end <= start ? 'invalid' : { start, end };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Starts an empty store. */
export async function startS3Server(address = '127.0.0.1'): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const faults: S3Faults = { refuse: 0, fail: 0, cut: 0, truncate: 0, slowMs: 0 };
  const requests: string[] = [];
  const refused: string[] = [];

  function give(request: IncomingMessage, response: ServerResponse, object: Buffer): undefined {
    const range = rangeOf(request.headers.range, object.length);
    if (range === 'invalid') return refuse(request, response, 'InvalidRange');
    const part = range === null ? object : object.subarray(range.start, range.end);
    response.writeHead(range === null ? 200 : 206, {
      'content-length': part.length,
      'content-type': 'application/octet-stream',
      ...(range !== null && { 'content-range': `bytes ${range.start}-${range.end - 1}/${object.length}` }),
    });
    if (request.method === 'HEAD') response.end();
    else if (faults.truncate > 0) {
      faults.truncate -= 1;
      response.write(part.subarray(0, part.length >> 1), () => response.destroy());
    } else response.end(part);
  }

  function put(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): undefined {
    const checksum = request.headers['x-amz-checksum-sha256'];
    if (checksum !== undefined && checksum !== createHash('sha256').update(body).digest('base64')) {
      refused.push('BadDigest');
      return refuse(request, response, 'BadDigest');
    }
    objects.set(key, body);
    response.writeHead(200, { 'content-length': 0, etag: '"0"' }).end();
  }

  function serve(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): undefined {
    const [, name, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (name !== bucket) return refuse(request, response, 'NoSuchBucket');
    if (key === '' && request.method === 'GET' && url.searchParams.has('list-type')) {
      const found = list(objects, url);
      response.writeHead(200, { 'content-type': 'application/xml' }).end(found);
      return undefined;
    }
    const object = objects.get(key);
    if (request.method === 'PUT') put(request, response, key, body);
    else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (request.method !== 'GET' && request.method !== 'HEAD')
      refuse(request, response, 'MethodNotAllowed');
    else if (object === undefined) refuse(request, response, 'NoSuchKey');
    else give(request, response, object);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<undefined> {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://loopback');
    requests.push(`${request.method} ${decodeURIComponent(url.pathname.split('/').slice(2).join('/'))}`);
    if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs).unref());
    const wrong = checkSignature(request, body, credentials);
    if (wrong !== null) {
      refused.push(wrong);
      return refuse(request, response, wrong);
    }
    if (faults.cut > 0) {
      faults.cut -= 1;
      response.destroy();
    } else if (faults.refuse > 0) {
      faults.refuse -= 1;
      refuse(request, response, 'SlowDown');
    } else if (faults.fail > 0) {
      faults.fail -= 1;
      if (request.method === 'PUT')
        objects.set(decodeURIComponent(url.pathname.split('/').slice(2).join('/')), body);
      refuse(request, response, 'InternalError');
    } else serve(request, response, url, body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, address);
  await once(server, 'listening');
  const endpoint = `http://${address}:${(server.address() as AddressInfo).port}`;
  const { accessKey, secretKey, region } = credentials;
  return {
    endpoint,
    blobUrl: (prefix) =>
      `s3://${accessKey}:${encodeURIComponent(secretKey)}@${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint)}&region=${region}`,
    objects,
    requests,
    faults,
    refused,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
