import { isIP } from 'node:net';
import { messageOf } from '../../domain/failure.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { createOperatorGuard } from '../operator-guard.ts';
import { dialProxy } from './dial-upstream.ts';
import type { Upstream } from './upstream.ts';

/** What came of asking for our own address. */
export type EchoAnswer =
  | { kind: 'address'; ip: string }
  /** The exit itself cannot be used. */
  | { kind: 'dead'; message: string }
  /** No echo could be reached. */
  | { kind: 'silent' };

/** Asks addresses that answer with the caller's own, in order, until one does. */
export interface Echo {
  ask(via: Upstream | null, signal: AbortSignal): Promise<EchoAnswer>;
  close(): Promise<void>;
}

/** What the operator's set-up says about whom to ask. */
export interface EchoOptions {
  userAgent: string;
  /** Our own `GET /v1/ip` where it lies on the public web, or null. */
  own: string | null;
  /** As in the exits file: null asks nobody at all, undefined leaves it to the usual ones. */
  configured: string | null | undefined;
}

const askWithinMs = 8_000;
const largestAnswer = 64 * 1024;
/** Asked when the operator names no other. */
const publicEcho = 'https://www.cloudflare.com/cdn-cgi/trace';
/** Of providers, by the end of their proxies' names: each sees its own exits best. */
const providerEchoes: readonly [ending: string, echo: string][] = [
  ['.superproxy.io', 'https://lumtest.com/myip.json'],
  ['.oxylabs.io', 'https://ip.oxylabs.io/location'],
];

/** The address in an answer: text, JSON with `ip`, or `ip=` lines; null when there is none. */
export function addressIn(body: string): string | null {
  const text = body.trim();
  const candidates = [text, ipField(text), /^ip=(.+)$/m.exec(text)?.[1]?.trim()];
  return candidates.find((candidate) => typeof candidate === 'string' && isIP(candidate) > 0) ?? null;
}

function ipField(text: string): string | undefined {
  try {
    const { ip } = JSON.parse(text) as { ip?: unknown };
    return typeof ip === 'string' ? ip : undefined;
  } catch {
    return undefined;
  }
}

async function knock(via: Upstream): Promise<EchoAnswer> {
  try {
    (await dialProxy(via, askWithinMs)).destroy();
    return { kind: 'silent' };
  } catch (error) {
    return { kind: 'dead', message: messageOf(error) };
  }
}

/** An echo over clients that are each bound to one address and keep no connection: a new one may come from elsewhere. */
export function createEcho({ userAgent, own, configured }: EchoOptions): Echo {
  const clients = new Map<string, HttpClient>();

  function clientOf(address: string): HttpClient {
    const known = clients.get(address);
    if (known !== undefined) return known;
    const guard = createOperatorGuard(new URL(address));
    const client = createHttpClient({ guard, userAgent, keepAlive: false, connectTimeoutMs: askWithinMs });
    clients.set(address, client);
    return client;
  }

  function addressesFor(via: Upstream | null): string[] {
    if (configured === null) return [];
    const provider = providerEchoes.find(([ending]) => via?.host.endsWith(ending))?.[1];
    const usual = configured === undefined ? [provider, publicEcho] : [configured, provider];
    return [own, ...usual].flatMap((address) => address ?? []);
  }

  async function askOne(address: string, via: Upstream | null, signal: AbortSignal): Promise<EchoAnswer> {
    const request = { url: new URL(address), headers: {}, via, maxBytes: largestAnswer, redirectLimit: 0 };
    const within = AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]);
    const answer = await clientOf(address).get(request, within);
    if (answer.kind === 'fault') {
      return answer.code === 'no_exit' ? { kind: 'dead', message: answer.message } : { kind: 'silent' };
    }
    const ip = answer.statusCode === 200 ? addressIn(Buffer.from(answer.body).toString('utf8')) : null;
    return ip === null ? { kind: 'silent' } : { kind: 'address', ip };
  }

  return {
    async ask(via, signal) {
      const addresses = addressesFor(via);
      for (const address of addresses) {
        const answer = await askOne(address, via, signal);
        if (answer.kind !== 'silent') return answer;
      }
      // Where nobody may be asked, at least the proxy must be there.
      return via === null || addresses.length > 0 ? { kind: 'silent' } : knock(via);
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}
