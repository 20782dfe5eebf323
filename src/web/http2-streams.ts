import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';

const channel = 'http2.client.stream.finish';
const streams = new WeakMap<object, ClientHttp2Stream>();

const remember = (message: unknown) => {
  const { stream, headers } = message as { stream: ClientHttp2Stream; headers: object };
  streams.set(headers, stream);
};

/** Starts to remember which stream brought which response headers; harmless when called again. */
export function watchHttp2Streams(): void {
  unsubscribe(channel, remember);
  subscribe(channel, remember);
}

/**
 * Whether the site reset the HTTP/2 stream of a response that seems to have ended. Node ends a stream that was reset
 * with CANCEL as if it were complete, and undici believes it; a reset without an error (RFC 9113 section 8.1) only
 * follows a complete response. False for responses over HTTP/1.1.
 */
export function wasStreamReset(headers: IncomingHttpHeaders): boolean {
  const code = streams.get(headers)?.rstCode ?? 0;
  return code !== 0;
}
