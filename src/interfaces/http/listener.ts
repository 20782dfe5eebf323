import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { devNull } from 'node:os';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { Failure } from '../../domain/system/failure.ts';

/** A listening HTTP server. */
export interface Listener {
  address: string;
  port: number;
  /** Asks clients to open a new connection for their next request (RFC 9112 section 9.6). */
  drain(): void;
  /** Accepts no new connections, waits up to `graceMs` for running requests, then closes all connections. */
  close(graceMs: number): Promise<void>;
}

/** Properties of the connection of a request. */
export interface RequestEnvironment {
  /** True if the connection exceeds the limit of the process, so that the request should be rejected. */
  isOverLimit?: boolean;
}

/** Handler of requests, as in the Fetch API. */
export type FetchHandler = (
  request: Request,
  env: RequestEnvironment & object,
) => Response | Promise<Response>;

/** Options of {@link startListener}. */
export interface ListenerOptions {
  handleUpgrade?: UpgradeHandler;
  /**
   * Number of connections after which requests on further ones are marked; with half as many again, connections
   * are refused. Default: no limit. Each connection takes a file descriptor, which the database and sites need
   * too.
   */
  maxConnections?: number;
}

/** Handles a connection that requests another protocol (RFC 9110 section 7.8). */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Longer than common clients and load balancers keep idle connections, so that they close first. */
const keepAliveMs = 70_000;
const headersTimeoutMs = 20_000;
const requestTimeoutMs = 300_000;
const closeIdleIntervalMs = 100;
/** Time for which a connection without any request stays open while the server closes. */
const silentTimeoutMs = 500;
/** Time for which what still arrives of a rejected body is read. */
const lateCloseMs = 1_000;
const descriptorCheckIntervalMs = 1_000;

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'it is in use' : error.message;
      reject(
        new Failure('unavailable', `Cannot listen on ${host} port ${port}: ${reason}`, { cause: error }),
      );
    });
    server.listen(port, host, resolve);
  });
}

/**
 * Tracks the requests of each connection, to close those without a running request. The count of idle connections
 * of Node excludes connections without any request so far.
 */
function trackConnections(server: Server): { closeSilent(): void; count(): number } {
  const runningRequests = new Map<Socket, number>();
  const count = (socket: Socket, delta: number) => {
    const before = runningRequests.get(socket);
    if (before !== undefined) runningRequests.set(socket, before + delta);
  };
  server.on('connection', (socket: Socket) => {
    runningRequests.set(socket, 0);
    socket.once('close', () => runningRequests.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return {
    closeSilent() {
      for (const [socket, requests] of runningRequests) if (requests === 0) socket.destroy();
    },
    count: () => runningRequests.size,
  };
}

/** Returns true if this process has no free file descriptors. */
async function hasNoFreeDescriptors(): Promise<boolean> {
  try {
    await (await open(devNull)).close();
    return false;
  } catch (error) {
    return ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/**
 * Closes idle connections while no file descriptor is free; otherwise new connections would wait for their
 * timeout.
 */
function startDescriptorCheck(server: Server): NodeJS.Timeout {
  let isChecking = false;
  return setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    if (await hasNoFreeDescriptors()) server.closeIdleConnections();
    isChecking = false;
  }, descriptorCheckIntervalMs).unref();
}

/**
 * Returns true for several Host headers. RFC 9112 section 3.2 allows only one; Node accepts several and uses the
 * first.
 */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/**
 * Returns true if a request asks for WebSocket. Other upgrade offers are ignored (RFC 9110 section 7.8), because
 * clients such as curl and Java offer HTTP/2 with their first request.
 */
function requestsWebSocket({ headers }: IncomingMessage): boolean {
  return (
    headers.upgrade?.split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket') ?? false
  );
}

/**
 * Lets the connection of a request whose body was not read end in two steps: no more is sent, but what still arrives is read and
 * dropped for a while. A connection that is closed at once with unread data is reset, and the client may lose the response
 * (RFC 9112 section 9.6).
 */
function closeLate({ socket }: IncomingMessage): void {
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    socket.end();
    setTimeout(close, lateCloseMs).unref();
  };
}

const severalHostsMessage = 'The request has more than one Host header. Send exactly one.\n';

function rejectUpgrade(connection: Duplex, status: string, text = ''): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
}

function rejectSeveralHosts(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(severalHostsMessage);
}

function closeServer(server: Server, closeSilent: () => void, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const closeAllTimer = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection with a running request becomes idle later and would be kept alive.
    const closeIdleTimer = setInterval(() => server.closeIdleConnections(), closeIdleIntervalMs);
    const closeSilentTimer = setInterval(closeSilent, silentTimeoutMs);
    server.close(() => {
      clearTimeout(closeAllTimer);
      clearInterval(closeIdleTimer);
      clearInterval(closeSilentTimer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Starts listening. Throws Failure `unavailable` if the address cannot be used. */
export async function startListener(
  fetch: FetchHandler,
  host: string,
  port: number,
  { handleUpgrade, maxConnections }: ListenerOptions = {},
): Promise<Listener> {
  const overLimit = new WeakSet<Socket>();
  let isDraining = false;
  const answer = getRequestListener(async (request, env) => {
    const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
    const response = await fetch(request, { ...env, isOverLimit: overLimit.has(incoming.socket) });
    // The rest of a body that is not read ends the connection, so the client must not use it again (RFC 9112 section 9.6).
    if (!incoming.complete) {
      outgoing.shouldKeepAlive = false;
      closeLate(incoming);
    }
    return response;
  });
  const shouldUpgradeCallback = handleUpgrade === undefined ? () => false : requestsWebSocket;
  const server = createServer({ maxHeaderSize: 32 * 1024, shouldUpgradeCallback }, (request, response) => {
    if (hasSeveralHosts(request)) return rejectSeveralHosts(response);
    if (isDraining || overLimit.has(request.socket)) response.shouldKeepAlive = false;
    void answer(request, response);
  });
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  if (handleUpgrade !== undefined) {
    server.on('upgrade', (request, connection, head) => {
      if (hasSeveralHosts(request)) return rejectUpgrade(connection, '400 Bad Request', severalHostsMessage);
      if (overLimit.has(request.socket)) return rejectUpgrade(connection, '503 Service Unavailable');
      handleUpgrade(request, connection, head);
    });
  }
  const connections = trackConnections(server);
  if (maxConnections !== undefined) {
    server.maxConnections = Math.ceil(maxConnections * 1.5);
    server.on('connection', (socket) => {
      if (connections.count() > maxConnections) overLimit.add(socket);
    });
  }
  await listen(server, host, port);
  const descriptorCheck = startDescriptorCheck(server);
  server.once('close', () => clearInterval(descriptorCheck));
  const { address, port: actualPort } = server.address() as AddressInfo;
  return {
    address,
    port: actualPort,
    drain() {
      isDraining = true;
    },
    close: (graceMs) => closeServer(server, connections.closeSilent, graceMs),
  };
}
