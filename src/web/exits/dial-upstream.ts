import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { loadOnDemand } from '../../domain/system/load-on-demand.ts';
import type { Upstream } from './upstream.ts';

/**
 * Thrown if an exit cannot carry a connection, because it is unreachable or rejects this service. The message contains no
 * secret.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamFailure';
  readonly code = 'WEBDATA_UPSTREAM';
}

/** Thrown if an HTTP proxy rejects a tunnel with a status that concerns the target, not the proxy. */
export class TunnelRejectedError extends Error {
  override readonly name = 'TunnelRefused';
  readonly code: string;
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`the exit rejected the connection with status ${statusCode}`);
    this.statusCode = statusCode;
    this.code = statusCode === 504 ? 'ETIMEDOUT' : 'ECONNREFUSED';
  }
}

/** Target of a connection through an upstream. */
export interface DialTarget {
  /** Host name or IP literal without brackets; the upstream resolves names. */
  host: string;
  port: number;
}

const maxHeadBytes = 16 * 1024;

/**
 * Opens a connection to a target through an upstream. Throws an {@link UpstreamError} if the upstream is unreachable or
 * rejects this service, and a {@link TunnelRejectedError} or another network error if it could not reach the target.
 */
export function dialUpstream(upstream: Upstream, target: DialTarget, timeoutMs: number): Promise<Socket> {
  return upstream.protocol === 'socks5:'
    ? dialSocks(upstream, target, timeoutMs)
    : dialTunnel(upstream, target, timeoutMs);
}

/** Opens a connection to the upstream itself, in plain text or over TLS. */
export function dialProxy(upstream: Upstream, timeoutMs: number): Promise<Socket> {
  const { host, port } = upstream;
  const isSecure = upstream.protocol === 'https:';
  const socket: Socket = isSecure
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ALPNProtocols: ['http/1.1'] })
    : connectTcp({ host, port });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const fail = (reason: string, cause?: unknown) => {
    socket.destroy();
    reject(new UpstreamError(reason, { cause }));
  };
  const timer = setTimeout(() => fail(`the exit did not respond within ${timeoutMs} ms`), timeoutMs);
  const onError = (error: Error) => fail(`the exit cannot be reached (${getErrorCode(error)})`, error);
  socket.setNoDelay(true);
  socket.once('error', onError);
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    socket.removeListener('error', onError);
    resolve(socket);
  });
  return promise.finally(() => clearTimeout(timer));
}

/** Returns the Proxy-Authorization header (RFC 9110 section 11.7.2), or null without credentials. */
export function proxyAuthorization({ username, password }: Upstream): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Opens a tunnel through an HTTP proxy (RFC 9110 section 9.3.6). */
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
    maxHeaderSize: maxHeadBytes,
  });
  const fail = (error: Error) => {
    socket.destroy();
    reject(error);
  };
  const timer = setTimeout(
    () => fail(new UpstreamError(`the exit did not respond within ${timeoutMs} ms`)),
    timeoutMs,
  );
  connect.on('error', (error) => fail(new UpstreamError('the exit closed the connection', { cause: error })));
  connect.on('connect', (response, tunnel, head) => {
    const statusCode = response.statusCode ?? 0;
    if (statusCode >= 200 && statusCode < 300) {
      if (head.length > 0) tunnel.unshift(head);
      resolve(tunnel as Socket);
    } else fail(createRejectionError(statusCode));
  });
  // A rejected CONNECT may also arrive as a response with a body.
  connect.on('response', (response) => fail(createRejectionError(response.statusCode ?? 0)));
  connect.end();
  return promise.finally(() => clearTimeout(timer));
}

function createRejectionError(statusCode: number): Error {
  if (statusCode === 407 || statusCode === 401) return new UpstreamError('the exit rejects its credentials');
  if (statusCode === 402) return new UpstreamError('the exit requires payment (402)');
  if (statusCode === 429) return new UpstreamError('the exit is rate-limited (429)');
  return new TunnelRejectedError(statusCode);
}

/** Replies of a SOCKS server about the target (RFC 1928 section 6). */
const socksTargetErrors: readonly [RegExp, code: string][] = [
  [/HostUnreachable|NetworkUnreachable/i, 'EHOSTUNREACH'],
  [/ConnectionRefused|NotAllowed/i, 'ECONNREFUSED'],
  [/TTLExpired/i, 'ETIMEDOUT'],
];

async function dialSocks(upstream: Upstream, target: DialTarget, timeoutMs: number): Promise<Socket> {
  const { username, password } = upstream;
  const { SocksClient } = loadOnDemand('socks');
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
    const targetError = socksTargetErrors.find(([pattern]) => pattern.test(text));
    if (targetError !== undefined) {
      throw Object.assign(new Error('the exit could not reach the site'), { code: targetError[1] });
    }
    const reason = /authentication/i.test(text)
      ? 'the exit rejects its credentials'
      : 'the exit closed the connection';
    throw new UpstreamError(reason, { cause: error });
  }
}

function getErrorCode(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first as NodeJS.ErrnoException).code ?? 'unknown';
}
