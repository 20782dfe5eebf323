import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { createSitemapReader, type SitemapReaderOptions, type SitemapSummary } from './sitemap.ts';

/** Bytes that are parsed before the event loop may run other work; takes a few milliseconds. */
const sliceBytes = 64 * 1024;

async function* slicesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += sliceBytes) {
    yield body.subarray(at, at + sliceBytes);
    await setImmediate();
  }
}

/** Checks the gzip magic number (RFC 1952 section 2.3.1). */
function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/**
 * Reads a complete sitemap or feed, gzipped or not, in slices that yield to the event loop. Invalid content never throws;
 * data that does not decompress sets `isBroken`. Rejects with the reason of an aborted signal.
 */
export async function readSitemap(
  body: Uint8Array,
  options: SitemapReaderOptions,
  signal: AbortSignal,
): Promise<SitemapSummary> {
  const reader = createSitemapReader(options);
  let isCorrupt = false;
  const slices = slicesOf(body);
  const source = isGzip(body) ? Readable.from(slices).pipe(createGunzip({ chunkSize: sliceBytes })) : slices;
  try {
    for await (const slice of source) {
      signal.throwIfAborted();
      if (!reader.write(slice as Uint8Array)) break;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    isCorrupt = true;
  }
  const summary = reader.end();
  return isCorrupt ? { ...summary, isBroken: true } : summary;
}
