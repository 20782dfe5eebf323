import { randomBytes } from 'node:crypto';
import type { lookup } from 'node:dns';
import { Agent, type Server as HttpServer, type IncomingMessage } from 'node:http';
import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { itemAt } from '../../domain/values/elements.ts';
import { dialUpstream } from '../exits/dial-upstream.ts';
import type { Upstream } from '../exits/upstream.ts';
import { GuardRejectionError } from '../guard/guard-verdict.ts';
import type { Guard, ResolvedAddress } from '../guard/ssrf-guard.ts';
import { describeCertificate } from '../http/connections/describe-certificate.ts';
import { toPageError } from '../http/error-codes.ts';
import type { FetchError } from '../http/http-result.ts';
import {
  createRequestError,
  openLoopbackProxy,
  type ProxyListener,
  type RouteRequest,
} from './proxy-listener.ts';
import { createUpstreamTunnels } from './upstream-tunnels.ts';

/**
 * Forward proxy of one browser context. The guard checks every target, and connections use exactly the checked addresses.
 */
export interface GuardProxy {
  /** `http://HOST:PORT`. */
  readonly address: string;
  /** Credentials for the browser; null if only this machine can reach the proxy. */
  readonly credentials: { username: string; password: string } | null;
  /** Returns the error of the last connection to the URL's host and port, or null if it was forwarded. */
  getError(url: URL): FetchError | null;
  /** Describes the certificate that the browser rejected at an https URL, with its issuer; null if it cannot be read. */
  describeCertificate(url: URL): Promise<string | null>;
  /** Returns true if a response was created by this proxy, not by a site. */
  isOwnResponse(headers: Record<string, string>): boolean;
  /** Returns the number of requests and tunnels that the guard rejected. */
  rejectedCount(): number;
  /** Returns the bytes received from sites so far. */
  bytes(): number;
  /** Answers requests to unwanted hosts with nothing from now on, without a connection; null for none. */
  skipHosts(isUnwanted: ((host: string) => boolean) | null): void;
  /** Returns true if a request to the URL's host and port was skipped. */
  hasSkipped(url: URL): boolean;
  /** Closes all connections, and rejects every request until {@link GuardProxy.resume}: no page is open. */
  pause(): void;
  /** Accepts requests again. Errors, rejections and bytes from before are forgotten. */
  resume(): void;
  /** Closes all connections and stops listening. */
  close(): Promise<void>;
}

/** Header that marks this proxy's own responses; its value is random per process, so that no site can forge it. */
const ownResponseHeader = 'x-guard-answer';
const ownResponseToken = randomBytes(16).toString('hex');
const maxErrors = 500;
const dialTimeoutMs = 5_000;

/**
 * Opens a proxy, which forwards allowed targets through `upstream` if there is one: on a free loopback port, or at the
 * `listener` for remote browsers.
 */
export async function openGuardProxy(
  guard: Guard,
  upstream: Upstream | null = null,
  listener: ProxyListener | null = null,
): Promise<GuardProxy> {
  const errors = new Map<string, FetchError>();
  let rejections = 0;
  let isPaused = false;
  let formerBytes = 0;
  let isSkipped: ((host: string) => boolean) | null = null;
  const skipped = new Set<string>();
  // A separate agent, so that contexts share no connections.
  const agent = new Agent({ keepAlive: true });

  function recordError(key: string, error: unknown): FetchError {
    const pageError = toPageError(error);
    if (error instanceof GuardRejectionError) rejections += 1;
    if (errors.size < maxErrors) errors.set(key, pageError);
    return pageError;
  }

  const tunnels =
    upstream === null
      ? null
      : createUpstreamTunnels(upstream, (host, port, error) => void recordError(`${host}:${port}`, error));

  async function resolveChecked(url: URL, port: number): Promise<ResolvedAddress[]> {
    const verdict = guard.check(url);
    if (!verdict.allowed) throw new GuardRejectionError(verdict);
    return guard.resolve(url.hostname.replace(/^\[|\]$/g, ''), port);
  }

  /** Returns the proxy-chain options for an allowed target. */
  async function getForwardOptions(url: URL, port: number, isHttp: boolean) {
    if (tunnels === null)
      return { dnsLookup: createFixedLookup(await resolveChecked(url, port)), httpAgent: agent };
    await guard.checkForProxy(url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isHttp) return tunnels.forPlain(host, port);
    // proxy-chain only emits a connection on this server, as its documentation states.
    return { customConnectServer: (await tunnels.forSecure(host, port)) as HttpServer };
  }

  const route: RouteRequest = async ({ request, port, isHttp }) => {
    if (isPaused) throw createRequestError('no page is open', 503);
    removeProxyHeaders(request);
    const url = parseTarget(request.url ?? '', isHttp);
    if (url === null) throw createRequestError('invalid target', 400);
    const key = hostPortKey(url);
    if (isSkipped?.(url.hostname) === true) {
      if (skipped.size < maxErrors) skipped.add(key);
      if (!isHttp) throw createRequestError('this host is not asked', 403);
      return { customResponseFunction: createEmptyResponse };
    }
    try {
      const forwardOptions = await getForwardOptions(url, port, isHttp);
      errors.delete(key);
      return forwardOptions;
    } catch (error) {
      const { message } = recordError(key, error);
      if (!isHttp) throw createRequestError(message, 403);
      return { customResponseFunction: () => createOwnResponse(message) };
    }
  };
  /** Opens a connection to a checked target as a tunnel of the browser does. */
  async function openSocket(url: URL): Promise<Socket> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port) || 443;
    if (upstream === null)
      return connectTcp({ host, port, lookup: createFixedLookup(await resolveChecked(url, port)) });
    await guard.checkForProxy(url);
    return dialUpstream(upstream, { host, port }, dialTimeoutMs);
  }

  const countBytes = () => registration.bytes() + (tunnels?.bytes() ?? 0);
  const registration = listener === null ? await openLoopbackProxy(route) : listener.open(route);

  return {
    address: registration.address,
    credentials: registration.credentials,
    getError: (url) => errors.get(hostPortKey(url)) ?? null,
    describeCertificate: (url) =>
      describeCertificate({
        host: url.hostname.replace(/^\[|\]$/g, ''),
        openSocket: () => openSocket(url),
      }),
    isOwnResponse: (headers) => headers[ownResponseHeader] === ownResponseToken,
    rejectedCount: () => rejections,
    bytes: () => countBytes() - formerBytes,
    skipHosts(isUnwanted) {
      isSkipped = isUnwanted;
      skipped.clear();
    },
    hasSkipped: (url) => skipped.has(hostPortKey(url)),
    pause() {
      isPaused = true;
      agent.destroy();
      tunnels?.close();
      registration.closeConnections();
    },
    resume() {
      isPaused = false;
      isSkipped = null;
      skipped.clear();
      errors.clear();
      rejections = 0;
      formerBytes = countBytes();
    },
    async close() {
      agent.destroy();
      tunnels?.close();
      await registration.close();
    },
  };
}

/**
 * Removes the headers that a browser sends only to its proxy. The library forwards `Proxy-Connection`, by which a site would
 * recognize requests through a proxy.
 */
function removeProxyHeaders({ rawHeaders }: IncomingMessage): void {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === 'proxy-connection') rawHeaders.splice(at, 2);
  }
}

/** Parses the target of a plain request or a CONNECT line, whose port determines the scheme. */
function parseTarget(target: string, isHttp: boolean): URL | null {
  if (isHttp) return URL.parse(target);
  const url = URL.parse(`http://${target}`);
  if (url === null || url.pathname !== '/') return null;
  return target.endsWith(':443') ? URL.parse(`https://${target}`) : url;
}

function hostPortKey(url: URL): string {
  const port = url.port || (url.protocol === 'https:' || url.protocol === 'wss:' ? '443' : '80');
  return `${url.hostname}:${port}`;
}

function createOwnResponse(message: string) {
  const headers = { [ownResponseHeader]: ownResponseToken, 'content-type': 'text/plain; charset=utf-8' };
  return { statusCode: 403, headers, body: message, encoding: 'utf8' as const };
}

/** Creates the response for a skipped host. A frame shows nothing for it (HTTP Semantics, section 15.3.5). */
function createEmptyResponse() {
  return {
    statusCode: 204,
    headers: { [ownResponseHeader]: ownResponseToken },
    body: '',
    encoding: 'utf8' as const,
  };
}

/** Returns a lookup function that returns the checked addresses without resolving again. */
function createFixedLookup(addresses: ResolvedAddress[]): typeof lookup {
  const lookupFixed: LookupFunction = (_hostname, options, callback) => {
    const first = itemAt(addresses, 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
  return lookupFixed as typeof lookup;
}
