import { randomBytes } from 'node:crypto';
import type { PrepareRequestFunctionOpts, PrepareRequestFunctionResult, Server } from 'proxy-chain';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import { loadOnDemand } from '../../domain/system/load-on-demand.ts';

/** Decides how one request or tunnel of a browser is forwarded. */
export type RouteRequest = (
  request: PrepareRequestFunctionOpts,
) => Promise<PrepareRequestFunctionResult> | PrepareRequestFunctionResult;

/** Creates an error with which a route rejects a request of the browser with this status. */
export function createRequestError(message: string, status: number): Error {
  const { RequestError } = loadOnDemand('proxy-chain');
  return new RequestError(message, status);
}

/** Registration of one browser context at a proxy. */
export interface ProxyRegistration {
  /** `http://HOST:PORT` for the browser. */
  readonly address: string;
  /** Credentials for the browser; null if only this machine can reach the proxy. */
  readonly credentials: { username: string; password: string } | null;
  /** Returns the bytes received from targets so far. */
  bytes(): number;
  /** Closes its connections; new ones are accepted. */
  closeConnections(): void;
  /** Closes its connections and revokes its credentials. */
  close(): Promise<void>;
}

/** A port shared by contexts of remote browsers, which are distinguished by credentials. */
export interface ProxyListener {
  /** Name or address of this machine that it listens on. */
  readonly host: string;
  /** `http://HOST:PORT`. */
  readonly address: string;
  open(route: RouteRequest): ProxyRegistration;
  close(): Promise<void>;
}

/** IP address or host name, with a port. */
interface HostPort {
  address: string;
  port: number;
  /** True if it is listened on at exactly this IP address. */
  isExact?: boolean;
}

/** Addresses of the guard proxies of this process. */
const listeningAddresses = new Set<HostPort>();
let remoteDebugger: HostPort | null = null;

/**
 * Returns addresses that pages must not contact: guard proxies of this process, and the debugger port of the remote
 * browser.
 */
export function listProtectedAddresses(): HostPort[] {
  return remoteDebugger === null ? [...listeningAddresses] : [...listeningAddresses, remoteDebugger];
}

/** Blocks the debugger address of a remote browser for pages. */
export function protectDebugger(hostPort: HostPort): void {
  remoteDebugger = hostPort;
}

/** Opens a registration with its own free loopback port. */
export async function openLoopbackProxy(route: RouteRequest): Promise<ProxyRegistration> {
  const { Server } = loadOnDemand('proxy-chain');
  const server = new Server({ host: '127.0.0.1', port: 0, prepareRequestFunction: route });
  let closedBytes = 0;
  server.on('connectionClosed', ({ stats }) => {
    closedBytes += stats?.trgRxBytes ?? 0;
  });
  await server.listen();
  const hostPort = { address: '127.0.0.1', port: server.port, isExact: true };
  listeningAddresses.add(hostPort);
  return {
    address: `http://127.0.0.1:${server.port}`,
    credentials: null,
    bytes: () => closedBytes + sumReceivedBytes(server, server.getConnectionIds()),
    closeConnections: () => server.closeConnections(),
    async close() {
      listeningAddresses.delete(hostPort);
      await server.close(true);
    },
  };
}

interface Registration {
  route: RouteRequest;
  connections: Set<number>;
  closedBytes: number;
}

/**
 * Listens at `host`, a name or address of this machine for remote browsers; on a free port if `port` is 0. Rejects with a
 * Failure of kind `unavailable` if that fails.
 */
export async function openProxyListener(host: string, port: number): Promise<ProxyListener> {
  const registrations = new Map<string, Registration>();
  const registrationByConnection = new Map<number, Registration>();

  const { Server } = loadOnDemand('proxy-chain');
  const server = new Server({
    host,
    port,
    prepareRequestFunction: (request) => {
      const registration = registrations.get(`${request.username}:${request.password}`);
      if (registration === undefined) return { requestAuthentication: true };
      registration.connections.add(request.connectionId);
      registrationByConnection.set(request.connectionId, registration);
      return registration.route(request);
    },
  });
  server.on('connectionClosed', ({ connectionId, stats }) => {
    const registration = registrationByConnection.get(connectionId);
    registrationByConnection.delete(connectionId);
    if (registration === undefined) return;
    registration.connections.delete(connectionId);
    registration.closedBytes += stats?.trgRxBytes ?? 0;
  });
  await server.listen().catch((error: unknown) => {
    throw new Failure(
      'unavailable',
      `The guard proxy cannot listen at ${host}:${port} (${errorMessage(error)}). Set WEBDATA_GUARD_LISTEN to an address of this machine.`,
    );
  });
  server.server.unref();
  const hostPort = { address: host, port: server.port };
  listeningAddresses.add(hostPort);
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;

  return {
    host,
    address,
    open(route) {
      const credentials = {
        username: randomBytes(8).toString('hex'),
        password: randomBytes(16).toString('hex'),
      };
      const key = `${credentials.username}:${credentials.password}`;
      const registration: Registration = { route, connections: new Set(), closedBytes: 0 };
      registrations.set(key, registration);
      const closeConnections = () => {
        for (const id of registration.connections) server.closeConnection(id);
      };
      return {
        address,
        credentials,
        bytes: () => registration.closedBytes + sumReceivedBytes(server, [...registration.connections]),
        closeConnections,
        async close() {
          registrations.delete(key);
          closeConnections();
        },
      };
    },
    async close() {
      listeningAddresses.delete(hostPort);
      await server.close(true);
    },
  };
}

function sumReceivedBytes(server: Server, connections: number[]): number {
  return connections.reduce((sum, id) => sum + (server.getConnectionStats(id)?.trgRxBytes ?? 0), 0);
}
