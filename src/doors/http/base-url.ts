import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';

/** Answers the address that links start with, for one request. */
export type BaseUrl = (context: Context) => string;

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [ip = '', prefix] = network.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(ip, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return list;
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
  if (configured !== null) return () => configured;
  const trusted = blockListOf(trustedProxies);
  return (context) => {
    const address: string = context.env?.incoming?.socket?.remoteAddress ?? '';
    const peer = address.startsWith('::ffff:') ? address.slice(7) : address;
    const family = isIP(peer) === 6 ? 'ipv6' : 'ipv4';
    const proxied = isIP(peer) !== 0 && trusted.check(peer, family);
    const scheme = proxied && firstOf(context.req.header('x-forwarded-proto')) === 'https' ? 'https' : 'http';
    const host = (proxied && firstOf(context.req.header('x-forwarded-host'))) || context.req.header('host');
    return host !== undefined && hostForm.test(host) ? `${scheme}://${host}` : fallback();
  };
}
