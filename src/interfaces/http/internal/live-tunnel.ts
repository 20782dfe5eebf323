import { type IncomingMessage, request as startRequest } from 'node:http';
import type { Duplex } from 'node:stream';

/** URL of a WebSocket in another process, and the value of {@link ticketHeader} that admits its viewer. */
export interface TunnelTarget {
  url: URL;
  ticket: string;
}

/** Header with the encrypted ticket of a viewer whom another process passes on. */
export const ticketHeader = 'webdata-ticket';

const connectTimeoutMs = 10_000;
/** Headers of the handshake, which the other process answers (RFC 6455 section 4.1). */
const handshakeHeaders = [
  'upgrade',
  'connection',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
] as const;

function pickHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    handshakeHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function headText({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Joins two connections; the end or error of one destroys the other. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}

/**
 * Connects a viewer to the WebSocket of another process and copies the bytes in both directions. Calls `onFailure` if
 * the other process does not accept the viewer, with the connection still open.
 */
export function openTunnel(
  target: TunnelTarget,
  viewer: { request: IncomingMessage; connection: Duplex; head: Buffer },
  onFailure: () => void,
): void {
  const { request, connection, head } = viewer;
  const outgoing = startRequest(target.url, {
    headers: { ...pickHeaders(request), [ticketHeader]: target.ticket },
    signal: AbortSignal.timeout(connectTimeoutMs),
    agent: false,
  });
  // A viewer who leaves before the handshake ends needs no connection.
  const abandon = () => outgoing.destroy();
  connection.once('close', abandon);
  connection.once('error', abandon);
  outgoing.once('upgrade', (response, upstream, upstreamHead) => {
    connection.off('close', abandon);
    connection.write(headText(response));
    if (upstreamHead.length > 0) connection.write(upstreamHead);
    if (head.length > 0) upstream.write(head);
    join(connection, upstream);
  });
  outgoing.once('response', (response) => {
    response.resume();
    onFailure();
  });
  outgoing.once('error', () => {
    if (!connection.destroyed) onFailure();
  });
  outgoing.end();
}
