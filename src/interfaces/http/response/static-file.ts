import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsCoding } from './compress.ts';

/** One built file with its compressed forms. */
export interface StaticFile {
  mediaType: string;
  plain: Uint8Array<ArrayBuffer>;
  /** Compressed bytes by content coding, the smallest first; absent if compression saves nothing. */
  encoded: ReadonlyMap<ContentCoding, Uint8Array<ArrayBuffer>>;
}

type ContentCoding = 'br' | 'gzip';

const compress = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** Close to the smallest result, in milliseconds for a page. */
const brotliQuality = 6;

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Extensions of files that compression makes smaller. */
const compressible: ReadonlySet<string> = new Set(['.css', '.html', '.js', '.json', '.svg']);

/** Error codes of the file system for a path that is no readable file. */
const missingCodes: ReadonlySet<string | undefined> = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

/**
 * Allows only files of this service. Scripts and styles come from files, so that text of web pages which reaches the
 * document can run nothing.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page and file that a browser loads from this service. */
export const pageSecurityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  // The address of the first request to the console contains the sign-in token.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Value of `Cache-Control` for a file whose name contains a digest of its content. */
export const immutableCache = 'public, max-age=31536000, immutable';

async function readOptional(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (missingCodes.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}

/**
 * Reads a built file with its `.br` form, and makes the gzip form: browsers accept Brotli only over TLS and on their own
 * machine. Returns null if there is no such file.
 */
export async function readStaticFile(path: string): Promise<StaticFile | null> {
  const plain = await readOptional(path);
  if (plain === null) return null;
  const encoded = new Map<ContentCoding, Uint8Array<ArrayBuffer>>();
  const brotli = await readOptional(`${path}.br`);
  if (brotli !== null) {
    encoded.set('br', brotli);
    encoded.set('gzip', new Uint8Array(await compress(plain)));
  }
  return { mediaType: mediaTypes[extname(path)] ?? 'application/octet-stream', plain, encoded };
}

/** Returns a file with its compressed forms. `name` gives its media type; pictures are compressed already. */
export async function createStaticFile(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<StaticFile> {
  const plain = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const encoded = new Map<ContentCoding, Uint8Array<ArrayBuffer>>();
  const extension = extname(name);
  if (compressible.has(extension)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    const [brotli, gzipped] = await Promise.all([compressBrotli(plain, { params }), compress(plain)]);
    encoded.set('br', new Uint8Array(brotli));
    encoded.set('gzip', new Uint8Array(gzipped));
  }
  return { mediaType: mediaTypes[extension] ?? 'application/octet-stream', plain, encoded };
}

/** Creates the response with a built file, in the best form that the client accepts. */
export function staticFileResponse(
  file: StaticFile,
  { acceptEncoding, cacheControl, status = 200 }: StaticFileOptions,
): Response {
  const headers: Record<string, string> = {
    ...pageSecurityHeaders,
    'content-type': file.mediaType,
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
  };
  for (const [coding, bytes] of file.encoded) {
    if (acceptEncoding === undefined || !acceptsCoding(acceptEncoding, coding)) continue;
    return new Response(bytes, { status, headers: { ...headers, 'content-encoding': coding } });
  }
  return new Response(file.plain, { status, headers });
}

/** Options of {@link staticFileResponse}. */
interface StaticFileOptions {
  /** Header `Accept-Encoding` of the request. */
  acceptEncoding: string | undefined;
  /** Header `Cache-Control` of the response. */
  cacheControl: string;
  /** Default: 200. */
  status?: number;
}
