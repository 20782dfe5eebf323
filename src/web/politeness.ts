import type { PolitenessRule } from '../domain/settings.ts';
import { boundedCrawlDelay, boundedRetryAfter, relaxedRule, siteKey } from './politeness-rules.ts';

/** What a site said about how it wants to be visited. */
export interface SiteFeedback {
  /** Milliseconds of a `Retry-After`: nothing starts there before they are over. */
  retryAfterMs?: number;
  /** Milliseconds between two starts that robots.txt asks for. */
  crawlDelayMs?: number;
}

/** Leave to fetch from a site now; whoever has it must say when it is done. */
export interface Admission {
  /** Ends the fetch; calling it again does nothing. */
  done(feedback?: SiteFeedback): void;
}

/** Spaces out fetches per site (registrable domain, or IP address) and exit. */
export interface Politeness {
  /** Resolves when a fetch may start, first come first served; rejects with the signal's reason when it aborts. */
  admit(url: URL, exitId: string, signal: AbortSignal): Promise<Admission>;
}

/** What politeness is made of. */
export interface PolitenessOptions {
  rule: PolitenessRule;
  /** Sites of the operator's own networks take 16 fetches at once without a gap. */
  isRelaxed: (url: URL) => boolean;
  /** Monotonic milliseconds; a wall clock that is set back must not stop fetching. */
  monotonicMs?: () => number;
}

interface Site {
  running: number;
  /** In order of arrival. */
  waiting: Set<Waiter>;
  /** No start before this instant. */
  nextStartAt: number;
  crawlDelayMs: number;
  timer: NodeJS.Timeout | null;
  rule: PolitenessRule;
}

interface Waiter {
  start(): void;
}

/** How long a site's own wish is remembered after the last fetch. */
const wishKeptMs = 10 * 60_000;
const fewestSweptSites = 256;

/** Politeness within this process, which must be the only one that fetches; see `shared-politeness.ts` for several. */
export function createPoliteness(options: PolitenessOptions): Politeness {
  const now = options.monotonicMs ?? (() => performance.now());
  const sites = new Map<string, Site>();
  let sweepAt = fewestSweptSites;

  const siteOf = (url: URL, exitId: string): Site => {
    const key = siteKey(url, exitId);
    const rule = options.isRelaxed(url) ? relaxedRule : options.rule;
    let site = sites.get(key);
    if (site === undefined) {
      if (sites.size >= sweepAt) sweep();
      site = { running: 0, waiting: new Set(), nextStartAt: 0, crawlDelayMs: 0, timer: null, rule };
      sites.set(key, site);
    }
    site.rule = rule;
    return site;
  };

  const sweep = () => {
    const instant = now();
    for (const [key, site] of sites) if (isIdle(site, instant)) sites.delete(key);
    sweepAt = Math.max(fewestSweptSites, sites.size * 2);
  };

  /** Starts whoever may start, and comes back when the next one may. */
  const advance = (site: Site) => {
    if (site.timer !== null) clearTimeout(site.timer);
    site.timer = null;
    for (const waiter of site.waiting) {
      if (site.running >= concurrencyOf(site)) return;
      const wait = site.nextStartAt - now();
      if (wait > 0) {
        site.timer = setTimeout(() => advance(site), Math.ceil(wait));
        return;
      }
      site.waiting.delete(waiter);
      site.running += 1;
      site.nextStartAt = now() + Math.max(site.rule.gapMs, site.crawlDelayMs);
      waiter.start();
    }
  };

  const finish = (site: Site, feedback: SiteFeedback) => {
    site.running -= 1;
    const crawlDelayMs = boundedCrawlDelay(feedback.crawlDelayMs);
    if (crawlDelayMs !== null) {
      site.crawlDelayMs = crawlDelayMs;
      site.nextStartAt = Math.max(site.nextStartAt, now() + crawlDelayMs);
    }
    const retryAfterMs = boundedRetryAfter(feedback.retryAfterMs);
    if (retryAfterMs > 0) site.nextStartAt = Math.max(site.nextStartAt, now() + retryAfterMs);
    advance(site);
  };

  const admissionTo = (site: Site): Admission => {
    let isDone = false;
    return {
      done(feedback = {}) {
        if (isDone) return;
        isDone = true;
        finish(site, feedback);
      },
    };
  };

  return {
    admit: (url, exitId, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const site = siteOf(url, exitId);
        const onAbort = () => {
          site.waiting.delete(waiter);
          advance(site);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          start() {
            signal.removeEventListener('abort', onAbort);
            resolve(admissionTo(site));
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        site.waiting.add(waiter);
        advance(site);
      }),
  };
}

/** A site that asks for a pause between fetches is not fetched from twice at once either. */
function concurrencyOf(site: Site): number {
  return site.crawlDelayMs > 0 ? 1 : site.rule.concurrency;
}

function isIdle(site: Site, instant: number): boolean {
  const keptMs = site.crawlDelayMs > 0 ? wishKeptMs : 0;
  return site.running === 0 && site.waiting.size === 0 && instant >= site.nextStartAt + keptMs;
}
