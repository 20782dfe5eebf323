import { type PageErrorCode, statusOf } from '../../domain/pages/outcome.ts';
import type { RobotsReport } from '../../domain/resources/receipt.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { parseRobots, type RobotsRules, verdictForStatus } from '../../site/robots/robots.ts';
import { chooseExit, type ExitOptions } from '../../web/exits/choose-exit.ts';
import type { Exits } from '../../web/exits/exits.ts';
import type { Upstream } from '../../web/exits/upstream.ts';
import type { HttpClient, HttpResult } from '../../web/http/http-client.ts';
import type { PageError } from '../fetched-page.ts';
import { robotsToken } from '../user-agent.ts';

/** Rules of robots.txt for one URL. */
export interface RobotsDecision {
  /** `unknown` if robots.txt could not be read. */
  verdict: RobotsReport['verdict'];
  /** Crawl-delay in milliseconds, or null. */
  crawlDelayMs: number | null;
  /** Error that prevented reading it; null if it was read, or if the wait was aborted. */
  error: PageError | null;
}

/** Rules of robots.txt, read once per origin and cached. */
export interface RobotsGate {
  /** Never throws. Uses the exit `via`, or the first exit of the service network if it is left out. */
  check(url: URL, signal: AbortSignal, via?: Upstream | null): Promise<RobotsDecision>;
  /**
   * Returns the rules of the URL's origin; null if robots.txt could not be read before `signal` aborted. Default exit:
   * the first one of the service network.
   */
  rules(url: URL, signal: AbortSignal, exitOptions?: ExitOptions): Promise<RobotsRules | null>;
}

/** Copies must not be used for more than a day (RFC 9309 section 2.4). */
const cacheTtlMs = dayMs;
/** Pause before a robots.txt that could not be read is requested again. */
const retryMs = 5 * 60_000;
const requestTimeoutMs = 10_000;
/** More than the parser uses, so that a long file is truncated instead of rejected (RFC 9309 section 2.5). */
const maxBytes = 4 * 1024 * 1024;
const maxOrigins = 2_000;

/** Exit of a request, or how to choose it. */
type Via = Upstream | ExitOptions | null;
const ownExit: ExitOptions = { country: null, strictCountry: false, networks: ['service'] };

type RobotsReading = { rules: RobotsRules; error: null } | { rules: null; error: PageError };

interface Entry {
  reading: Promise<RobotsReading>;
  expiresAt: Date;
}

const unreadable: RobotsReading = {
  rules: null,
  error: { code: 'robots', message: 'The request or the parser failed.' },
};
const undecided: RobotsDecision = { verdict: 'unknown', crawlDelayMs: null, error: null };

/** Parses a response. A redirect loop counts as a missing robots.txt (RFC 9309 section 2.3.1.2). */
function parseReading(answer: HttpResult, address: string): RobotsReading {
  if (answer.kind === 'fault') {
    if (answer.code === 'redirects') return { rules: parseRobots('', address), error: null };
    return { rules: null, error: { code: answer.code, message: answer.message } };
  }
  const verdict = verdictForStatus(answer.statusCode);
  if (verdict === 'disallowed') {
    const message = `The server answered ${answer.statusCode}.`;
    return { rules: null, error: { code: 'robots', message } };
  }
  const text = verdict === 'allowed' ? '' : Buffer.from(answer.body).toString('utf8');
  return { rules: parseRobots(text, address), error: null };
}

/**
 * Returns the error of a page that robots.txt forbids, or null. An unreadable robots.txt forbids the site for a while
 * (RFC 9309 section 2.3.1.4); if the server itself cannot be reached, the page gets that error instead.
 */
export function robotsError({ verdict, error }: RobotsDecision): PageError | null {
  if (verdict === 'allowed') return null;
  if (verdict === 'disallowed')
    return {
      code: 'robots',
      message: 'The robots.txt of the site forbids this URL. Set `robots` to `ignore` to fetch it anyway.',
    };
  if (error !== null && isUnreachable(error.code)) return error;
  const reason = error?.message ?? 'There was no time to wait for it.';
  return {
    code: 'robots',
    message: `The robots.txt of the site could not be read, which forbids the site for now: ${reason}`,
  };
}

/** Returns whether the error means that the server does not exist, must not be contacted or could not be reached. */
function isUnreachable(code: PageErrorCode): boolean {
  return (
    code === 'reset' || code === 'tls' || ['not_found', 'invalid', 'unavailable'].includes(statusOf(code))
  );
}

/** Creates a robots gate that reads through the guarded client. */
export function createRobotsGate(client: HttpClient, exits: Pick<Exits, 'choose'>, clock: Clock): RobotsGate {
  const entries = new Map<string, Entry>();

  async function readRobots(origin: string, via: Via): Promise<RobotsReading> {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const url = new URL('/robots.txt', origin);
    let through = via;
    if (through !== null && 'networks' in through) {
      const choice = await chooseExit(exits, through, signal);
      if (choice.exit === null) return { rules: null, error: { code: 'no_exit', message: choice.message } };
      through = choice.exit.upstream;
    }
    const answer = await client.get({ url, headers: {}, maxBytes, via: through }, signal);
    return parseReading(answer, url.href);
  }

  function findOrCreateEntry(origin: string, via: Via): Entry {
    const now = clock.now();
    const cached = entries.get(origin);
    if (cached !== undefined && cached.expiresAt > now) return cached;
    // A file that cannot be requested or parsed forbids the site for a while.
    const entry: Entry = {
      reading: readRobots(origin, via).catch(() => unreadable),
      expiresAt: addMs(now, cacheTtlMs),
    };
    entry.reading.then(({ rules, error }) => {
      // A failed exit, or a lack of file descriptors, says nothing about the site.
      const ttlMs = error?.code === 'no_exit' || error?.code === 'dependency' ? 0 : retryMs;
      if (rules === null) entry.expiresAt = addMs(clock.now(), ttlMs);
    });
    entries.delete(origin);
    entries.set(origin, entry);
    const oldest = entries.keys().next();
    if (entries.size > maxOrigins && !oldest.done) entries.delete(oldest.value);
    return entry;
  }

  function read(url: URL, signal: AbortSignal, via: Via): Promise<RobotsReading | null> {
    if (signal.aborted) return Promise.resolve(null);
    const { promise: stopped, resolve } = Promise.withResolvers<null>();
    const stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
    return Promise.race([findOrCreateEntry(url.origin, via).reading, stopped]).finally(() =>
      signal.removeEventListener('abort', stop),
    );
  }

  return {
    async rules(url, signal, exitOptions = ownExit) {
      return (await read(url, signal, exitOptions))?.rules ?? null;
    },
    async check(url, signal, via) {
      const reading = await read(url, signal, via === undefined ? ownExit : via);
      if (reading === null) return undecided;
      const { rules, error } = reading;
      if (rules === null) return { verdict: 'unknown', crawlDelayMs: null, error };
      const seconds = rules.crawlDelay(robotsToken);
      const crawlDelayMs = seconds === null ? null : seconds * 1_000;
      return { verdict: rules.verdict(url.href, robotsToken), crawlDelayMs, error: null };
    },
  };
}
