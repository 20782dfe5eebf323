import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { cleanJson } from '../../../domain/values/clean-text.ts';
import { startHeartbeat } from '../../http/heartbeat.ts';
import type { UpgradeHandler } from '../../http/listener.ts';
import { bearerToken } from '../../http/response/metrics-response.ts';
import { type WatchPorts, type WatchRequest, watchJob } from './watch-job.ts';

/** Dependencies of the WebSocket for watching jobs. */
export interface WatchSocketOptions extends WatchPorts {
  /** Returns the base URL of links for a connection. */
  baseUrl(request: IncomingMessage): string;
  /** Aborted when the service stops, to disconnect watchers. */
  stopping: AbortSignal;
}

const watchPath = /^\/v2\/(crawl|batch\/scrape)\/([^/?#]{1,100})\/?(?:\?.*)?$/;
/** Maximum size of a message from a watcher; messages are ignored. */
const maxMessageBytes = 4 * 1024;
/** Maximum number of watchers in this process. */
const maxWatchers = 1_000;

/**
 * Returns the key: from the Authorization header, or from the sub-protocol, where the third-party client sends it.
 */
function findToken({ headers }: IncomingMessage): string | null {
  return (
    bearerToken(headers.authorization) ?? headers['sec-websocket-protocol']?.split(',', 1)[0]?.trim() ?? null
  );
}

function sendTo(socket: WebSocket, message: Record<string, unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(cleanJson(message), (error) => (error == null ? resolve() : reject(error)));
  });
}

/**
 * Creates the handler for watching jobs. Upgrades are not rejected, because the third-party client fails on that;
 * an invalid key or an unknown job is reported by a message and a close code (RFC 6455 section 7.4).
 */
export function createWatchSocket(options: WatchSocketOptions): UpgradeHandler {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    // The client sends the key as the sub-protocol and fails unless it is echoed.
    handleProtocols: (protocols) => [...protocols][0] ?? false,
  });

  async function serve(socket: WebSocket, watchRequest: WatchRequest): Promise<void> {
    const disconnected = new AbortController();
    startHeartbeat(socket);
    socket.on('close', () => disconnected.abort());
    socket.on('error', () => disconnected.abort());
    const signal = AbortSignal.any([disconnected.signal, options.stopping]);
    const end = await watchJob(options, watchRequest, (message) => sendTo(socket, message), signal);
    socket.close(end.code, end.reason);
  }

  return (request, connection, head) => {
    const [, path, uuid] = watchPath.exec(request.url ?? '') ?? [];
    if (uuid === undefined || server.clients.size >= maxWatchers) {
      connection.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const type = path === 'crawl' ? 'crawl' : 'batch_scrape';
    const watchRequest: WatchRequest = {
      token: findToken(request),
      type,
      uuid,
      baseUrl: options.baseUrl(request),
    };
    server.handleUpgrade(request, connection, head, (socket) => void serve(socket, watchRequest));
  };
}
