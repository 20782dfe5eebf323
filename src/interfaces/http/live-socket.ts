import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { LiveView, Viewer, ViewerConnection, ViewerInput } from '../../domain/pages/live-view.ts';
import { startHeartbeat } from './heartbeat.ts';
import { openTunnel, type TunnelTarget, ticketHeader } from './internal/live-tunnel.ts';
import type { UpgradeHandler } from './listener.ts';
import { unmapIpv4 } from './request/client-address.ts';
import type { SourceCheck } from './request/request-source.ts';

/** Dependencies of the WebSocket for live views of browsers. */
export interface LiveSocketOptions {
  /** Redeems a ticket; null if it is unknown, used or expired. */
  redeemTicket(sid: string, token: string): LiveView | null;
  /** Returns the live view of a session that another process holds; null if no other process holds it. */
  findRoutedView(sid: string, token: string): Promise<TunnelTarget | null>;
  /** Redeems the ticket of a viewer whom another process passes on; null if it is not valid. */
  redeemRoutedTicket(ticket: string): LiveView | null;
  /** Path for viewers whom other processes pass on. */
  routedPath: string;
  /** Returns the base URL of a connection; pages of this origin may watch. */
  baseUrl(request: IncomingMessage): string;
  /** Returns the reason to reject a connection for its Host or Origin (RFC 6455 section 10.2). */
  checkSource: SourceCheck;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

const livePath = /^\/v1\/browser\/([\w-]{1,100})\/live\?(?:.*&)?token=([\w-]{20,100})(?:&.*)?$/;
const maxMessageBytes = 16 * 1024;
/** Maximum number of viewers in this process. */
const maxViewers = 200;
/** Maximum number of queued inputs per viewer. */
const maxQueuedInputs = 100;
/** Number of unsent bytes above which frames are skipped for a slow viewer. */
const maxBufferedBytes = 512 * 1024;
const maxCoordinate = 10_000;

const coordinate = z.number().min(0).max(maxCoordinate);
const distance = z.number().min(-maxCoordinate).max(maxCoordinate);

/** Message of a viewer: JSON, one input per message. */
const inputSchema: z.ZodType<ViewerInput> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('mouse'),
    action: z.enum(['move', 'down', 'up']),
    x: coordinate,
    y: coordinate,
    button: z.enum(['left', 'middle', 'right']).default('left'),
  }),
  z.strictObject({ type: z.literal('wheel'), x: coordinate, y: coordinate, dx: distance, dy: distance }),
  z.strictObject({ type: z.literal('key'), action: z.enum(['down', 'up']), key: z.string().min(1).max(50) }),
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(5_000) }),
]);

function rejectConnection(connection: Parameters<UpgradeHandler>[1], status: string, reason = ''): void {
  const length = Buffer.byteLength(reason);
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${reason}`);
}

function createViewer(socket: WebSocket): Viewer {
  return {
    show: ({ jpeg, width, height }) => {
      if (socket.readyState !== socket.OPEN || socket.bufferedAmount > maxBufferedBytes)
        return Promise.resolve();
      return new Promise((resolve) => {
        socket.send(JSON.stringify({ type: 'frame', width, height, bytes: jpeg.byteLength }));
        socket.send(jpeg, () => resolve());
      });
    },
    end(reason) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(JSON.stringify({ type: 'end', reason }));
      socket.close(1000, reason.slice(0, 100));
    },
  };
}

/** Performs the inputs of a viewer in sequence; inputs of read-only viewers are ignored. */
function handleInputs(
  socket: WebSocket,
  viewerSession: Promise<ViewerConnection>,
  isInteractive: boolean,
): void {
  let queuedInputs = 0;
  let lastInput: Promise<unknown> = viewerSession;
  socket.on('message', (data, isBinary) => {
    if (!isInteractive || isBinary) return;
    const input = inputSchema.safeParse(tryParseJson(String(data)));
    if (!input.success) return socket.close(1007, 'This is not a valid input.');
    if (queuedInputs >= maxQueuedInputs) return socket.close(1008, 'Too many queued inputs.');
    queuedInputs += 1;
    lastInput = lastInput
      .then(async () => (await viewerSession).act(input.data))
      .catch(() => {
        // If the page does not accept an input, the viewer sees no change.
      })
      .finally(() => {
        queuedInputs -= 1;
      });
  });
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Creates the handler for live views of browsers. Frames are binary messages with JPEG images, each after a text
 * message with its size.
 */
export function createLiveSocket(options: LiveSocketOptions): UpgradeHandler {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });

  async function serve(socket: WebSocket, view: LiveView): Promise<void> {
    startHeartbeat(socket);
    const stop = () => socket.close(1001, 'The service is stopping.');
    options.stopping.addEventListener('abort', stop, { once: true });
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
    try {
      const viewerSession = view.join(createViewer(socket));
      // Registered before joining ends, because a viewer can answer the first frame earlier.
      handleInputs(socket, viewerSession, view.isInteractive);
      const viewerHandle = await viewerSession;
      await closed;
      await viewerHandle.leave();
    } catch {
      // The browser was closed; the session states the reason.
      socket.close(1011, 'The browser cannot be shown.');
    } finally {
      options.stopping.removeEventListener('abort', stop);
    }
  }

  let tunnels = 0;
  const isFull = () => server.clients.size + tunnels >= maxViewers;

  function accept(view: LiveView | null, ...connection: Parameters<UpgradeHandler>): void {
    if (view === null) rejectConnection(connection[1], '401 Unauthorized');
    else server.handleUpgrade(...connection, (socket) => void serve(socket, view));
  }

  /** Connects the viewer to the process that holds the session. */
  async function route(
    sid: string,
    token: string,
    ...[request, connection, head]: Parameters<UpgradeHandler>
  ): Promise<void> {
    tunnels += 1;
    connection.once('close', () => {
      tunnels -= 1;
    });
    const stop = () => connection.destroy();
    options.stopping.addEventListener('abort', stop, { once: true });
    connection.once('close', () => options.stopping.removeEventListener('abort', stop));
    // A view that cannot be found is refused like an unknown one.
    const target = await options.findRoutedView(sid, token).catch(() => null);
    if (target === null) return rejectConnection(connection, '401 Unauthorized');
    openTunnel(target, { request, connection, head }, () => rejectConnection(connection, '401 Unauthorized'));
  }

  return (request, connection, head) => {
    if (request.url === options.routedPath) {
      const ticket = [request.headers[ticketHeader]].flat()[0] ?? '';
      return accept(isFull() ? null : options.redeemRoutedTicket(ticket), request, connection, head);
    }
    const [, sid, token] = livePath.exec(request.url ?? '') ?? [];
    if (sid === undefined || token === undefined) return rejectConnection(connection, '404 Not Found');
    const { host, origin } = request.headers;
    const peer = unmapIpv4(request.socket.remoteAddress ?? '');
    const rejection = options.checkSource({ peer, host, origin, baseUrl: options.baseUrl(request) });
    if (rejection !== null) return rejectConnection(connection, '403 Forbidden', rejection);
    if (isFull()) return rejectConnection(connection, '503 Service Unavailable');
    const view = options.redeemTicket(sid, token);
    if (view === null) void route(sid, token, request, connection, head);
    else accept(view, request, connection, head);
  };
}
