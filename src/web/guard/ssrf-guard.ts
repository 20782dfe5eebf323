import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { itemAt } from '../../domain/values/elements.ts';
import { createLruCache } from '../lru-cache.ts';
import { type AddressClassifier, createAddressClassifier } from './address-classifier.ts';
import { browserBlockedPorts, servicePorts, webPorts } from './blocked-ports.ts';
import { allowedVerdict, GuardRejectionError, type GuardVerdict, reject } from './guard-verdict.ts';
import { classifyHost, type HostKind, removeTrailingDot } from './host-classifier.ts';
import { resolveBySystem } from './resolve-by-system.ts';

/** A resolved IP address of a host name. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Address and port of a server of this process. */
export interface OwnAddress {
  address: string;
  port: number;
  /**
   * True if the server listens on exactly this IP address: the same port of another loopback address is then another
   * server. Default: the port is rejected at every address of this machine.
   */
  isExact?: boolean;
}

/** Options of the guard. */
export interface GuardOptions {
  /** CIDRs of private networks that callers may access (`WEBDATA_ALLOW_NETWORKS`). */
  allowNetworks: readonly string[];
  /** Returns the current listen addresses of this service; called for every check. */
  ownAddresses: () => readonly OwnAddress[];
  /** Resolves a name to IP addresses, empty if it has none. Default: the resolver of the system. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
}

/**
 * SSRF guard: decides whether a URL from a caller or a page may be contacted. Ports below 1024 except 80 and 443, and ports
 * of well-known services, are rejected everywhere, also in allowed networks, because those are allowed for their sites and
 * not for their databases. The service's own ports are rejected at every address of this machine.
 */
export interface Guard {
  /**
   * Checks a URL without DNS. A private name (`localhost`, `intranet`, `*.internal` ...) passes only if networks are
   * allowed, and must then resolve to addresses in them.
   */
  check(url: URL): GuardVerdict;
  /**
   * Returns the checked addresses of a host name or IP literal (without brackets). Throws a {@link GuardRejectionError} if any of
   * them may not be contacted, and an error with code `ENOTFOUND` if there is none.
   */
  resolve(hostname: string, port: number): Promise<ResolvedAddress[]>;
  /**
   * Checks a URL for a request through a proxy, which resolves names itself. Throws a {@link GuardRejectionError} if {@link
   * Guard.judge} rejects it or if the name resolves to a private address here; names that are unknown here pass.
   */
  checkForProxy(url: URL): Promise<void>;
  /**
   * Returns a lookup for `net.connect` to this port. It returns exactly the checked addresses, so that nothing is resolved
   * again between check and connect. `net.connect` does not use it for IP literals: check those with {@link Guard.check}
   * first.
   */
  lookupFor(port: number): LookupFunction;
  /**
   * Returns true if the URL is inside allowed networks: an IP literal in them, `localhost` if allowed, or a name whose
   * addresses were all in them at the last resolution.
   */
  isOpened(url: URL): boolean;
}

const blockedPorts = new Set([...servicePorts, ...browserBlockedPorts]);
const loopbackAddresses = ['127.0.0.1', '::1'];
const maxNames = 2_000;

const messages = {
  scheme: 'Only http and https URLs can be fetched.',
  credentials: 'The URL contains a user name or password. Remove it and use the headers option instead.',
  port: 'The port is not allowed, because it belongs to a service that is not a web server.',
  private_address:
    'The address is not on the public internet. The operator can allow its network with WEBDATA_ALLOW_NETWORKS.',
  url: 'The host name is not valid.',
} as const;

/** Creates the guard of a process. Throws if an entry of `allowNetworks` is not a CIDR. */
export function createSsrfGuard(options: GuardOptions): Guard {
  const addresses = createAddressClassifier(options.allowNetworks);
  const allowsAnyNetwork = options.allowNetworks.length > 0;
  const resolveName = options.resolve ?? resolveBySystem;
  const allowedNames = createLruCache<boolean>(maxNames);

  const checkAddress = (address: string, port: number, canBePublic = true): GuardVerdict => {
    const kind = addresses.classify(address);
    const isAllowed = kind.isAllowed || (kind.isPublic && canBePublic);
    if (!isAllowed || isOwnAddress(kind.destinations, port, options.ownAddresses())) {
      return reject('private_address', messages.private_address);
    }
    return allowedVerdict;
  };

  const checkHost = (hostname: string, port: number): GuardVerdict => {
    const literal = getIpLiteral(hostname);
    return literal === null
      ? checkName(classifyHost(hostname), allowsAnyNetwork)
      : checkAddress(literal, port);
  };

  const resolve = async (hostname: string, port: number): Promise<ResolvedAddress[]> => {
    const resolved = await resolveAddresses(hostname, resolveName, addresses);
    const canBePublic = isIP(hostname) > 0 || classifyHost(hostname) === 'ordinary';
    for (const { address } of resolved) {
      const verdict = checkAddress(address, port, canBePublic);
      if (!verdict.allowed) throw new GuardRejectionError(verdict);
    }
    if (allowsAnyNetwork) {
      allowedNames.set(
        hostname,
        resolved.every(({ address }) => addresses.classify(address).isAllowed),
      );
    }
    return resolved;
  };

  const check = (url: URL): GuardVerdict => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return reject('scheme', messages.scheme);
    if (url.username !== '' || url.password !== '') return reject('credentials', messages.credentials);
    const port = portOf(url);
    const verdict = checkHost(url.hostname, port);
    return verdict.allowed ? checkPort(port) : verdict;
  };

  return {
    check,
    resolve,
    async checkForProxy(url) {
      const verdict = check(url);
      if (!verdict.allowed) throw new GuardRejectionError(verdict);
      try {
        await resolve(url.hostname.replace(/^\[|\]$/g, ''), portOf(url));
      } catch (error) {
        if (error instanceof GuardRejectionError) throw error;
      }
    },
    lookupFor: (port) => (hostname, lookupOptions, callback) => {
      resolve(hostname, port).then(
        (answers) => {
          const first = itemAt(answers, 0);
          if (lookupOptions.all) callback(null, answers);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, []),
      );
    },
    isOpened(url) {
      const literal = getIpLiteral(url.hostname);
      if (literal !== null) return addresses.classify(literal).isAllowed;
      if (classifyHost(url.hostname) === 'loopback') return allowedLoopback(addresses).length > 0;
      return allowedNames.get(url.hostname) ?? false;
    },
  };
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function checkPort(port: number): GuardVerdict {
  const isBlocked = port < 1024 ? !webPorts.includes(port) : blockedPorts.has(port);
  return isBlocked ? reject('port', messages.port) : allowedVerdict;
}

function checkName(kind: HostKind, allowsAnyNetwork: boolean): GuardVerdict {
  if (kind === 'malformed') return reject('url', messages.url);
  const isPrivate = kind === 'loopback' || kind === 'private';
  return isPrivate && !allowsAnyNetwork
    ? reject('private_address', messages.private_address)
    : allowedVerdict;
}

/**
 * Returns the IP literal of a URL's host without brackets, or null for a name. The URL parser has normalised all IPv4
 * notations.
 */
function getIpLiteral(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  const last = hostname.charCodeAt(hostname.length - 1);
  const couldBeNumeric = last >= 48 && last <= 57;
  return couldBeNumeric && isIP(hostname) > 0 ? hostname : null;
}

async function resolveAddresses(
  hostname: string,
  resolveName: (hostname: string) => Promise<readonly string[]>,
  addresses: AddressClassifier,
): Promise<ResolvedAddress[]> {
  const kind = isIP(hostname) > 0 ? 'ordinary' : classifyHost(hostname);
  const resolved = kind === 'absent' ? [] : await resolveByKind(kind, hostname, resolveName, addresses);
  if (resolved.length === 0)
    throw Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' });
  return resolved.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
}

async function resolveByKind(
  kind: HostKind,
  hostname: string,
  resolveName: (hostname: string) => Promise<readonly string[]>,
  addresses: AddressClassifier,
): Promise<readonly string[]> {
  if (isIP(hostname) > 0) return [hostname];
  if (kind !== 'loopback') return resolveName(removeTrailingDot(hostname));
  // localhost always resolves to both loopback addresses, so only the allowed ones are returned.
  const opened = allowedLoopback(addresses);
  return opened.length > 0 ? opened : loopbackAddresses;
}

function allowedLoopback(addresses: AddressClassifier): string[] {
  return loopbackAddresses.filter((address) => addresses.classify(address).isAllowed);
}

function isOwnAddress(destinations: string[], port: number, ownAddresses: readonly OwnAddress[]): boolean {
  const listening = ownAddresses.filter((listener) => listener.port === port);
  if (listening.length === 0) return false;
  const own = new Set(listening.map(({ address }) => address));
  if (destinations.some((end) => own.has(end) || isUnspecified(end))) return true;
  if (listening.every(({ isExact }) => isExact === true)) return false;
  for (const addressInfos of Object.values(networkInterfaces())) {
    for (const { address } of addressInfos ?? []) own.add(address);
  }
  return destinations.some((end) => end.startsWith('127.') || end === '::1' || own.has(end));
}

/** Addresses that systems treat as this machine's own. */
function isUnspecified(address: string): boolean {
  return address.startsWith('0.') || address === '::';
}

export type { GuardVerdict };
