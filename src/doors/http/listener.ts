import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Longer than the pools of common clients and balancers keep idle connections, so that they close first. */
const keepAliveMs = 70_000;
const headersWithinMs = 20_000;
const requestWithinMs = 300_000;
const hangUpEveryMs = 100;

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

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection that was busy when we began to close turns idle later, and would be kept alive.
    const hangUp = setInterval(() => server.closeIdleConnections(), hangUpEveryMs);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(hangUp);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Starts listening; throws Failure `unavailable` when the address cannot be had. */
export async function startListener(fetch: FetchHandler, host: string, port: number): Promise<Listener> {
  const server = createAdaptorServer({ fetch, serverOptions: { maxHeaderSize: 32 * 1024 } }) as Server;
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = headersWithinMs;
  server.requestTimeout = requestWithinMs;
  await listen(server, host, port);
  const { address, port: actualPort } = server.address() as AddressInfo;
  return { address, port: actualPort, close: (graceMs) => closeServer(server, graceMs) };
}
