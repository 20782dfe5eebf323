import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { Failure } from '../../domain/failure.ts';

/** A listening HTTP server. */
export interface Listener {
  address: string;
  port: number;
  /** Takes no new connections, waits up to `graceMs` for what is under way, then closes what is left. */
  close(graceMs: number): Promise<void>;
}

/** The web-standard handler that answers requests. */
export type FetchHandler = (request: Request, env: object) => Response | Promise<Response>;

/** Takes a connection that asks for another protocol (RFC 9110 section 7.8). */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Longer than the pools of common clients and balancers keep idle connections, so that they close first. */
const keepAliveMs = 70_000;
const headersWithinMs = 20_000;
const requestWithinMs = 300_000;
const hangUpEveryMs = 100;
/** How long a connection on which nothing was asked may still speak up when we close. */
const silentMs = 500;

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'it is in use' : error.message;
      reject(
        new Failure('unavailable', `cannot listen on ${host} port ${port}: ${reason}`, { cause: error }),
      );
    });
    server.listen(port, host, resolve);
  });
}

/**
 * Watches the connections of a server, and gives what hangs up on those without a request under way. Node's own count of
 * idle connections leaves out those on which nothing was ever asked, as clients leave them behind that gave up.
 */
function watchConnections(server: Server): () => void {
  const underWay = new Map<Socket, number>();
  const count = (socket: Socket, change: number) => {
    const before = underWay.get(socket);
    if (before !== undefined) underWay.set(socket, before + change);
  };
  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return () => {
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
  };
}

function closeServer(server: Server, hangUpSilent: () => void, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection that was busy when we began to close turns idle later, and would be kept alive.
    const hangUp = setInterval(() => server.closeIdleConnections(), hangUpEveryMs);
    const silence = setInterval(hangUpSilent, silentMs);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(hangUp);
      clearInterval(silence);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Starts listening; throws Failure `unavailable` when the address cannot be had. */
export async function startListener(
  fetch: FetchHandler,
  host: string,
  port: number,
  takeUpgrade?: TakeUpgrade,
): Promise<Listener> {
  const server = createAdaptorServer({ fetch, serverOptions: { maxHeaderSize: 32 * 1024 } }) as Server;
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = headersWithinMs;
  server.requestTimeout = requestWithinMs;
  if (takeUpgrade !== undefined) server.on('upgrade', takeUpgrade);
  const hangUpSilent = watchConnections(server);
  await listen(server, host, port);
  const { address, port: actualPort } = server.address() as AddressInfo;
  return { address, port: actualPort, close: (graceMs) => closeServer(server, hangUpSilent, graceMs) };
}
