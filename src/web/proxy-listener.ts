import { randomBytes } from 'node:crypto';
import type { PrepareRequestFunctionOpts, PrepareRequestFunctionResult, Server } from 'proxy-chain';
import { Failure, messageOf } from '../domain/failure.ts';

/** Says how one request or tunnel of a browser gets on. */
export type RouteRequest = (
  request: PrepareRequestFunctionOpts,
) => Promise<PrepareRequestFunctionResult> | PrepareRequestFunctionResult;

/** The library, which comes with the first browser: a start is quicker without it. */
const library = () => import('proxy-chain');

/** What a route throws that answers a request of the browser with a status of its own. */
export async function refusal(message: string, status: number): Promise<Error> {
  const { RequestError } = await library();
  return new RequestError(message, status);
}

/** One browser context's place at a listening proxy. */
export interface ProxySeat {
  /** `http://HOST:PORT`, as the browser reaches it. */
  readonly address: string;
  /** What the browser must send there; null where only this machine reaches it. */
  readonly credentials: { username: string; password: string } | null;
  /** Bytes that targets sent over its connections so far. */
  bytes(): number;
  /** Ends its connections; nobody is let in with its credentials any more. */
  close(): Promise<void>;
}

/** A port that contexts of remote browsers share; who is who is told by credentials. */
export interface ProxyListener {
  /** The name or address of this machine that it was opened with. */
  readonly host: string;
  /** `http://HOST:PORT`. */
  readonly address: string;
  open(route: RouteRequest): ProxySeat;
  close(): Promise<void>;
}

/** An IP address or name, and a port there. */
interface Place {
  address: string;
  port: number;
}

/** Where proxies of this process listen now, and where its remote browser takes orders. */
const listening = new Set<Place>();
let remoteBrowser: Place | null = null;

/** What browsers are run with and no page may contact: guard proxies of this process, and the remote browser itself. */
export function browserPlaces(): Place[] {
  return remoteBrowser === null ? [...listening] : [...listening, remoteBrowser];
}

/** Keeps pages from where a remote browser takes orders. */
export function keepPagesFrom(place: Place): void {
  remoteBrowser = place;
}

/** A seat with a free loopback port of its own. */
export async function openLoopbackSeat(route: RouteRequest): Promise<ProxySeat> {
  const { Server } = await library();
  const server = new Server({ host: '127.0.0.1', port: 0, prepareRequestFunction: route });
  let closedBytes = 0;
  server.on('connectionClosed', ({ stats }) => {
    closedBytes += stats?.trgRxBytes ?? 0;
  });
  await server.listen();
  const place = { address: '127.0.0.1', port: server.port };
  listening.add(place);
  return {
    address: `http://127.0.0.1:${server.port}`,
    credentials: null,
    bytes: () => closedBytes + bytesOf(server, server.getConnectionIds()),
    async close() {
      listening.delete(place);
      await server.close(true);
    },
  };
}

interface Seat {
  route: RouteRequest;
  connections: Set<number>;
  closedBytes: number;
}

/**
 * Listens at `host`, a name or address that remote browsers know this machine by; on a free port when it is 0. Rejects
 * with a `Failure` of kind `unavailable` where nobody can listen.
 */
export async function openProxyListener(host: string, port: number): Promise<ProxyListener> {
  const seats = new Map<string, Seat>();
  const seatOf = new Map<number, Seat>();

  const { Server } = await library();
  const server = new Server({
    host,
    port,
    prepareRequestFunction: (request) => {
      const seat = seats.get(`${request.username}:${request.password}`);
      if (seat === undefined) return { requestAuthentication: true };
      seat.connections.add(request.connectionId);
      seatOf.set(request.connectionId, seat);
      return seat.route(request);
    },
  });
  server.on('connectionClosed', ({ connectionId, stats }) => {
    const seat = seatOf.get(connectionId);
    seatOf.delete(connectionId);
    if (seat === undefined) return;
    seat.connections.delete(connectionId);
    seat.closedBytes += stats?.trgRxBytes ?? 0;
  });
  await server.listen().catch((error: unknown) => {
    throw new Failure('unavailable', `nobody can listen at ${host}:${port}: ${messageOf(error)}`);
  });
  server.server.unref();
  const place = { address: host, port: server.port };
  listening.add(place);
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
      const seat: Seat = { route, connections: new Set(), closedBytes: 0 };
      seats.set(key, seat);
      return {
        address,
        credentials,
        bytes: () => seat.closedBytes + bytesOf(server, [...seat.connections]),
        async close() {
          seats.delete(key);
          for (const id of seat.connections) server.closeConnection(id);
        },
      };
    },
    async close() {
      listening.delete(place);
      await server.close(true);
    },
  };
}

function bytesOf(server: Server, connections: number[]): number {
  return connections.reduce((sum, id) => sum + (server.getConnectionStats(id)?.trgRxBytes ?? 0), 0);
}
