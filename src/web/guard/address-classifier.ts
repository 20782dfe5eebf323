import ipaddr from 'ipaddr.js';
import {
  type Embedding,
  embeddingRanges,
  globalUnicastIpv6,
  metadataAddresses,
  privateIpv4Ranges,
  privateIpv6Ranges,
} from './address-ranges.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Cidr = [Address, number];

/** Classification of an IP address. */
export interface AddressClass {
  /** Reachable from the internet, so that callers may use it. */
  isPublic: boolean;
  /** In a network that the operator has allowed. */
  isAllowed: boolean;
  /** All possible destinations in canonical form: the address itself and embedded ones. */
  destinations: string[];
}

/** Classifies IP addresses by special-purpose ranges and allowed networks. */
export interface AddressClassifier {
  /** Classifies an IPv4 or IPv6 literal without brackets; throws for anything else. */
  classify(address: string): AddressClass;
}

const privateIpv4 = privateIpv4Ranges.map(({ cidr }) => ipaddr.parseCIDR(cidr));
const privateIpv6 = privateIpv6Ranges.map(({ cidr }) => ipaddr.parseCIDR(cidr));
const globalIpv6 = ipaddr.parseCIDR(globalUnicastIpv6);
const metadata = metadataAddresses.map(({ cidr }) => ipaddr.parseCIDR(cidr));
const embeddings = embeddingRanges.map(({ cidr, embedding }) => ({
  block: ipaddr.parseCIDR(cidr),
  embedding,
}));

/** Creates a classifier for allowed CIDRs; throws if one is invalid. */
export function createAddressClassifier(allowNetworks: readonly string[]): AddressClassifier {
  const allowedNetworks = allowNetworks.map(parseNetwork);

  return {
    classify(text) {
      const address = unmapIpv4(ipaddr.parse(withoutZone(text)));
      const embedded = embeddedAddresses(address);
      return {
        isPublic: isPublic(address, embedded),
        isAllowed: isAllowed(address, embedded, allowedNetworks),
        destinations: [address, ...embedded].map(String),
      };
    },
  };
}

/** Parses a CIDR; a mapped IPv6 network is converted to IPv4. */
function parseNetwork(cidr: string): Cidr {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? [address.toIPv4Address(), bits - 96]
    : [address, bits];
}

function withoutZone(text: string): string {
  const zone = text.indexOf('%');
  return zone < 0 ? text : text.slice(0, zone);
}

/** Converts a mapped address to IPv4, which sockets connect to. */
function unmapIpv4(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function isWithin(address: Address, [network, bits]: Cidr): boolean {
  return address.kind() === network.kind() && address.match([network, bits] as [ipaddr.IPv6, number]);
}

function isPublic(address: Address, embedded: ipaddr.IPv4[]): boolean {
  if (metadata.some((block) => isWithin(address, block))) return false;
  if (address instanceof ipaddr.IPv4) return !privateIpv4.some((block) => isWithin(address, block));
  if (embedded.length > 0) return embedded.every((inner) => isPublic(inner, []));
  return isWithin(address, globalIpv6) && !privateIpv6.some((block) => isWithin(address, block));
}

/**
 * Returns true if an allowed network contains the address. Addresses that only embed an allowed one stay closed, because an
 * external gateway determines their destination. Cloud metadata requires an entry for exactly that address, so that
 * allowing a link-local or carrier network does not expose the machine's credentials.
 */
function isAllowed(address: Address, embedded: ipaddr.IPv4[], allowedNetworks: Cidr[]): boolean {
  const isMetadata = [address, ...embedded].some((end) => metadata.some((block) => isWithin(end, block)));
  const width = address.kind() === 'ipv4' ? 32 : 128;
  return allowedNetworks.some((block) => (!isMetadata || block[1] === width) && isWithin(address, block));
}

function embeddedAddresses(address: Address): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const range = embeddings.find(({ block }) => isWithin(address, block));
  return range === undefined ? [] : extract(address.toByteArray(), range.embedding);
}

function extract(bytes: number[], embedding: Embedding): ipaddr.IPv4[] {
  const readIpv4 = (offset: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(offset, offset + 4).map((byte) => byte ^ mask));
  if (embedding === '6to4') return [readIpv4(2)];
  // The server's address, and the client's with all bits inverted (RFC 4380 section 4).
  if (embedding === 'teredo') return [readIpv4(4), readIpv4(12, 0xff)];
  return [readIpv4(12)];
}
