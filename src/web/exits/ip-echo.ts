import { isIP } from 'node:net';
import { errorMessage } from '../../domain/system/failure.ts';
import { createOperatorGuard } from '../guard/operator-guard.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { dialProxy } from './dial-upstream.ts';
import type { Upstream } from './upstream.ts';

/** Result of asking for the public IP address. */
export type EchoResult =
  | { kind: 'address'; ip: string }
  /** The exit itself cannot be used. */
  | { kind: 'dead'; message: string }
  /** No echo could be reached. */
  | { kind: 'silent' };

/** Asks echo services, which return the caller's IP address, in order until one answers. */
export interface Echo {
  queryAddress(via: Upstream | null, signal: AbortSignal): Promise<EchoResult>;
  close(): Promise<void>;
}

/** Echo services of the operator's configuration. */
export interface EchoOptions {
  userAgent: string;
  /** URL of this service's own `GET /v1/ip` if it is public, or null. */
  ownEcho: string | null;
  /** Value of the exits file: null disables echoes, undefined uses the default ones. */
  configured: string | null | undefined;
}

const queryTimeoutMs = 8_000;
const maxResponseBytes = 64 * 1024;
/** Default echo. */
const defaultEcho = 'https://www.cloudflare.com/cdn-cgi/trace';
/** Echoes of providers by the suffix of their proxy hosts; each sees its own exits most reliably. */
const providerEchoes: readonly [ending: string, echo: string][] = [
  ['.superproxy.io', 'https://lumtest.com/myip.json'],
  ['.oxylabs.io', 'https://ip.oxylabs.io/location'],
];

/** Returns the IP address in a response: text, JSON with `ip`, or an `ip=` line; null if there is none. */
export function parseEchoAddress(body: string): string | null {
  const text = body.trim();
  const candidates = [text, parseIpField(text), /^ip=(.+)$/m.exec(text)?.[1]?.trim()];
  return candidates.find((candidate) => typeof candidate === 'string' && isIP(candidate) > 0) ?? null;
}

function parseIpField(text: string): string | undefined {
  try {
    const { ip } = JSON.parse(text) as { ip?: unknown };
    return typeof ip === 'string' ? ip : undefined;
  } catch {
    return undefined;
  }
}

async function probeProxy(via: Upstream): Promise<EchoResult> {
  try {
    (await dialProxy(via, queryTimeoutMs)).destroy();
    return { kind: 'silent' };
  } catch (error) {
    return { kind: 'dead', message: errorMessage(error) };
  }
}

/** Creates an echo with one client per service. Connections are not reused, because a new one may use another address. */
export function createEcho({ userAgent, ownEcho, configured }: EchoOptions): Echo {
  const clients = new Map<string, HttpClient>();

  function getClient(address: string): HttpClient {
    const existing = clients.get(address);
    if (existing !== undefined) return existing;
    const guard = createOperatorGuard(new URL(address));
    const client = createHttpClient({ guard, userAgent, keepAlive: false, connectTimeoutMs: queryTimeoutMs });
    clients.set(address, client);
    return client;
  }

  function listEchoes(via: Upstream | null): string[] {
    if (configured === null) return [];
    const provider = providerEchoes.find(([ending]) => via?.host.endsWith(ending))?.[1];
    const others = configured === undefined ? [provider, defaultEcho] : [configured, provider];
    return [ownEcho, ...others].flatMap((address) => address ?? []);
  }

  async function queryOne(address: string, via: Upstream | null, signal: AbortSignal): Promise<EchoResult> {
    const request = { url: new URL(address), headers: {}, via, maxBytes: maxResponseBytes, redirectLimit: 0 };
    const withTimeout = AbortSignal.any([signal, AbortSignal.timeout(queryTimeoutMs)]);
    const answer = await getClient(address).get(request, withTimeout);
    if (answer.kind === 'fault') {
      return answer.code === 'no_exit' ? { kind: 'dead', message: answer.message } : { kind: 'silent' };
    }
    const ip = answer.statusCode === 200 ? parseEchoAddress(Buffer.from(answer.body).toString('utf8')) : null;
    return ip === null ? { kind: 'silent' } : { kind: 'address', ip };
  }

  return {
    async queryAddress(via, signal) {
      const addresses = listEchoes(via);
      for (const address of addresses) {
        const answer = await queryOne(address, via, signal);
        if (answer.kind !== 'silent') return answer;
      }
      // Without an echo, at least test that the proxy is reachable.
      return via === null || addresses.length > 0 ? { kind: 'silent' } : probeProxy(via);
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}
