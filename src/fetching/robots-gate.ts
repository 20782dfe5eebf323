import { addMs, type Clock } from '../domain/clock.ts';
import { type PageErrorCode, statusOf } from '../domain/outcome.ts';
import type { RobotsReport } from '../domain/receipt.ts';
import { parseRobots, type RobotsRules, verdictForStatus } from '../site/robots.ts';
import type { Exits } from '../web/exits/exits.ts';
import type { Upstream } from '../web/exits/upstream.ts';
import type { HttpAnswer, HttpClient } from '../web/http-client.ts';
import type { Refused } from './fetched-page.ts';
import { robotsToken } from './user-agent.ts';

/** What robots.txt says of one address. */
export interface RobotsAnswer {
  /** `unknown` when robots.txt could not be read. */
  verdict: RobotsReport['verdict'];
  /** Milliseconds that it asks us to leave between two fetches, or null. */
  crawlDelayMs: number | null;
  /** Why it could not be read; null when it was, or when there was no time to wait for it. */
  fault: Refused | null;
}

/** What robots.txt says of addresses, asked once per origin and kept a while. */
export interface RobotsGate {
  /** Never throws. It is asked for through `via`, as the page is, or else through the first exit of the own network. */
  consult(url: URL, signal: AbortSignal, via?: Upstream | null): Promise<RobotsAnswer>;
  /** The rules of the address's origin; null when robots.txt could not be read, or not before `signal` said stop. */
  rules(url: URL, signal: AbortSignal): Promise<RobotsRules | null>;
}

/** RFC 9309 section 2.4: a copy should not be used for more than a day. */
const keptMs = 24 * 3_600_000;
/** How long a robots.txt that could not be read is left alone before it is asked again. */
const retryMs = 5 * 60_000;
const askWithinMs = 10_000;
/** More than is heeded of it, so that a long one is cut rather than unread (RFC 9309 section 2.5). */
const maxBytes = 4 * 1024 * 1024;
const mostOrigins = 2_000;

type Reading = { rules: RobotsRules; fault: null } | { rules: null; fault: Refused };

interface Entry {
  reading: Promise<Reading>;
  expiresAt: Date;
}

const unread: Reading = { rules: null, fault: { code: 'robots', message: 'It makes no sense.' } };
const tooLate: RobotsAnswer = { verdict: 'unknown', crawlDelayMs: null, fault: null };

/** What an answer says. Redirects that lead nowhere are no robots.txt (RFC 9309 section 2.3.1.2). */
function readingOf(answer: HttpAnswer, address: string): Reading {
  if (answer.kind === 'fault') {
    if (answer.code === 'redirects') return { rules: parseRobots('', address), fault: null };
    return { rules: null, fault: { code: answer.code, message: answer.message } };
  }
  const verdict = verdictForStatus(answer.statusCode);
  if (verdict === 'disallowed') {
    const message = `The server answered ${answer.statusCode} for it.`;
    return { rules: null, fault: { code: 'robots', message } };
  }
  const text = verdict === 'allowed' ? '' : Buffer.from(answer.body).toString('utf8');
  return { rules: parseRobots(text, address), fault: null };
}

/**
 * Why robots.txt keeps us from a page. One that could not be read forbids everything for a while (RFC 9309 section
 * 2.3.1.4), unless that is because nobody is there to be asked: then the page has the same fault.
 */
export function robotsRefusal({ verdict, fault }: RobotsAnswer): Refused | null {
  if (verdict === 'allowed') return null;
  if (verdict === 'disallowed') return { code: 'robots', message: 'robots.txt forbids this address' };
  if (fault !== null && isAbsence(fault.code)) return fault;
  const reason = fault?.message ?? 'There was no time to wait for it.';
  return {
    code: 'robots',
    message: `robots.txt could not be read, which forbids the site for now: ${reason}`,
  };
}

/** Whether a fault says that there is no such server, none that may be asked, or that we could not ask. */
function isAbsence(code: PageErrorCode): boolean {
  return (
    code === 'reset' || code === 'tls' || ['not_found', 'invalid', 'unavailable'].includes(statusOf(code))
  );
}

/** Reads robots.txt through the guarded client. */
export function createRobotsGate(client: HttpClient, exits: Pick<Exits, 'choose'>, clock: Clock): RobotsGate {
  const entries = new Map<string, Entry>();

  async function usualUpstream(signal: AbortSignal): Promise<Upstream | null> {
    const { exit } = await exits.choose({ country: null, strictCountry: false, network: 'service' }, signal);
    if (exit === null) throw new Error('no exit of the own network works');
    return exit.upstream;
  }

  async function ask(origin: string, via: Upstream | null | undefined): Promise<Reading> {
    const signal = AbortSignal.timeout(askWithinMs);
    const url = new URL('/robots.txt', origin);
    const through = via === undefined ? await usualUpstream(signal) : via;
    const answer = await client.get({ url, headers: {}, maxBytes, via: through }, signal);
    return readingOf(answer, url.href);
  }

  function entryOf(origin: string, via: Upstream | null | undefined): Entry {
    const now = clock.now();
    const known = entries.get(origin);
    if (known !== undefined && known.expiresAt > now) return known;
    const entry: Entry = { reading: ask(origin, via).catch(() => unread), expiresAt: addMs(now, keptMs) };
    entry.reading.then(({ rules, fault }) => {
      // An exit that failed says nothing about the site.
      const heldMs = fault?.code === 'no_exit' ? 0 : retryMs;
      if (rules === null) entry.expiresAt = addMs(clock.now(), heldMs);
    });
    entries.delete(origin);
    entries.set(origin, entry);
    const oldest = entries.keys().next();
    if (entries.size > mostOrigins && !oldest.done) entries.delete(oldest.value);
    return entry;
  }

  function read(url: URL, signal: AbortSignal, via?: Upstream | null): Promise<Reading | null> {
    if (signal.aborted) return Promise.resolve(null);
    const { promise: stopped, resolve } = Promise.withResolvers<null>();
    const stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
    return Promise.race([entryOf(url.origin, via).reading, stopped]).finally(() =>
      signal.removeEventListener('abort', stop),
    );
  }

  return {
    async rules(url, signal) {
      return (await read(url, signal))?.rules ?? null;
    },
    async consult(url, signal, via) {
      const reading = await read(url, signal, via);
      if (reading === null) return tooLate;
      const { rules, fault } = reading;
      if (rules === null) return { verdict: 'unknown', crawlDelayMs: null, fault };
      const seconds = rules.crawlDelay(robotsToken);
      const crawlDelayMs = seconds === null ? null : seconds * 1_000;
      return { verdict: rules.verdict(url.href, robotsToken), crawlDelayMs, fault: null };
    },
  };
}
