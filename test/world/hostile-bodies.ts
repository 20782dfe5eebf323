import { createCipheriv } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';

/** Text of the well-behaved routes of the hostile server. */
export const honestText = '<!doctype html><title>Honest</title><p>Nothing to see here.</p>'.repeat(50);

const { constants } = zlib;
const honestBytes = Buffer.from(honestText);
/** Maximum unpacked size of a bomb, in case the reader does not stop. */
const bombBytes = 128 * 1024 * 1024;
/** Maximum size of an endless body. */
const endlessBytes = 1024 * 1024 * 1024;

function* zeros(total: number): Generator<Buffer> {
  const block = Buffer.alloc(64 * 1024);
  for (let sent = 0; sent < total; sent += block.length) yield block;
}

/** Sends compressed zeros until the reader closes the connection or the bomb is complete. */
async function sendBomb(response: ServerResponse, encoding: string, ...layers: Transform[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding });
  await pipeline([Readable.from(zeros(bombBytes)), ...layers, response]).catch(() => {});
}

function sendEncoded(response: ServerResponse, encoding: string, body: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding });
  response.end(body);
}

/** Returns a compressor whose frame requires a window of 128 MB. */
function wideZstd(): Transform {
  return zlib.createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
}

function swiftBrotli(): Transform {
  return zlib.createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

async function sendEndless(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/plain' });
  await pipeline(Readable.from(zeros(endlessBytes)), response).catch(() => {});
}

const gzipped = zlib.gzipSync(honestBytes);
/** Pseudorandom bytes, identical in every run. They are incompressible, so that a cut falls into the data. */
const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(30_000));

/** Routes with valid, wrong or malicious content encodings. */
export const bodyRoutes: Record<string, (response: ServerResponse) => void> = {
  '/gzip': (response) => sendEncoded(response, 'gzip', gzipped),
  '/x-gzip': (response) => sendEncoded(response, 'X-GZip', gzipped),
  '/gzip-members': (response) =>
    sendEncoded(
      response,
      'gzip',
      Buffer.concat([zlib.gzipSync(honestBytes.subarray(0, 100)), zlib.gzipSync(honestBytes.subarray(100))]),
    ),
  '/br': (response) => sendEncoded(response, 'br', zlib.brotliCompressSync(honestBytes)),
  '/zstd': (response) => sendEncoded(response, 'zstd', zlib.zstdCompressSync(honestBytes)),
  '/deflate': (response) => sendEncoded(response, 'deflate', zlib.deflateSync(honestBytes)),
  '/deflate-raw': (response) => sendEncoded(response, 'deflate', zlib.deflateRawSync(honestBytes)),
  '/stacked': (response) => sendEncoded(response, 'gzip, br', zlib.brotliCompressSync(gzipped)),
  '/large-stacked': (response) =>
    sendEncoded(
      response,
      'br, gzip',
      zlib.gzipSync(zlib.brotliCompressSync(Buffer.concat(Array(10).fill(noise)))),
    ),
  '/stacked-thrice': (response) =>
    sendEncoded(response, 'gzip, gzip, gzip', zlib.gzipSync(zlib.gzipSync(gzipped))),
  '/stacked-in-two-headers': (response) => {
    response.writeHead(200, [
      ['content-encoding', 'gzip'],
      ['content-encoding', 'br'],
    ]);
    response.end(zlib.brotliCompressSync(gzipped));
  },
  '/misnamed': (response) => sendEncoded(response, 'utf-8', honestBytes),
  '/compress': (response) => sendEncoded(response, 'compress', honestBytes),
  '/empty-gzip': (response) => sendEncoded(response, 'gzip', new Uint8Array(0)),
  '/wrong-label': (response) => sendEncoded(response, 'gzip', honestBytes),
  '/wrong-label-br': (response) => sendEncoded(response, 'br', gzipped),
  '/gzip-without-trailer': (response) => sendEncoded(response, 'gzip', gzipped.subarray(0, -8)),
  '/gzip-with-garbage': (response) =>
    sendEncoded(response, 'gzip', Buffer.concat([gzipped, Buffer.from('<!-- cached -->')])),
  '/gzip-wrong-checksum': (response) =>
    sendEncoded(response, 'gzip', Buffer.concat([gzipped.subarray(0, -8), Buffer.alloc(8, 7)])),
  '/gzip-cut': (response) => sendEncoded(response, 'gzip', zlib.gzipSync(noise).subarray(0, 20_000)),
  '/large-gzip': (response) =>
    sendEncoded(response, 'gzip', zlib.gzipSync(Buffer.concat(Array(10).fill(noise)), { level: 0 })),
  '/large-gzip-cut': (response) =>
    sendEncoded(
      response,
      'gzip',
      zlib.gzipSync(Buffer.concat(Array(10).fill(noise)), { level: 0 }).subarray(0, 200_000),
    ),
  '/large-gzip-without-trailer': (response) =>
    sendEncoded(
      response,
      'gzip',
      zlib.gzipSync(Buffer.concat(Array(10).fill(noise)), { level: 0 }).subarray(0, -8),
    ),
  '/br-cut': (response) => sendEncoded(response, 'br', zlib.brotliCompressSync(noise).subarray(0, 5_000)),
  '/zstd-cut': (response) => sendEncoded(response, 'zstd', zlib.zstdCompressSync(noise).subarray(0, 5_000)),
  '/gzip-bomb': (response) => void sendBomb(response, 'gzip', zlib.createGzip()),
  '/br-bomb': (response) => void sendBomb(response, 'br', swiftBrotli()),
  '/zstd-bomb': (response) => void sendBomb(response, 'zstd', zlib.createZstdCompress()),
  '/zstd-wide-window': (response) => void sendBomb(response, 'zstd', wideZstd()),
  '/deflate-bomb': (response) => void sendBomb(response, 'deflate', zlib.createDeflate()),
  '/nested-bomb': (response) => void sendBomb(response, 'gzip, gzip', zlib.createGzip(), zlib.createGzip()),
  '/small-bomb': (response) => sendEncoded(response, 'gzip', zlib.gzipSync(Buffer.alloc(8 * 1024 * 1024))),
  '/endless': (response) => void sendEndless(response),
};
