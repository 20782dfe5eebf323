import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';

/** Answers the IP address that a request came from, or null when it cannot be told. */
export type ClientAddress = (context: Context) => string | null;

/** An IPv4 address as such, where it came mapped into IPv6. */
export function unmapped(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** Whoever is at the other end of the connection; empty when nobody knows. */
export function peerOf(context: Context): string {
  return unmapped(context.env?.incoming?.socket?.remoteAddress ?? '');
}

/** Whether whoever asks runs on this machine itself, with no proxy between that would carry the answer further. */
export function isLocalCaller(context: Context): boolean {
  const peer = peerOf(context);
  if (['x-forwarded-for', 'forwarded', 'via'].some((name) => context.req.header(name) !== undefined))
    return false;
  return peer === '::1' || peer.startsWith('127.');
}

/** Tells whether an address is one of a proxy whose `X-Forwarded-*` headers are believed. */
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
 * The peer, or what a trusted proxy says in `X-Forwarded-For`: read from its end, where each proxy adds the one before it,
 * up to the first address that is no trusted proxy.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createTrustedPeers(trustedProxies);
  return (context) => {
    let client = peerOf(context);
    const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',').toReversed();
    for (const hop of forwarded) {
      const address = unmapped(hop.trim());
      if (!isTrusted(client) || isIP(address) === 0) break;
      client = address;
    }
    return client === '' ? null : client;
  };
}
