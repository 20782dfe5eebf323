import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { createTrustedPeers, peerOf, unmapped } from './client-address.ts';

/** Answers the address that links start with, for one request. */
export type BaseUrl = (context: Context) => string;

/** What of a request decides it. */
interface RequestFacts {
  /** Whoever is at the other end of the connection. */
  peer: string;
  header(name: string): string | undefined;
}

function firstOf(header: string | undefined): string | undefined {
  return header?.split(',', 1)[0]?.trim();
}

const hostForm = /^(?:[a-z0-9\-._~]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * BASE_URL when set; else the request's own host, or `X-Forwarded-Proto` and `X-Forwarded-Host` when the connection comes
 * from a trusted proxy (api.md section 1, "Links"). `fallback` serves requests without a usable Host.
 */
export function createBaseUrl(
  configured: string | null,
  trustedProxies: readonly string[],
  fallback: () => string,
): BaseUrl {
  const ofFacts = baseUrlOfFacts(configured, trustedProxies, fallback);
  return (context) => ofFacts({ peer: peerOf(context), header: (name) => context.req.header(name) });
}

/** The same for a connection that Hono never sees. */
export function createUpgradeBaseUrl(
  configured: string | null,
  trustedProxies: readonly string[],
  fallback: () => string,
): (request: IncomingMessage) => string {
  const ofFacts = baseUrlOfFacts(configured, trustedProxies, fallback);
  return ({ socket, headers }) =>
    ofFacts({
      peer: unmapped(socket.remoteAddress ?? ''),
      header: (name) => [headers[name]].flat()[0],
    });
}

function baseUrlOfFacts(
  configured: string | null,
  trustedProxies: readonly string[],
  fallback: () => string,
): (facts: RequestFacts) => string {
  if (configured !== null) return () => configured;
  const isTrusted = createTrustedPeers(trustedProxies);
  return ({ peer, header }) => {
    const proxied = isTrusted(peer);
    const scheme = proxied && firstOf(header('x-forwarded-proto')) === 'https' ? 'https' : 'http';
    const host = (proxied && firstOf(header('x-forwarded-host'))) || header('host');
    return host !== undefined && hostForm.test(host) ? `${scheme}://${host}` : fallback();
  };
}
