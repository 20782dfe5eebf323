import type { TLSSocket } from 'node:tls';
import { createSecureContext, getCACertificates } from 'node:tls';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';
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
}

/** Most bytes of a response's headers; four times what most servers allow themselves. */
const maxHeaderSize = 64 * 1024;
/** How long a connection waits for its next page, whatever longer time a site offers. */
const idleMs = 10_000;

/**
 * Keep-alive pools by origin, HTTP/2 where a site offers it. Every connection is made through the guard: the origin is
 * judged once more when it is dialled, and names are resolved by the guard's lookup alone.
 */
export function createConnections(options: ConnectionOptions): Agent {
  const secureContext = secureContextOf(options.trustedCertificates);
  watchHttp2Streams();

  return new Agent({
    factory: (origin) => {
      const url = new URL(origin);
      const dial = guardedDial(url, options, secureContext);
      return new Pool(url.origin, {
        connections: options.connections,
        factory: (address, poolOptions) => new CarryingClient(address, poolOptions, dial),
        connect: dial,
        allowH2: true,
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

function guardedDial(
  url: URL,
  { guard, connectTimeoutMs }: ConnectionOptions,
  secureContext: ReturnType<typeof createSecureContext>,
): buildConnector.connector {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const connect = buildConnector({
    allowH2: true,
    timeout: connectTimeoutMs,
    lookup: guard.lookupFor(port),
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

  constructor(origin: URL, options: object, dial: buildConnector.connector) {
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
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (options as Partial<CarriedDispatch>).onCarrier?.(this.#carrier);
    return super.dispatch(options, handler);
  }
}
