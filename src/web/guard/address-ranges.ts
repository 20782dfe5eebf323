/** A block of addresses and its purpose. */
export interface AddressRange {
  cidr: string;
  purpose: string;
}

/**
 * IPv4 blocks without public sites: entries of the IANA special-purpose registry (RFC 6890) that are not globally
 * reachable, multicast, the reserved class E and the retired 6to4 relays (RFC 7526).
 */
export const privateIpv4Ranges: readonly AddressRange[] = [
  { cidr: '0.0.0.0/8', purpose: 'this network' },
  { cidr: '10.0.0.0/8', purpose: 'private use' },
  { cidr: '100.64.0.0/10', purpose: 'carrier-grade NAT' },
  { cidr: '127.0.0.0/8', purpose: 'loopback' },
  { cidr: '169.254.0.0/16', purpose: 'link local' },
  { cidr: '172.16.0.0/12', purpose: 'private use' },
  { cidr: '192.0.0.0/24', purpose: 'protocol assignments' },
  { cidr: '192.0.2.0/24', purpose: 'documentation' },
  { cidr: '192.88.99.0/24', purpose: 'retired 6to4 relays' },
  { cidr: '192.168.0.0/16', purpose: 'private use' },
  { cidr: '198.18.0.0/15', purpose: 'benchmarking' },
  { cidr: '198.51.100.0/24', purpose: 'documentation' },
  { cidr: '203.0.113.0/24', purpose: 'documentation' },
  { cidr: '224.0.0.0/4', purpose: 'multicast' },
  { cidr: '240.0.0.0/4', purpose: 'reserved' },
];

/** Only IPv6 block with public sites (RFC 4291 section 2.4); all other addresses are rejected. */
export const globalUnicastIpv6 = '2000::/3';

/** Reserved parts of {@link globalUnicastIpv6}. */
export const privateIpv6Ranges: readonly AddressRange[] = [
  { cidr: '2001::/23', purpose: 'protocol assignments' },
  { cidr: '2001:db8::/32', purpose: 'documentation' },
  { cidr: '3fff::/20', purpose: 'documentation' },
];

/** Encoding of an IPv4 address inside an IPv6 address. */
export type Embedding = 'nat64' | '6to4' | 'teredo';

/**
 * IPv6 blocks whose addresses contain an IPv4 address that determines the destination. Mapped addresses (::ffff:0:0/96)
 * have been converted to IPv4 before; compatible ones (::/96) and the local NAT64 prefix (64:ff9b:1::/48, RFC 8215) are
 * rejected like all addresses outside global unicast.
 */
export const embeddingRanges: ReadonlyArray<{ cidr: string; embedding: Embedding }> = [
  // RFC 6052 section 2.1
  { cidr: '64:ff9b::/96', embedding: 'nat64' },
  // RFC 3056 section 2
  { cidr: '2002::/16', embedding: '6to4' },
  // RFC 4380 section 4
  { cidr: '2001::/32', embedding: 'teredo' },
];

/**
 * Addresses at which clouds provide credentials and settings of the machine. Some are in public blocks, so they are listed;
 * only an allowed network of exactly one address opens them.
 */
export const metadataAddresses: readonly AddressRange[] = [
  { cidr: '169.254.169.254/32', purpose: 'instance metadata of most clouds' },
  { cidr: '169.254.169.253/32', purpose: 'AWS resolver' },
  { cidr: '169.254.169.123/32', purpose: 'AWS time' },
  { cidr: '169.254.170.2/32', purpose: 'AWS container credentials' },
  { cidr: '169.254.170.23/32', purpose: 'AWS pod identity' },
  { cidr: '169.254.0.23/32', purpose: 'Tencent metadata' },
  { cidr: '168.63.129.16/32', purpose: 'Azure wire server' },
  { cidr: '100.100.100.200/32', purpose: 'Alibaba metadata' },
  { cidr: '192.0.0.192/32', purpose: 'Oracle metadata' },
  { cidr: 'fd00:ec2::254/128', purpose: 'AWS metadata' },
  { cidr: 'fd00:ec2::23/128', purpose: 'AWS pod identity' },
  { cidr: 'fd20:ce::254/128', purpose: 'Google metadata' },
  { cidr: 'fd00:42::42/128', purpose: 'Scaleway metadata' },
];
