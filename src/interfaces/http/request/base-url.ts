import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { createTrustedPeers, peerOf, unmapIpv4 } from './client-address.ts';

/** Returns the base URL of links for a request. */
export type BaseUrl = (context: Context) => string;

/** Properties of a request that decide its base URL. */
interface RequestProperties {
  /** IP address of the peer. */
  peer: string;
  header(name: string): string | undefined;
}

function firstValue(header: string | undefined): string | undefined {
  return header?.split(',', 1)[0]?.trim();
}

/** Valid Host header: a name or IP literal with an optional port (RFC 9110 section 7.2). */
export const hostPattern = /^(?:[a-z0-9\-._~]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Creates a function that returns BASE_URL if it is set, otherwise the host of the request, or `X-Forwarded-Proto`
 * and `X-Forwarded-Host` of a trusted proxy (docs/api/conventions.md#links). `fallback` is used for requests without a
 * valid Host.
 */
export function createBaseUrl(
  configured: string | null,
  trustedProxies: readonly string[],
  fallback: () => string,
): BaseUrl {
  const resolveBaseUrl = createBaseUrlResolver(configured, trustedProxies, fallback);
  return (context) => resolveBaseUrl({ peer: peerOf(context), header: (name) => context.req.header(name) });
}

/** Creates the same function for connections that bypass Hono. */
export function createUpgradeBaseUrl(
  configured: string | null,
  trustedProxies: readonly string[],
  fallback: () => string,
): (request: IncomingMessage) => string {
  const resolveBaseUrl = createBaseUrlResolver(configured, trustedProxies, fallback);
  return ({ socket, headers }) =>
    resolveBaseUrl({
      peer: unmapIpv4(socket.remoteAddress ?? ''),
      header: (name) => [headers[name]].flat()[0],
    });
}

function createBaseUrlResolver(
  configured: string | null,
  trustedProxies: readonly string[],
  fallback: () => string,
): (properties: RequestProperties) => string {
  if (configured !== null) return () => configured;
  const isTrusted = createTrustedPeers(trustedProxies);
  return ({ peer, header }) => {
    const isProxied = isTrusted(peer);
    const scheme = isProxied && firstValue(header('x-forwarded-proto')) === 'https' ? 'https' : 'http';
    const host = (isProxied && firstValue(header('x-forwarded-host'))) || header('host');
    return host !== undefined && hostPattern.test(host) ? `${scheme}://${host}` : fallback();
  };
}
