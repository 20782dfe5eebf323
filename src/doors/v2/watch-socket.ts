import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { TakeUpgrade } from '../http/listener.ts';
import { bearerToken } from '../http/metrics-response.ts';
import { type WatchOrder, type WatchPorts, watchJob } from './watch-job.ts';

/** What taking watchers in needs. */
export interface WatchSocketOptions extends WatchPorts {
  /** Address that links start with, for whoever connects. */
  baseUrl(request: IncomingMessage): string;
  /** Aborted when the service stops: watchers are let go. */
  stopping: AbortSignal;
}

const watched = /^\/v2\/(crawl|batch\/scrape)\/([^/?#]{1,100})\/?(?:\?.*)?$/;
const pingEveryMs = 25_000;
/** Watchers say nothing that matters. */
const mostBytesFromWatchers = 4 * 1024;
/** Watchers at once in this process. */
const mostWatchers = 1_000;

/** The key: as the sub-protocol, which is where the third party's own client puts it, or as any other request does. */
function tokenOf({ headers }: IncomingMessage): string | null {
  return (
    bearerToken(headers.authorization) ?? headers['sec-websocket-protocol']?.split(',', 1)[0]?.trim() ?? null
  );
}

function sendTo(socket: WebSocket, message: Record<string, unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(JSON.stringify(message), (error) => (error == null ? resolve() : reject(error)));
  });
}

/**
 * Takes in watchers of jobs. A watcher is never refused: the third party's client falls over a failed upgrade, so that
 * a wrong key or an unknown job is told by a message and the close that follows (RFC 6455 section 7.4).
 */
export function createWatchSocket(options: WatchSocketOptions): TakeUpgrade {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: mostBytesFromWatchers,
    perMessageDeflate: false,
    // The key comes as the sub-protocol, and clients fail unless it is echoed.
    handleProtocols: (protocols) => [...protocols][0] ?? false,
  });

  async function serve(socket: WebSocket, order: WatchOrder): Promise<void> {
    const leaving = new AbortController();
    let isAlive = true;
    socket.on('pong', () => {
      isAlive = true;
    });
    const ping = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, pingEveryMs).unref();
    socket.on('close', () => {
      clearInterval(ping);
      leaving.abort();
    });
    socket.on('error', () => leaving.abort());
    const signal = AbortSignal.any([leaving.signal, options.stopping]);
    const end = await watchJob(options, order, (message) => sendTo(socket, message), signal);
    socket.close(end.code, end.reason);
  }

  return (request, connection, head) => {
    const [, path, uuid] = watched.exec(request.url ?? '') ?? [];
    if (uuid === undefined || server.clients.size >= mostWatchers) {
      connection.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const type = path === 'crawl' ? 'crawl' : 'batch_scrape';
    const order: WatchOrder = { token: tokenOf(request), type, uuid, baseUrl: options.baseUrl(request) };
    server.handleUpgrade(request, connection, head, (socket) => void serve(socket, order));
  };
}
