import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

const gzipLater = promisify(gzip);

/** Below this a compressed answer saves no packet worth the work. */
const leastBytes = 4 * 1024;
/** Up to here compressing at once costs less than handing over to a thread. */
const mostBytesAtOnce = 64 * 1024;
/** Fast: JSON of Markdown shrinks to a third at this level already. */
const level = 1;

/** Whether the caller takes gzip (RFC 9110 section 12.5.3). */
function takesGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(',').some((item) => {
    const [coding = '', ...parameters] = item
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return (
      (coding === 'gzip' || coding === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    );
  });
}

/** The text as the body of an answer, compressed when that pays and the caller takes it. */
export async function textResponse(
  text: string | Uint8Array<ArrayBuffer>,
  mediaType: string,
  acceptEncoding: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': mediaType, vary: 'Accept-Encoding' };
  if (text.length < leastBytes || acceptEncoding === undefined || !takesGzip(acceptEncoding)) {
    return new Response(text, { headers });
  }
  headers['content-encoding'] = 'gzip';
  const body = text.length <= mostBytesAtOnce ? gzipSync(text, { level }) : await gzipLater(text, { level });
  return new Response(body, { headers });
}
