import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import { copyStream, type FlowRule } from './proxied-stream.ts';

/**
 * Treatment of connections:
 * - `pass` copies bytes in both directions.
 * - `cut` resets every connection and refuses new ones.
 * - `delay` holds each chunk back for `ms`, in both directions.
 * - `half-open` accepts connections, forwards nothing and closes nothing.
 * - `throttle` copies `bytesPerSecond` on each connection and direction.
 */
export type ProxyMode =
  | { kind: 'pass' }
  | { kind: 'cut' }
  | { kind: 'delay'; ms: number }
  | { kind: 'half-open' }
  | { kind: 'throttle'; bytesPerSecond: number };

/** TCP proxy on loopback that injects network faults between a client and one upstream server. */
export interface TcpProxy {
  /** Loopback address that the proxy listens on. */
  readonly host: string;
  /** Port that the proxy listens on; the same after every `cut`. */
  readonly port: number;
  /** Number of open client connections. */
  readonly connections: number;
  /** Applies a mode to the open connections and to all new ones, until the next call. */
  setMode(mode: ProxyMode): Promise<void>;
  /**
   * Makes the open connections silent without closing them, like a firewall that lost their state. New connections
   * follow the mode.
   */
  abandonConnections(): void;
  /** Closes everything. */
  close(): Promise<void>;
}

interface Link {
  client: Socket;
  upstream: Socket | null;
  isAbandoned: boolean;
}

/** Delay after which the upstream side of an abandoned connection is closed, like a server's keep-alive timeout. */
const abandonedMs = 30_000;

function ruleOf(mode: ProxyMode): FlowRule {
  return {
    isOpen: mode.kind !== 'half-open',
    delayMs: mode.kind === 'delay' ? mode.ms : 0,
    bytesPerSecond: mode.kind === 'throttle' ? mode.bytesPerSecond : Number.POSITIVE_INFINITY,
  };
}

function reset(link: Link, isTcp: boolean): void {
  link.client.resetAndDestroy();
  // A Unix socket has no reset.
  if (isTcp) link.upstream?.resetAndDestroy();
  else link.upstream?.destroy();
}

/**
 * Starts a proxy in mode `pass`. `address` must be a separate address of 127.0.0.0/8, since the port is released
 * during a `cut` and taken again afterwards.
 */
export async function startTcpProxy(address: string, upstream: NetConnectOpts): Promise<TcpProxy> {
  const links = new Set<Link>();
  let mode: ProxyMode = { kind: 'pass' };
  let server: Server | null = null;
  let port = 0;

  function connectUpstream(link: Link): void {
    if (link.upstream !== null || link.client.destroyed) return;
    const { client } = link;
    const socket = connect({ ...upstream, allowHalfOpen: true });
    link.upstream = socket;
    socket.on('error', () => client.resetAndDestroy());
    socket.once('close', () => forget(link));
    const rule = () => (link.isAbandoned ? { ...ruleOf(mode), isOpen: false } : ruleOf(mode));
    copyStream(client, socket, rule);
    copyStream(socket, client, rule);
  }

  function forget(link: Link): void {
    if (link.client.destroyed && link.upstream?.destroyed !== false) links.delete(link);
  }

  function accept(client: Socket): void {
    const link: Link = { client, upstream: null, isAbandoned: false };
    links.add(link);
    // The other side is informed through the queue of its direction.
    client.on('error', () => undefined);
    client.once('close', () => forget(link));
    // The upstream server must not see the connection before the network passes anything.
    if (mode.kind !== 'half-open') connectUpstream(link);
  }

  async function listen(): Promise<void> {
    if (server !== null) return;
    const opened = createServer({ allowHalfOpen: true }, accept);
    opened.listen(port, address);
    await once(opened, 'listening');
    ({ port } = opened.address() as AddressInfo);
    server = opened;
  }

  function resetAll(): void {
    for (const link of links) reset(link, !('path' in upstream));
  }

  async function stopListening(): Promise<void> {
    const closing = server;
    server = null;
    if (closing === null) return;
    const closed = once(closing, 'close');
    closing.close();
    resetAll();
    await closed;
  }

  await listen();
  return {
    host: address,
    get port() {
      return port;
    },
    get connections() {
      return [...links].filter(({ client }) => !client.destroyed).length;
    },
    async setMode(next) {
      mode = next;
      if (mode.kind === 'cut') return stopListening();
      await listen();
      if (mode.kind === 'half-open') return;
      for (const link of links) if (!link.isAbandoned) connectUpstream(link);
    },
    abandonConnections() {
      for (const link of links) {
        if (link.isAbandoned) continue;
        link.isAbandoned = true;
        setTimeout(() => link.upstream?.destroy(), abandonedMs).unref();
      }
    },
    async close() {
      await stopListening();
      resetAll();
    },
  };
}
