import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type AddressJudge, createAddressJudge } from './address-verdict.ts';
import { allowed, GuardRefusal, type GuardVerdict, type Refusal, refuse } from './guard-verdict.ts';
import { type HostKind, hostKind, withoutRootDot } from './host-verdict.ts';
import { createRecent } from './recent.ts';
import { browserRefusedPorts, servicePorts, webPorts } from './refused-ports.ts';
import { resolveBySystem } from './system-resolver.ts';

/** An IP address that a name stands for. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Where one of our own servers listens. */
export interface OwnAddress {
  address: string;
  port: number;
}

/** What the guard is made of. */
export interface GuardOptions {
  /** CIDRs of private networks that callers' addresses may lie in (`WEBDATA_ALLOW_NETWORKS`). */
  allowNetworks: readonly string[];
  /** Where this service listens now; asked whenever a port could be one of them. */
  ownAddresses: () => readonly OwnAddress[];
  /** Gives the IP addresses of a name, none when it has none; the system's resolver when left out. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
}

/**
 * Answers whether an address that a caller or a page named may be contacted (invariant 1). Ports below 1024 other than
 * 80 and 443, and ports of well-known services, are refused everywhere, inside opened networks too: opening a network
 * to callers is meant for its sites, not for its databases. The service's own ports stay refused at every address of
 * this machine.
 */
export interface Guard {
  /**
   * What can be said without asking DNS. A private name (`localhost`, `intranet`, `*.internal` ...) passes here only
   * when a network was opened, and must then resolve inside opened networks.
   */
  judge(url: URL): GuardVerdict;
  /**
   * The checked addresses of a host name or IP literal (without brackets). Throws a {@link GuardRefusal} when any of
   * them may not be contacted, and an error of code `ENOTFOUND` when there is none.
   */
  resolve(hostname: string, port: number): Promise<ResolvedAddress[]>;
  /**
   * Whether a proxy, which resolves names itself, may be asked for the address. Throws a {@link GuardRefusal} for what
   * {@link Guard.judge} refuses and for a name that stands for anything private here; a name that is unknown here passes.
   */
  admit(url: URL): Promise<void>;
  /**
   * A lookup for `net.connect` to that port, which gives exactly the checked addresses, so that nothing is resolved
   * again between check and connect. `net.connect` does not ask it about IP literals: {@link Guard.judge} those first.
   */
  lookupFor(port: number): LookupFunction;
  /**
   * True when the address lies inside networks that the operator opened: an IP literal there, `localhost` when opened,
   * or a name of which every address lay there when it was last resolved.
   */
  isOpened(url: URL): boolean;
}

const refusedPorts = new Set([...servicePorts, ...browserRefusedPorts]);
const loopbackAddresses = ['127.0.0.1', '::1'];
const mostRememberedNames = 2_000;

const messages = {
  scheme: 'Only http and https addresses can be fetched.',
  credentials: 'An address may not hold a user name or password.',
  port: 'This port belongs to another kind of service.',
  private_address: 'The address does not lie on the public internet.',
  url: 'The host name is not valid.',
} as const;

/** The guard for one process; throws for an entry of `allowNetworks` that is not a CIDR. */
export function createGuard(options: GuardOptions): Guard {
  const addresses = createAddressJudge(options.allowNetworks);
  const opensAny = options.allowNetworks.length > 0;
  const ask = options.resolve ?? resolveBySystem;
  const openedNames = createRecent<boolean>(mostRememberedNames);

  const judgeAddress = (address: string, port: number, mayBePublic = true): GuardVerdict => {
    const kind = addresses.kindOf(address);
    const isFree = kind.isOpened || (kind.isPublic && mayBePublic);
    if (!isFree || isOwn(kind.ends, port, options.ownAddresses())) {
      return refuse('private_address', messages.private_address);
    }
    return allowed;
  };

  const judgeHost = (hostname: string, port: number): GuardVerdict => {
    const literal = literalOf(hostname);
    return literal === null ? judgeName(hostKind(hostname), opensAny) : judgeAddress(literal, port);
  };

  const resolve = async (hostname: string, port: number): Promise<ResolvedAddress[]> => {
    const answers = await answersFor(hostname, ask, addresses);
    const mayBePublic = isIP(hostname) > 0 || hostKind(hostname) === 'ordinary';
    for (const { address } of answers) {
      const verdict = judgeAddress(address, port, mayBePublic);
      if (!verdict.allowed) throw new GuardRefusal(verdict);
    }
    if (opensAny) {
      openedNames.set(
        hostname,
        answers.every(({ address }) => addresses.kindOf(address).isOpened),
      );
    }
    return answers;
  };

  const judge = (url: URL): GuardVerdict => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('scheme', messages.scheme);
    if (url.username !== '' || url.password !== '') return refuse('credentials', messages.credentials);
    const port = portOf(url);
    const verdict = judgeHost(url.hostname, port);
    return verdict.allowed ? judgePort(port) : verdict;
  };

  return {
    judge,
    resolve,
    async admit(url) {
      const verdict = judge(url);
      if (!verdict.allowed) throw new GuardRefusal(verdict);
      try {
        await resolve(url.hostname.replace(/^\[|\]$/g, ''), portOf(url));
      } catch (error) {
        if (error instanceof GuardRefusal) throw error;
      }
    },
    lookupFor: (port) => (hostname, lookupOptions, callback) => {
      resolve(hostname, port).then(
        (answers) => {
          const first = answers[0] as ResolvedAddress;
          if (lookupOptions.all) callback(null, answers);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, []),
      );
    },
    isOpened(url) {
      const literal = literalOf(url.hostname);
      if (literal !== null) return addresses.kindOf(literal).isOpened;
      if (hostKind(url.hostname) === 'loopback') return openedLoopback(addresses).length > 0;
      return openedNames.get(url.hostname) ?? false;
    },
  };
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function judgePort(port: number): GuardVerdict {
  const isRefused = port < 1024 ? !webPorts.includes(port) : refusedPorts.has(port);
  return isRefused ? refuse('port', messages.port) : allowed;
}

function judgeName(kind: HostKind, opensAny: boolean): GuardVerdict {
  if (kind === 'malformed') return refuse('url', messages.url);
  const isPrivate = kind === 'loopback' || kind === 'private';
  return isPrivate && !opensAny ? refuse('private_address', messages.private_address) : allowed;
}

/** The IP literal that a URL's host is, without brackets, or null for a name. URLs fold every IPv4 notation. */
function literalOf(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  const last = hostname.charCodeAt(hostname.length - 1);
  const mayBeNumeric = last >= 48 && last <= 57;
  return mayBeNumeric && isIP(hostname) > 0 ? hostname : null;
}

async function answersFor(
  hostname: string,
  ask: (hostname: string) => Promise<readonly string[]>,
  addresses: AddressJudge,
): Promise<ResolvedAddress[]> {
  const kind = isIP(hostname) > 0 ? 'ordinary' : hostKind(hostname);
  const found = kind === 'absent' ? [] : await answersOfKind(kind, hostname, ask, addresses);
  if (found.length === 0) throw Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' });
  return found.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
}

async function answersOfKind(
  kind: HostKind,
  hostname: string,
  ask: (hostname: string) => Promise<readonly string[]>,
  addresses: AddressJudge,
): Promise<readonly string[]> {
  if (isIP(hostname) > 0) return [hostname];
  if (kind !== 'loopback') return ask(withoutRootDot(hostname));
  // Nobody can change what localhost stands for, so of its two addresses the opened ones are enough.
  const opened = openedLoopback(addresses);
  return opened.length > 0 ? opened : loopbackAddresses;
}

function openedLoopback(addresses: AddressJudge): string[] {
  return loopbackAddresses.filter((address) => addresses.kindOf(address).isOpened);
}

function isOwn(ends: string[], port: number, own: readonly OwnAddress[]): boolean {
  const listening = own.filter((listener) => listener.port === port);
  if (listening.length === 0) return false;
  const local = new Set(listening.map(({ address }) => address));
  for (const found of Object.values(networkInterfaces())) {
    for (const { address } of found ?? []) local.add(address);
  }
  return ends.some((end) => isLoopbackOrUnspecified(end) || local.has(end));
}

function isLoopbackOrUnspecified(address: string): boolean {
  return address.startsWith('127.') || address.startsWith('0.') || address === '::1' || address === '::';
}

export type { GuardVerdict, Refusal };
