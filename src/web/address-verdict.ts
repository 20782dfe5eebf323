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
type Block = [Address, number];

/** What an IP address is to us. */
export interface AddressKind {
  /** Reachable by anybody on the internet, so a caller may name it. */
  isPublic: boolean;
  /** Lies in a network that the operator opened to callers. */
  isOpened: boolean;
  /** Every address a packet may end at, in canonical form: the address itself and what is embedded in it. */
  ends: string[];
}

/** Judges IP addresses against the special-purpose ranges and the networks that the operator opened. */
export interface AddressJudge {
  /** `address` is an IPv4 or IPv6 literal without brackets; throws for anything else. */
  kindOf(address: string): AddressKind;
}

const privateIpv4 = privateIpv4Ranges.map(({ cidr }) => ipaddr.parseCIDR(cidr));
const privateIpv6 = privateIpv6Ranges.map(({ cidr }) => ipaddr.parseCIDR(cidr));
const globalIpv6 = ipaddr.parseCIDR(globalUnicastIpv6);
const metadata = metadataAddresses.map(({ cidr }) => ipaddr.parseCIDR(cidr));
const embeddings = embeddingRanges.map(({ cidr, embedding }) => ({
  block: ipaddr.parseCIDR(cidr),
  embedding,
}));

/** The judge for a set of opened CIDRs; throws for one that is not a CIDR. */
export function createAddressJudge(allowNetworks: readonly string[]): AddressJudge {
  const opened = allowNetworks.map(parseNetwork);

  return {
    kindOf(text) {
      const address = unmapped(ipaddr.parse(withoutZone(text)));
      const embedded = embeddedAddresses(address);
      return {
        isPublic: isPublic(address, embedded),
        isOpened: isOpened(address, embedded, opened),
        ends: [address, ...embedded].map(String),
      };
    },
  };
}

/** An IPv4 CIDR written as IPv6 (mapped) is the IPv4 network that it stands for. */
function parseNetwork(cidr: string): Block {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? [address.toIPv4Address(), bits - 96]
    : [address, bits];
}

function withoutZone(text: string): string {
  const zone = text.indexOf('%');
  return zone < 0 ? text : text.slice(0, zone);
}

/** A mapped address is an IPv4 address in other letters: sockets connect to the latter. */
function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function isWithin(address: Address, [network, bits]: Block): boolean {
  return address.kind() === network.kind() && address.match([network, bits] as [ipaddr.IPv6, number]);
}

function isPublic(address: Address, embedded: ipaddr.IPv4[]): boolean {
  if (metadata.some((block) => isWithin(address, block))) return false;
  if (address instanceof ipaddr.IPv4) return !privateIpv4.some((block) => isWithin(address, block));
  if (embedded.length > 0) return embedded.every((inner) => isPublic(inner, []));
  return isWithin(address, globalIpv6) && !privateIpv6.some((block) => isWithin(address, block));
}

/**
 * An entry opens exactly what it names. Addresses that merely embed an opened one stay shut, since a gateway elsewhere
 * decides where they end; and cloud metadata is opened only by an entry for that one address, so that opening a link
 * local or carrier network does not hand out the machine's credentials by accident.
 */
function isOpened(address: Address, embedded: ipaddr.IPv4[], opened: Block[]): boolean {
  const isMetadata = [address, ...embedded].some((end) => metadata.some((block) => isWithin(end, block)));
  const width = address.kind() === 'ipv4' ? 32 : 128;
  return opened.some((block) => (!isMetadata || block[1] === width) && isWithin(address, block));
}

function embeddedAddresses(address: Address): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const found = embeddings.find(({ block }) => isWithin(address, block));
  return found === undefined ? [] : extract(address.toByteArray(), found.embedding);
}

function extract(bytes: number[], embedding: Embedding): ipaddr.IPv4[] {
  const at = (offset: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(offset, offset + 4).map((byte) => byte ^ mask));
  if (embedding === '6to4') return [at(2)];
  // The server's address, and the client's with every bit inverted (RFC 4380 section 4).
  if (embedding === 'teredo') return [at(4), at(12, 0xff)];
  return [at(12)];
}
