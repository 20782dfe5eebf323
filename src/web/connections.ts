import type { TLSSocket } from 'node:tls';
import { createSecureContext, getCACertificates } from 'node:tls';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { dialProxy, dialUpstream, proxyAuthorization, TunnelRefused } from './exits/dial-upstream.ts';
import type { Upstream } from './exits/upstream.ts';
import type { Guard } from './guard.ts';
import { GuardRefusal } from './guard-verdict.ts';
import { watchHttp2Streams } from './http2-streams.ts';

/** The connection that carries a request. */
export interface Carrier {
  /** The IP address at its other end. */
  remoteAddress: string | null;
  /** Requests that it has carried, the present one included. */
  uses: number;
}

/** A request to be dispatched, which is told the connection that takes it when it wants to know. */
export interface CarriedDispatch extends Dispatcher.DispatchOptions {
  onCarrier(carrier: Carrier): void;
}

/** The way through a proxy, for connections that take it. */
export interface Passage {
  upstream: Upstream;
  /**
   * Whether requests for `http:` pages are handed to the proxy as they are (RFC 9112 section 3.2.2) rather than through
   * a tunnel: some proxies open tunnels to port 443 alone.
   */
  isForwarding: boolean;
  /** Called when the proxy will not tunnel what it might forward. */
  onTunnelRefused(): void;
}

/** Bounds of the connections to sites. */
export interface ConnectionOptions {
  guard: Guard;
  /** Connections to one origin at once; with HTTP/2 each carries up to 100 requests. */
  connections: number;
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  /** Longest pause within a body. */
  bodyTimeoutMs: number;
  /** Certificates in PEM that are trusted beside the usual authorities. */
  trustedCertificates: readonly string[];
  /** False for a connection of its own to each request, over HTTP/1.1. */
  keepAlive: boolean;
}

/** Most bytes of a response's headers; four times what most servers allow themselves. */
const maxHeaderSize = 64 * 1024;
/** How long a connection waits for its next page, whatever longer time a site offers. */
const idleMs = 10_000;

/**
 * Keep-alive pools by origin, HTTP/2 where a site offers it. Every connection is made through the guard: the origin is
 * judged once more when it is dialled, and names are resolved by the guard's lookup alone. Through a proxy, which
 * resolves names itself, the guard has the same say about what they stand for here.
 */
export function createConnections(options: ConnectionOptions, passage: Passage | null = null): Agent {
  const secureContext = secureContextOf(options.trustedCertificates);
  watchHttp2Streams();

  return new Agent({
    factory: (origin) => {
      const url = new URL(origin);
      const dial =
        passage === null
          ? guardedDial(url, options, secureContext)
          : dialThrough(passage, url, options, secureContext);
      const forwarder = passage?.isForwarding && url.protocol === 'http:' ? passage.upstream : null;
      return new Pool(url.origin, {
        connections: options.connections,
        factory: (address, poolOptions) => new CarryingClient(address, poolOptions, dial, forwarder),
        connect: dial,
        allowH2: options.keepAlive,
        ...(!options.keepAlive && { pipelining: 0 }),
        maxHeaderSize,
        headersTimeout: options.headersTimeoutMs,
        bodyTimeout: options.bodyTimeoutMs,
        keepAliveTimeout: idleMs,
        keepAliveMaxTimeout: idleMs,
      });
    },
  });
}

/** The usual authorities come from Node itself, unless others have to stand beside them. */
function secureContextOf(trusted: readonly string[]) {
  return createSecureContext(trusted.length > 0 ? { ca: [...getCACertificates('default'), ...trusted] } : {});
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** What a proxy answers that forwards requests, but opens no tunnels to such ports, or none at all. */
const tunnelRefusals: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

function dialThrough(
  { upstream, isForwarding, onTunnelRefused }: Passage,
  url: URL,
  { guard, connectTimeoutMs, keepAlive }: ConnectionOptions,
  secureContext: ReturnType<typeof createSecureContext>,
): buildConnector.connector {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPlain = url.protocol === 'http:';
  const secure = buildConnector({ allowH2: keepAlive, timeout: connectTimeoutMs, secureContext });
  const reach = async () => {
    await guard.admit(url);
    if (isPlain && isForwarding) return dialProxy(upstream, connectTimeoutMs);
    try {
      return await dialUpstream(upstream, { host, port: portOf(url) }, connectTimeoutMs);
    } catch (error) {
      if (isPlain && error instanceof TunnelRefused && tunnelRefusals.has(error.statusCode))
        onTunnelRefused();
      throw error;
    }
  };
  return (target, callback) => {
    reach().then(
      (socket) => {
        if (isPlain) callback(null, socket);
        // The connector's types know sockets of its own making only.
        else secure({ ...target, httpSocket: socket } as buildConnector.Options, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

function guardedDial(
  url: URL,
  { guard, connectTimeoutMs, keepAlive }: ConnectionOptions,
  secureContext: ReturnType<typeof createSecureContext>,
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: keepAlive,
    timeout: connectTimeoutMs,
    lookup: guard.lookupFor(portOf(url)),
    secureContext,
  });
  return (target, callback) => {
    const verdict = guard.judge(url);
    if (verdict.allowed) connect(target, callback);
    else callback(new GuardRefusal(verdict), null);
  };
}

/** A client, which is one connection at a time, that says so to the requests it takes. */
class CarryingClient extends Client {
  readonly #carrier: Carrier;
  readonly #origin: string;
  readonly #forwarder: Upstream | null;

  constructor(origin: URL, options: object, dial: buildConnector.connector, forwarder: Upstream | null) {
    const carrier: Carrier = { remoteAddress: null, uses: 0 };
    const connect: buildConnector.connector = (target, callback) =>
      dial(target, (...[error, socket]) => {
        carrier.remoteAddress = (socket as TLSSocket | null)?.remoteAddress ?? null;
        carrier.uses = 0;
        if (error) callback(error, null);
        else callback(null, socket as TLSSocket);
      });
    super(origin, { ...options, connect });
    this.#carrier = carrier;
    this.#origin = new URL(origin).origin;
    this.#forwarder = forwarder;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (options as Partial<CarriedDispatch>).onCarrier?.(this.#carrier);
    return super.dispatch(
      this.#forwarder === null ? options : this.#forwarded(options, this.#forwarder),
      handler,
    );
  }

  #forwarded(options: Dispatcher.DispatchOptions, forwarder: Upstream): Dispatcher.DispatchOptions {
    const authorization = proxyAuthorization(forwarder);
    return {
      ...options,
      path: `${this.#origin}${options.path}`,
      headers: {
        ...(options.headers as Record<string, string>),
        ...(authorization !== null && { 'proxy-authorization': authorization }),
      },
    };
  }
}
