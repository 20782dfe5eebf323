import type { Context } from 'hono';
import { createTrustedPeers, peerOf } from './client-address.ts';

/** Answers the address that links start with, for one request. */
export type BaseUrl = (context: Context) => string;

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
  if (configured !== null) return () => configured;
  const isTrusted = createTrustedPeers(trustedProxies);
  return (context) => {
    const proxied = isTrusted(peerOf(context));
    const scheme = proxied && firstOf(context.req.header('x-forwarded-proto')) === 'https' ? 'https' : 'http';
    const host = (proxied && firstOf(context.req.header('x-forwarded-host'))) || context.req.header('host');
    return host !== undefined && hostForm.test(host) ? `${scheme}://${host}` : fallback();
  };
}
