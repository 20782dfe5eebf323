import { Duplex } from 'node:stream';
import { createGzip } from 'node:zlib';
import { cleanJson } from '../../../domain/values/clean-text.ts';
import { isLongerThan, jsonPieces, maxAtOnce } from '../../../domain/values/json-pieces.ts';
import { acceptsCoding, gzipLevel, textResponse } from './compress.ts';

/** Returns a stream that writes a piece when its reader is ready for it, and no more when the reader has gone. */
function streamOf(pieces: Iterator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        // A reader that is always ready does not keep other requests waiting.
        await new Promise(setImmediate);
        const { done, value } = pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel() {
        pieces.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}

/**
 * Creates the response with a JSON value, compressed if the client accepts gzip. A large value is written in pieces, as
 * fast as the client reads them: it is never one string.
 */
export async function jsonResponse(value: unknown, acceptEncoding: string | undefined): Promise<Response> {
  const mediaType = 'application/json';
  if (!isLongerThan(value, maxAtOnce)) return textResponse(cleanJson(value), mediaType, acceptEncoding);
  const headers = { 'content-type': mediaType, vary: 'Accept-Encoding' };
  const body = streamOf(jsonPieces(value));
  if (acceptEncoding === undefined || !acceptsCoding(acceptEncoding, 'gzip'))
    return new Response(body, { headers });
  const gzip = Duplex.toWeb(createGzip({ level: gzipLevel })) as ReadableWritablePair<
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>
  >;
  return new Response(body.pipeThrough(gzip), { headers: { ...headers, 'content-encoding': 'gzip' } });
}
