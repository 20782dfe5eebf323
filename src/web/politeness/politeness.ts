import { FairQueue } from '../../domain/system/fair-queue.ts';
import type { PolitenessRule } from '../../domain/system/settings.ts';
import { limitCrawlDelay, relaxedRule, siteKey } from './politeness-rules.ts';
import { type PauseLimits, SitePauses } from './site-pauses.ts';

/** Limits that a site requested. */
export interface SiteFeedback {
  /** Milliseconds of a `Retry-After`, in which no fetch from the origin starts through the same exit. */
  retryAfterMs?: number;
  /** URL that sent the `Retry-After`, if redirects led to it. Default: the admitted URL. */
  pausedUrl?: URL;
  /** Milliseconds between two starts, from robots.txt. */
  crawlDelayMs?: number;
}

/** Permission to fetch from a site; the holder must call `done`. */
export interface Admission {
  /** Ends the fetch; further calls have no effect. */
  done(feedback?: SiteFeedback): void;
}

/** Limits concurrency and rate of fetches per site (registrable domain or IP address) and exit. */
export interface Politeness {
  /**
   * Resolves when a fetch may start: accounts take turns, and calls of one account start in their order. Rejects with the signal's reason, or with
   * {@link SitePausedError} if the origin asked for a longer pause than the request waits for.
   */
  admit(url: URL, exitId: string, signal: AbortSignal, pauseLimits?: PauseLimits): Promise<Admission>;
}

/** Options of politeness. */
export interface PolitenessOptions {
  rule: PolitenessRule;
  /** Returns true for sites of the operator's own networks, which allow 16 concurrent fetches without a gap. */
  isRelaxed: (url: URL) => boolean;
  /** Monotonic clock in milliseconds; a wall clock that is set back would stop fetching. */
  monotonicMs?: () => number;
}

interface Site {
  running: number;
  waiting: FairQueue<Waiter>;
  /** Earliest time of the next start. */
  nextStartAt: number;
  crawlDelayMs: number;
  timer: NodeJS.Timeout | null;
  rule: PolitenessRule;
}

interface Waiter {
  /** `leaveAccount` must be called when the fetch has ended. */
  start(leaveAccount: () => void): void;
}

/** Retention of a site's requested delay after the last fetch. */
const crawlDelayRetentionMs = 10 * 60_000;
const minSitesBeforeSweep = 256;

/** Creates politeness for a single process; `shared-politeness.ts` coordinates several. */
export function createPoliteness(options: PolitenessOptions): Politeness {
  const now = options.monotonicMs ?? (() => performance.now());
  const sites = new Map<string, Site>();
  const pauses = new SitePauses(now, null);
  let sweepAt = minSitesBeforeSweep;

  const getSite = (url: URL, exitId: string): Site => {
    const key = siteKey(url, exitId);
    const rule = siteRule(options, url);
    let site = sites.get(key);
    if (site === undefined) {
      if (sites.size >= sweepAt) sweep();
      site = { running: 0, waiting: new FairQueue(now), nextStartAt: 0, crawlDelayMs: 0, timer: null, rule };
      sites.set(key, site);
    }
    site.rule = rule;
    return site;
  };

  const sweep = () => {
    const currentTime = now();
    for (const [key, site] of sites) if (isIdle(site, currentTime)) sites.delete(key);
    sweepAt = Math.max(minSitesBeforeSweep, sites.size * 2);
  };

  /** Starts waiting fetches that may start, and schedules the next check. */
  const advance = (site: Site) => {
    if (site.timer !== null) clearTimeout(site.timer);
    site.timer = null;
    const concurrency = getConcurrency(site);
    while (site.running < concurrency) {
      const waiter = site.waiting.next(concurrency);
      if (waiter === null) return;
      const wait = site.nextStartAt - now();
      if (wait > 0) {
        site.timer = setTimeout(() => advance(site), Math.ceil(wait));
        return;
      }
      const leaveAccount = site.waiting.take(waiter);
      site.running += 1;
      site.nextStartAt = now() + Math.max(site.rule.gapMs, site.crawlDelayMs);
      waiter.start(leaveAccount);
    }
  };

  const finish = (site: Site, feedback: SiteFeedback) => {
    site.running -= 1;
    const crawlDelayMs = limitCrawlDelay(feedback.crawlDelayMs);
    if (crawlDelayMs !== null) {
      site.crawlDelayMs = crawlDelayMs;
      site.nextStartAt = Math.max(site.nextStartAt, now() + crawlDelayMs);
    }
    advance(site);
  };

  const enter = (url: URL, exitId: string, signal: AbortSignal) =>
    new Promise<Admission>((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const site = getSite(url, exitId);
      const onAbort = () => {
        site.waiting.delete(waiter);
        advance(site);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        start(leaveAccount) {
          signal.removeEventListener('abort', onAbort);
          const finishFetch = (feedback: SiteFeedback) => {
            leaveAccount();
            recordPause(pauses, url, exitId, feedback);
            finish(site, feedback);
          };
          resolve(createAdmission(finishFetch));
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      site.waiting.add(waiter);
      advance(site);
    });

  return {
    async admit(url, exitId, signal, pauseLimits = {}) {
      signal.throwIfAborted();
      return pauses.admit(url, exitId, signal, pauseLimits, (entering) => enter(url, exitId, entering));
    },
  };
}

/** Starts the pause that a response requested. */
export function recordPause(
  pauses: SitePauses,
  url: URL,
  exitId: string,
  { retryAfterMs, pausedUrl }: SiteFeedback,
): void {
  pauses.begin(pausedUrl ?? url, exitId, retryAfterMs);
}

/** Returns the rule of a URL's site. */
export function siteRule(options: PolitenessOptions, url: URL): PolitenessRule {
  return options.isRelaxed(url) ? relaxedRule : options.rule;
}

/** Creates an admission that calls `onDone` once. */
export function createAdmission(onDone: (feedback: SiteFeedback) => void): Admission {
  let isDone = false;
  return {
    done(feedback = {}) {
      if (isDone) return;
      isDone = true;
      onDone(feedback);
    },
  };
}

/** Returns the maximum concurrency; a site with a crawl delay allows one fetch at a time. */
function getConcurrency(site: Site): number {
  return site.crawlDelayMs > 0 ? 1 : site.rule.concurrency;
}

function isIdle(site: Site, currentTime: number): boolean {
  const retentionMs = site.crawlDelayMs > 0 ? crawlDelayRetentionMs : 0;
  return site.running === 0 && site.waiting.size === 0 && currentTime >= site.nextStartAt + retentionMs;
}
