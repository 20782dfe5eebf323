import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

const gzipAsync = promisify(gzip);

/** Minimum size for compression; smaller responses gain too little. */
const minBytes = 4 * 1024;
/** Maximum size that is compressed in the main thread, which is cheaper than using the thread pool. */
const maxSyncBytes = 64 * 1024;
/** Fastest level; Markdown in JSON already shrinks to a third. */
export const gzipLevel = 1;

/** Returns true if the client accepts a content coding (RFC 9110 section 12.5.3). */
export function acceptsCoding(acceptEncoding: string, wanted: 'br' | 'gzip'): boolean {
  return acceptEncoding.split(',').some((item) => {
    const [coding = '', ...parameters] = item
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    return (
      (coding === wanted || coding === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    );
  });
}

/** Creates a text response, compressed if it is large enough and the client accepts gzip. */
export async function textResponse(
  text: string | Uint8Array<ArrayBuffer>,
  mediaType: string,
  acceptEncoding: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': mediaType, vary: 'Accept-Encoding' };
  if (text.length < minBytes || acceptEncoding === undefined || !acceptsCoding(acceptEncoding, 'gzip')) {
    return new Response(text, { headers });
  }
  headers['content-encoding'] = 'gzip';
  const body =
    text.length <= maxSyncBytes
      ? gzipSync(text, { level: gzipLevel })
      : await gzipAsync(text, { level: gzipLevel });
  return new Response(body, { headers });
}
