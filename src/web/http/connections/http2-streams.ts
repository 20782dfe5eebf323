import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';

const channel = 'http2.client.stream.finish';
const streams = new WeakMap<object, ClientHttp2Stream>();

const recordStream = (message: unknown) => {
  const { stream, headers } = message as { stream: ClientHttp2Stream; headers: object };
  streams.set(headers, stream);
};

/** Starts to record the HTTP/2 stream of each response; further calls have no effect. */
export function recordHttp2Streams(): void {
  unsubscribe(channel, recordStream);
  subscribe(channel, recordStream);
}

/**
 * Returns true if the site reset the HTTP/2 stream of a seemingly complete response. Node ends a stream that was reset with
 * CANCEL as if it were complete; a reset without an error code (RFC 9113 section 8.1) only follows a complete response.
 * Returns false for HTTP/1.1.
 */
export function wasStreamReset(headers: IncomingHttpHeaders): boolean {
  const code = streams.get(headers)?.rstCode ?? 0;
  return code !== 0;
}
