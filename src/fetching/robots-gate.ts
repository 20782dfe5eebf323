import { addMs, type Clock } from '../domain/clock.ts';
import type { RobotsReport } from '../domain/receipt.ts';
import { parseRobots, type RobotsRules, verdictForStatus } from '../site/robots.ts';
import type { HttpClient } from '../web/http-client.ts';
import { robotsToken } from './user-agent.ts';

/** What robots.txt says of addresses, asked once per origin and kept a while. */
export interface RobotsGate {
  /** Never throws; `unknown` when robots.txt could not be read. */
  verdict(url: URL, signal: AbortSignal): Promise<RobotsReport['verdict']>;
  /** The rules of the address's origin; null when robots.txt could not be read, or not before `signal` said stop. */
  rules(url: URL, signal: AbortSignal): Promise<RobotsRules | null>;
}

/** RFC 9309 section 2.4: a copy should not be used for more than a day. */
const keptMs = 24 * 3_600_000;
/** How long a robots.txt that could not be read is left alone before it is asked again. */
const retryMs = 5 * 60_000;
const askWithinMs = 10_000;
const maxBytes = 512 * 1024;
const mostOrigins = 2_000;

interface Entry {
  rules: Promise<RobotsRules | null>;
  expiresAt: Date;
}

/** Reads robots.txt through the guarded client. */
export function createRobotsGate(client: HttpClient, clock: Clock): RobotsGate {
  const entries = new Map<string, Entry>();

  async function ask(origin: string): Promise<RobotsRules | null> {
    const url = new URL('/robots.txt', origin);
    const answer = await client.get({ url, headers: {}, maxBytes }, AbortSignal.timeout(askWithinMs));
    if (answer.kind === 'fault') return null;
    if (answer.statusCode === 200) return parseRobots(Buffer.from(answer.body).toString('utf8'), url.href);
    return verdictForStatus(answer.statusCode) === 'allowed' ? parseRobots('', url.href) : null;
  }

  function entryOf(origin: string): Entry {
    const now = clock.now();
    const known = entries.get(origin);
    if (known !== undefined && known.expiresAt > now) return known;
    const entry: Entry = { rules: ask(origin).catch(() => null), expiresAt: addMs(now, keptMs) };
    entry.rules.then((rules) => {
      if (rules === null) entry.expiresAt = addMs(clock.now(), retryMs);
    });
    entries.delete(origin);
    entries.set(origin, entry);
    const oldest = entries.keys().next();
    if (entries.size > mostOrigins && !oldest.done) entries.delete(oldest.value);
    return entry;
  }

  function rules(url: URL, signal: AbortSignal): Promise<RobotsRules | null> {
    const stopped = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    return Promise.race([entryOf(url.origin).rules, stopped]);
  }

  return {
    rules,
    async verdict(url, signal) {
      const known = await rules(url, signal);
      return known === null ? 'unknown' : known.verdict(url.href, robotsToken);
    },
  };
}
