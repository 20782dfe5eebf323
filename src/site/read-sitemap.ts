import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { createSitemapReader, type SitemapReaderOptions, type SitemapSummary } from './sitemap.ts';

/** Bytes read between two turns of the event loop, a few milliseconds' work. */
const sliceBytes = 64 * 1024;

async function* slicesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += sliceBytes) {
    yield body.subarray(at, at + sliceBytes);
    await setImmediate();
  }
}

/** RFC 1952 section 2.3.1. */
function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/**
 * Reads a sitemap or feed that arrived whole, gzipped or not, a slice at a time, so that others get their turn. Never
 * throws for what it holds: data that does not decompress makes it broken. Rejects with the signal's reason.
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
