import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { LiveView, Viewer, ViewerInput, ViewerSeat } from '../../domain/live-view.ts';
import type { TakeUpgrade } from './listener.ts';

/** What showing browsers needs. */
export interface LiveSocketOptions {
  /** What a ticket is good for; null for one that is unknown, used or too old. It is used up. */
  admit(sid: string, token: string): LiveView | null;
  /** Address that links start with, for whoever connects: pages of that origin may watch. */
  baseUrl(request: IncomingMessage): string;
  /** Other origins whose pages may watch; `*` for all. */
  corsOrigins: readonly string[];
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

const watched = /^\/v1\/browser\/([\w-]{1,100})\/live\?(?:.*&)?token=([\w-]{20,100})(?:&.*)?$/;
const pingEveryMs = 25_000;
const mostBytesFromViewers = 16 * 1024;
/** Viewers at once in this process. */
const mostViewers = 200;
/** Inputs that wait to be done; a viewer that sends more is too fast. */
const mostInputs = 100;
/** Bytes that may wait for a slow viewer before frames are left out. */
const mostBuffered = 512 * 1024;
const mostCoordinate = 10_000;

const coordinate = z.number().min(0).max(mostCoordinate);
const distance = z.number().min(-mostCoordinate).max(mostCoordinate);

/** What a viewer may send: JSON, one input a message. */
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

/** Browsers say which page asks, and no page may ask but ours and those that the operator named (RFC 6455 section 10.2). */
function isAllowedOrigin(
  origin: string | undefined,
  baseUrl: string,
  corsOrigins: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (origin === URL.parse(baseUrl)?.origin) return true;
  return corsOrigins.includes('*') || corsOrigins.includes(origin);
}

function refuse(connection: Parameters<TakeUpgrade>[1], status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function viewerOf(socket: WebSocket): Viewer {
  return {
    show: ({ jpeg, width, height }) => {
      if (socket.readyState !== socket.OPEN || socket.bufferedAmount > mostBuffered) return Promise.resolve();
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

/** Does what a viewer sends, one after another; whoever may only look is not heard. */
function hear(socket: WebSocket, joined: Promise<ViewerSeat>, isInteractive: boolean): void {
  let waiting = 0;
  let doing: Promise<unknown> = joined;
  socket.on('message', (data, isBinary) => {
    if (!isInteractive || isBinary) return;
    const input = inputSchema.safeParse(parsed(String(data)));
    if (!input.success) return socket.close(1007, 'this is no input');
    if (waiting >= mostInputs) return socket.close(1008, 'too many inputs at once');
    waiting += 1;
    doing = doing
      .then(async () => (await joined).act(input.data))
      .catch(() => {
        // What the page does not take is shown by its not changing.
      })
      .finally(() => {
        waiting -= 1;
      });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Takes in those who watch browsers. Frames are JPEG in binary messages, each after a text message that tells its size. */
export function createLiveSocket(options: LiveSocketOptions): TakeUpgrade {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: mostBytesFromViewers,
    perMessageDeflate: false,
  });

  async function serve(socket: WebSocket, view: LiveView): Promise<void> {
    let isAlive = true;
    socket.on('pong', () => {
      isAlive = true;
    });
    const ping = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, pingEveryMs).unref();
    const stop = () => socket.close(1001, 'the service is stopping');
    options.stopping.addEventListener('abort', stop, { once: true });
    const gone = new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
    try {
      const joined = view.join(viewerOf(socket));
      // From the start: a viewer may answer the first frame before whoever joins is told that he did.
      hear(socket, joined, view.isInteractive);
      const seat = await joined;
      await gone;
      await seat.leave();
    } catch {
      socket.close(1011, 'the browser cannot be shown');
    } finally {
      clearInterval(ping);
      options.stopping.removeEventListener('abort', stop);
    }
  }

  return (request, connection, head) => {
    const [, sid, token] = watched.exec(request.url ?? '') ?? [];
    if (sid === undefined || token === undefined) return refuse(connection, '404 Not Found');
    if (!isAllowedOrigin(request.headers.origin, options.baseUrl(request), options.corsOrigins)) {
      return refuse(connection, '403 Forbidden');
    }
    if (server.clients.size >= mostViewers) return refuse(connection, '503 Service Unavailable');
    const view = options.admit(sid, token);
    if (view === null) return refuse(connection, '401 Unauthorized');
    server.handleUpgrade(request, connection, head, (socket) => void serve(socket, view));
  };
}
