import type { PolitenessRule } from '../domain/settings.ts';

/** Somebody who waits for leave to fetch. */
export interface Waiter {
  start(): void;
  refuse(reason: unknown): void;
}

/** One site, as this process sees it. */
export interface Site {
  readonly key: string;
  rule: PolitenessRule;
  running: number;
  /** In order of arrival. */
  waiting: Set<Waiter>;
  /** Fetches at once that the share allows. */
  slots: number;
  /** What the database has down for us, at most. */
  held: number;
  /** Whether the database may have a share of ours at all: one of no slots still stands in line. */
  isListed: boolean;
  /** Whether every start is asked for. */
  byStart: boolean;
  crawlDelayMs: number;
  /** Most fetches under way or waited for since the last beat. */
  peak: number;
  /** No start, and no question about one, before these instants. */
  nextStartAt: number;
  askAt: number;
  idleSince: number;
  /** While a statement about it is under way, none other begins: they could overtake each other. */
  isBusy: boolean;
  timer: NodeJS.Timeout | null;
  /** What the site asked for and the database does not know yet. */
  untold: { retryUntil: number; crawlDelayMs: number | null } | null;
}

/** A site of which nothing is known yet, as of the instant `now` in monotonic milliseconds. */
export function newSite(key: string, rule: PolitenessRule, now: number): Site {
  return {
    key,
    rule,
    running: 0,
    waiting: new Set(),
    slots: 0,
    held: 0,
    isListed: false,
    byStart: rule.gapMs > 0,
    crawlDelayMs: 0,
    peak: 0,
    nextStartAt: 0,
    askAt: 0,
    idleSince: now,
    isBusy: false,
    timer: null,
    untold: null,
  };
}

/** Fetches at once that the site takes from all processes together. */
export function mostOf(site: Site): number {
  return site.crawlDelayMs > 0 ? 1 : site.rule.concurrency;
}

/** Whoever has waited longest, taken from the queue; null when nobody waits. */
export function takeFirst(site: Site): Waiter | null {
  for (const waiter of site.waiting) {
    site.waiting.delete(waiter);
    return waiter;
  }
  return null;
}

/** Turns away whoever waits. */
export function refuseAll(site: Site, reason: unknown): void {
  for (let waiter = takeFirst(site); waiter !== null; waiter = takeFirst(site)) waiter.refuse(reason);
}

/** Whether nothing of the site needs remembering here. */
export function isForgettable(site: Site): boolean {
  return site.running === 0 && site.waiting.size === 0 && !site.isListed && site.untold === null;
}

/** Whether the database has more down for us than what is under way. */
export function hasExcess(site: Site): boolean {
  return site.held > site.running || (site.running === 0 && site.isListed);
}

/** Notes that the share is lost, or given back but for what is `running`. */
export function releaseShare(site: Site, running = 0): void {
  site.held = running;
  site.isListed = running > 0;
}

/** Stands in line; resolves with the start, rejects with the signal's reason telling `left`, or that of a refusal. */
export function queueUp(site: Site, signal: AbortSignal, left: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      site.waiting.delete(waiter);
      reject(signal.reason);
      left();
    };
    const waiter: Waiter = {
      start() {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
      refuse(reason) {
        signal.removeEventListener('abort', onAbort);
        reject(reason);
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    site.waiting.add(waiter);
  });
}
