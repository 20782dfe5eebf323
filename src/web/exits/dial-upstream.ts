import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Upstream } from './upstream.ts';

/** Why an exit could not carry a connection: it is away, or it refuses us. The message names no secret. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly code = 'WEBDATA_UPSTREAM';
}

/** What an HTTP proxy answered in place of a tunnel, where that says something of the target and not of the proxy. */
export class TunnelRefused extends Error {
  override readonly name = 'TunnelRefused';
  readonly code: string;
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`the exit answered ${statusCode} in place of a connection`);
    this.statusCode = statusCode;
    this.code = statusCode === 504 ? 'ETIMEDOUT' : 'ECONNREFUSED';
  }
}

/** Where a connection through an upstream is to lead. */
export interface DialTarget {
  /** A name or an IP literal without brackets; names are resolved by the upstream. */
  host: string;
  port: number;
}

const longestHeadBytes = 16 * 1024;

/**
 * Opens a connection to a target through an upstream. Throws an {@link UpstreamFailure} when the upstream is away or
 * refuses us, a {@link TunnelRefused} or another network error when it could not reach the target.
 */
export function dialUpstream(upstream: Upstream, target: DialTarget, timeoutMs: number): Promise<Socket> {
  return upstream.protocol === 'socks5:'
    ? dialSocks(upstream, target, timeoutMs)
    : dialTunnel(upstream, target, timeoutMs);
}

/** Opens a connection to the upstream itself: in plain text, or over TLS. */
export function dialProxy(upstream: Upstream, timeoutMs: number): Promise<Socket> {
  const { host, port } = upstream;
  const isSecure = upstream.protocol === 'https:';
  const socket: Socket = isSecure
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ALPNProtocols: ['http/1.1'] })
    : connectTcp({ host, port });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const fail = (reason: string, cause?: unknown) => {
    socket.destroy();
    reject(new UpstreamFailure(reason, { cause }));
  };
  const timer = setTimeout(() => fail('the exit did not answer in time'), timeoutMs);
  const onError = (error: Error) => fail(`the exit cannot be reached (${codeOf(error)})`, error);
  socket.setNoDelay(true);
  socket.once('error', onError);
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    socket.removeListener('error', onError);
    resolve(socket);
  });
  return promise.finally(() => clearTimeout(timer));
}

/** The header that tells an HTTP proxy who asks (RFC 9110 section 11.7.2), or null where it need not know. */
export function proxyAuthorization({ username, password }: Upstream): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** A tunnel of an HTTP proxy (RFC 9110 section 9.3.6). */
async function dialTunnel(
  upstream: Upstream,
  { host, port }: DialTarget,
  timeoutMs: number,
): Promise<Socket> {
  const socket = await dialProxy(upstream, timeoutMs);
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const authorization = proxyAuthorization(upstream);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const connect = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(authorization !== null && { 'proxy-authorization': authorization }) },
    createConnection: () => socket,
    maxHeaderSize: longestHeadBytes,
  });
  const fail = (error: Error) => {
    socket.destroy();
    reject(error);
  };
  const timer = setTimeout(() => fail(new UpstreamFailure('the exit did not answer in time')), timeoutMs);
  connect.on('error', (error) =>
    fail(new UpstreamFailure('the exit broke the connection', { cause: error })),
  );
  connect.on('connect', (response, tunnel, head) => {
    const statusCode = response.statusCode ?? 0;
    if (statusCode >= 200 && statusCode < 300) {
      if (head.length > 0) tunnel.unshift(head);
      resolve(tunnel as Socket);
    } else fail(refusalOf(statusCode));
  });
  // An answer to CONNECT that is no tunnel may also arrive as one with a body.
  connect.on('response', (response) => fail(refusalOf(response.statusCode ?? 0)));
  connect.end();
  return promise.finally(() => clearTimeout(timer));
}

function refusalOf(statusCode: number): Error {
  if (statusCode === 407 || statusCode === 401)
    return new UpstreamFailure('the exit refuses its credentials');
  if (statusCode === 402) return new UpstreamFailure('the exit asks to be paid (402)');
  if (statusCode === 429) return new UpstreamFailure('the exit is asked too much (429)');
  return new TunnelRefused(statusCode);
}

/** What a SOCKS server says about the target, not about itself (RFC 1928 section 6). */
const socksTargetFaults: readonly [RegExp, code: string][] = [
  [/HostUnreachable|NetworkUnreachable/i, 'EHOSTUNREACH'],
  [/ConnectionRefused|NotAllowed/i, 'ECONNREFUSED'],
  [/TTLExpired/i, 'ETIMEDOUT'],
];

async function dialSocks(upstream: Upstream, target: DialTarget, timeoutMs: number): Promise<Socket> {
  const { username, password } = upstream;
  // Loaded with the first exit that needs it.
  const { SocksClient } = await import('socks');
  const socket = await dialProxy(upstream, timeoutMs);
  try {
    const established = await SocksClient.createConnection({
      proxy: {
        host: upstream.host,
        port: upstream.port,
        type: 5,
        ...((username !== '' || password !== '') && { userId: username, password }),
      },
      command: 'connect',
      destination: target,
      timeout: timeoutMs,
      existing_socket: socket,
    });
    return established.socket;
  } catch (error) {
    socket.destroy();
    const text = error instanceof Error ? error.message : '';
    const targetFault = socksTargetFaults.find(([pattern]) => pattern.test(text));
    if (targetFault !== undefined) {
      throw Object.assign(new Error('the exit could not reach the site'), { code: targetFault[1] });
    }
    const reason = /authentication/i.test(text)
      ? 'the exit refuses its credentials'
      : 'the exit broke the connection';
    throw new UpstreamFailure(reason, { cause: error });
  }
}

function codeOf(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first as NodeJS.ErrnoException).code ?? 'unknown';
}
