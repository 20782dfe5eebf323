import { randomBytes } from 'node:crypto';
import type { lookup } from 'node:dns';
import { Agent, type Server as HttpServer } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Upstream } from './exits/upstream.ts';
import { faultOf } from './failure-codes.ts';
import type { Guard, ResolvedAddress } from './guard.ts';
import { GuardRefusal } from './guard-verdict.ts';
import type { Fault } from './http-answer.ts';
import { openLoopbackSeat, type ProxyListener, type RouteRequest, refusal } from './proxy-listener.ts';
import { createUpstreamTunnels } from './upstream-tunnels.ts';

/**
 * A forward proxy for one browser context: every target is judged by the guard, and connected to at exactly
 * the addresses that were checked.
 */
export interface GuardProxy {
  /** `http://HOST:PORT`. */
  readonly address: string;
  /** What the browser must send there; null where only this machine reaches it. */
  readonly credentials: { username: string; password: string } | null;
  /** Why nothing came from the address's host and port last time, or null when the proxy let it pass. */
  faultFor(url: URL): Fault | null;
  /** True when a response was made by this proxy, not by a site. */
  isOwnAnswer(headers: Record<string, string>): boolean;
  /** Requests and tunnels that the guard refused. */
  refused(): number;
  /** Bytes that sites sent so far. */
  bytes(): number;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** The header that marks answers of ours; its value is random per run, so that no site can forge one. */
const markHeader = 'x-guard-answer';
const mark = randomBytes(16).toString('hex');
const mostRememberedFaults = 500;
/**
 * Opens a proxy, which hands what it lets pass to `upstream` when there is one: on a free loopback port, or at the
 * `listener` where remote browsers reach it.
 */
export async function openGuardProxy(
  guard: Guard,
  upstream: Upstream | null = null,
  listener: ProxyListener | null = null,
): Promise<GuardProxy> {
  const faults = new Map<string, Fault>();
  let refusals = 0;
  // An agent of its own, so that no context sends over a connection of another.
  const agent = new Agent({ keepAlive: true });

  function note(key: string, error: unknown): Fault {
    const fault = faultOf(error);
    if (error instanceof GuardRefusal) refusals += 1;
    if (faults.size < mostRememberedFaults) faults.set(key, fault);
    return fault;
  }

  const tunnels =
    upstream === null
      ? null
      : createUpstreamTunnels(upstream, (host, port, error) => void note(`${host}:${port}`, error));

  async function addressesOf(url: URL, port: number): Promise<ResolvedAddress[]> {
    const verdict = guard.judge(url);
    if (!verdict.allowed) throw new GuardRefusal(verdict);
    return guard.resolve(url.hostname.replace(/^\[|\]$/g, ''), port);
  }

  /** How a target that may be contacted is reached. */
  async function wayTo(url: URL, port: number, isHttp: boolean) {
    if (tunnels === null) return { dnsLookup: exactly(await addressesOf(url, port)), httpAgent: agent };
    await guard.admit(url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isHttp) return tunnels.forPlain(host, port);
    // The library only ever emits a connection with it, as it says itself.
    return { customConnectServer: (await tunnels.forSecure(host, port)) as HttpServer };
  }

  const route: RouteRequest = async ({ request, port, isHttp }) => {
    const url = targetOf(request.url ?? '', isHttp);
    if (url === null) throw await refusal('this target cannot be read', 400);
    const key = keyOf(url);
    try {
      const way = await wayTo(url, port, isHttp);
      faults.delete(key);
      return way;
    } catch (error) {
      const { message } = note(key, error);
      if (!isHttp) throw await refusal(message, 403);
      return { customResponseFunction: () => ownAnswer(message) };
    }
  };
  const seat = listener === null ? await openLoopbackSeat(route) : listener.open(route);

  return {
    address: seat.address,
    credentials: seat.credentials,
    faultFor: (url) => faults.get(keyOf(url)) ?? null,
    isOwnAnswer: (headers) => headers[markHeader] === mark,
    refused: () => refusals,
    bytes: () => seat.bytes() + (tunnels?.bytes() ?? 0),
    async close() {
      agent.destroy();
      tunnels?.close();
      await seat.close();
    },
  };
}

/** The target of a plain request or of a CONNECT line, whose port says which scheme it is for. */
function targetOf(target: string, isHttp: boolean): URL | null {
  if (isHttp) return URL.parse(target);
  const url = URL.parse(`http://${target}`);
  if (url === null || url.pathname !== '/') return null;
  return target.endsWith(':443') ? URL.parse(`https://${target}`) : url;
}

function keyOf(url: URL): string {
  const port = url.port || (url.protocol === 'https:' || url.protocol === 'wss:' ? '443' : '80');
  return `${url.hostname}:${port}`;
}

function ownAnswer(message: string) {
  const headers = { [markHeader]: mark, 'content-type': 'text/plain; charset=utf-8' };
  return { statusCode: 403, headers, body: message, encoding: 'utf8' as const };
}

/** Gives the checked addresses and asks nobody again. */
function exactly(addresses: ResolvedAddress[]): typeof lookup {
  const give: LookupFunction = (_hostname, options, callback) => {
    const first = addresses[0] as ResolvedAddress;
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
  return give as typeof lookup;
}
