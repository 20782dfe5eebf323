import { connect as connectTcp, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createSecureContext, getCACertificates } from 'node:tls';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { isCertificateError } from '../../../domain/system/certificate-errors.ts';
import {
  dialProxy,
  dialUpstream,
  proxyAuthorization,
  TunnelRejectedError,
} from '../../exits/dial-upstream.ts';
import type { Upstream } from '../../exits/upstream.ts';
import { GuardRejectionError } from '../../guard/guard-verdict.ts';
import type { Guard } from '../../guard/ssrf-guard.ts';
import { CertificateRejectedError, describeCertificate } from './describe-certificate.ts';
import { recordHttp2Streams } from './http2-streams.ts';

/** Connection of a request. */
export interface ConnectionState {
  /** IP address of the server. */
  remoteAddress: string | null;
  /** Number of requests on this connection, including the current one. */
  uses: number;
}

/** Dispatch options with a callback for the connection of the request. */
export interface ConnectionDispatch extends Dispatcher.DispatchOptions {
  onConnection(connection: ConnectionState): void;
}

/** Connection settings for a proxy. */
export interface ProxyConnectionOptions {
  upstream: Upstream;
  /**
   * True to send plain requests to the proxy itself (RFC 9112 section 3.2.2) instead of through a tunnel: some proxies open
   * tunnels only to port 443.
   */
  isForwarding: boolean;
  /** Called if the proxy rejects a tunnel for a request that it might forward. */
  onTunnelRejected(): void;
}

/** Limits of the connections to sites. */
export interface ConnectionOptions {
  guard: Guard;
  /** Maximum connections to one origin; with HTTP/2 each has up to 100 concurrent requests. */
  connections: number;
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  /** Maximum pause within a body. */
  bodyTimeoutMs: number;
  /** Certificates in PEM that are trusted in addition to the default ones. */
  trustedCertificates: readonly string[];
  /** False for a separate HTTP/1.1 connection per request. */
  keepAlive: boolean;
}

/** Maximum size of response headers in bytes; four times the limit of most servers. */
const maxHeaderSize = 64 * 1024;
/** Maximum idle time of a connection, even if the site offers more. */
const idleTimeoutMs = 10_000;

/**
 * Creates keep-alive pools per origin, with HTTP/2 if the site supports it. The guard checks each origin again when a
 * connection is made, and all names are resolved by the guard's lookup. A proxy resolves names itself, so the guard checks
 * their addresses on this machine.
 */
export function createConnections(
  options: ConnectionOptions,
  proxyOptions: ProxyConnectionOptions | null = null,
): Agent {
  const secureContext = createTlsContext(options.trustedCertificates);
  recordHttp2Streams();

  return new Agent({
    factory: (origin) => {
      const url = new URL(origin);
      const connector =
        proxyOptions === null
          ? createGuardedConnector(url, options, secureContext)
          : createProxyConnector(proxyOptions, url, options, secureContext);
      const forwarder = proxyOptions?.isForwarding && url.protocol === 'http:' ? proxyOptions.upstream : null;
      return new Pool(url.origin, {
        connections: options.connections,
        factory: (address, poolOptions) =>
          new ConnectionReportingClient(address, poolOptions, connector, forwarder),
        connect: connector,
        allowH2: options.keepAlive,
        ...(!options.keepAlive && { pipelining: 0 }),
        maxHeaderSize,
        headersTimeout: options.headersTimeoutMs,
        bodyTimeout: options.bodyTimeoutMs,
        keepAliveTimeout: idleTimeoutMs,
        keepAliveMaxTimeout: idleTimeoutMs,
      });
    },
  });
}

/** Node's default certificates are used unless others are added. */
function createTlsContext(trusted: readonly string[]) {
  return createSecureContext(trusted.length > 0 ? { ca: [...getCACertificates('default'), ...trusted] } : {});
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** Status codes of proxies that forward requests but do not open tunnels to such ports, or any. */
const tunnelRejectionStatuses: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

function createProxyConnector(
  { upstream, isForwarding, onTunnelRejected }: ProxyConnectionOptions,
  url: URL,
  { guard, connectTimeoutMs, keepAlive }: ConnectionOptions,
  secureContext: ReturnType<typeof createSecureContext>,
): buildConnector.connector {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPlain = url.protocol === 'http:';
  const connectTls = buildConnector({ allowH2: keepAlive, timeout: connectTimeoutMs, secureContext });
  const openSocket = async () => {
    await guard.checkForProxy(url);
    if (isPlain && isForwarding) return dialProxy(upstream, connectTimeoutMs);
    try {
      return await dialUpstream(upstream, { host, port: portOf(url) }, connectTimeoutMs);
    } catch (error) {
      if (isPlain && error instanceof TunnelRejectedError && tunnelRejectionStatuses.has(error.statusCode))
        onTunnelRejected();
      throw error;
    }
  };
  return (target, callback) => {
    openSocket().then(
      (socket) => {
        if (isPlain) callback(null, socket);
        // The connector's types only accept sockets that it has created.
        else
          connectTls(
            { ...target, httpSocket: socket } as buildConnector.Options,
            explainCertificate(host, openSocket, callback),
          );
      },
      (error: Error) => callback(error, null),
    );
  };
}

function createGuardedConnector(
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
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const openSocket = async () =>
    connectTcp({ host, port: portOf(url), lookup: guard.lookupFor(portOf(url)) });
  return (target, callback) => {
    const verdict = guard.check(url);
    if (verdict.allowed) connect(target, explainCertificate(host, openSocket, callback));
    else callback(new GuardRejectionError(verdict), null);
  };
}

/** Returns a callback that replaces the error of a rejected certificate by one with its issuer and the remedy. */
function explainCertificate(
  host: string,
  openSocket: () => Promise<Socket>,
  callback: buildConnector.Callback,
): buildConnector.Callback {
  return (...result) => {
    const [error] = result;
    if (error === null || !isCertificateError((error as NodeJS.ErrnoException).code ?? '')) {
      callback(...result);
      return;
    }
    void describeCertificate({ host, openSocket }).then((message) =>
      callback(message === null ? error : new CertificateRejectedError(message, error), null),
    );
  };
}

/** An undici client, which has one connection at a time, that passes its connection to requests. */
class ConnectionReportingClient extends Client {
  readonly #connection: ConnectionState;
  readonly #origin: string;
  readonly #forwarder: Upstream | null;

  constructor(origin: URL, options: object, connector: buildConnector.connector, forwarder: Upstream | null) {
    const connection: ConnectionState = { remoteAddress: null, uses: 0 };
    const connect: buildConnector.connector = (target, callback) =>
      connector(target, (...[error, socket]) => {
        connection.remoteAddress = (socket as TLSSocket | null)?.remoteAddress ?? null;
        connection.uses = 0;
        if (error) callback(error, null);
        else callback(null, socket as TLSSocket);
      });
    super(origin, { ...options, connect });
    this.#connection = connection;
    this.#origin = new URL(origin).origin;
    this.#forwarder = forwarder;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (options as Partial<ConnectionDispatch>).onConnection?.(this.#connection);
    return super.dispatch(
      this.#forwarder === null ? options : this.#toForwardedRequest(options, this.#forwarder),
      handler,
    );
  }

  #toForwardedRequest(options: Dispatcher.DispatchOptions, forwarder: Upstream): Dispatcher.DispatchOptions {
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
