import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';

/** Returns the IP address of the client, or null if it is unknown. */
export type ClientAddress = (context: Context) => string | null;

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export function unmapIpv4(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** Returns the IP address of the peer; empty if it is unknown. */
export function peerOf(context: Context): string {
  return unmapIpv4(context.env?.incoming?.socket?.remoteAddress ?? '');
}

/** Returns true if the client runs on this machine and no proxy forwards the response. */
export function isLocalCaller(context: Context): boolean {
  const peer = peerOf(context);
  if (['x-forwarded-for', 'forwarded', 'via'].some((name) => context.req.header(name) !== undefined))
    return false;
  return peer === '::1' || peer.startsWith('127.');
}

/**
 * Creates a function that returns true for addresses of trusted proxies, whose `X-Forwarded-*` headers are used.
 */
export function createTrustedPeers(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [ip = '', prefix] = network.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(ip, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Creates a function that returns the peer, or the client in `X-Forwarded-For` of trusted proxies. The header is
 * read from its end up to the first address that is not a trusted proxy.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createTrustedPeers(trustedProxies);
  return (context) => {
    let client = peerOf(context);
    const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',').toReversed();
    for (const hop of forwarded) {
      const address = unmapIpv4(hop.trim());
      if (!isTrusted(client) || isIP(address) === 0) break;
      client = address;
    }
    return client === '' ? null : client;
  };
}
