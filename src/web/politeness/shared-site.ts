import { FairQueue } from '../../domain/system/fair-queue.ts';
import type { PolitenessRule } from '../../domain/system/settings.ts';
import type { SiteFeedback } from './politeness.ts';
import { limitCrawlDelay } from './politeness-rules.ts';
import type { Grant, SiteState } from './politeness-shares.ts';

/** A waiting request for admission. */
export interface Waiter {
  /** `leaveAccount` must be called when the fetch has ended. */
  start(leaveAccount: () => void): void;
  reject(reason: unknown): void;
}

/** State of a site in this process. Times are in milliseconds of a monotonic clock. */
export interface Site {
  readonly key: string;
  rule: PolitenessRule;
  running: number;
  waiting: FairQueue<Waiter>;
  /** Maximum concurrent fetches of the current share. */
  slots: number;
  /** Upper limit of the slots recorded in the database for this process. */
  maxRecordedSlots: number;
  /** True if the database may have a share of this process; one without slots still has a place in the queue. */
  mayHaveShare: boolean;
  /** True if every start needs a request; false if slots can be used freely. */
  requestsEachStart: boolean;
  crawlDelayMs: number;
  /** Maximum of running and waiting fetches since the last heartbeat. */
  peak: number;
  /** Earliest time of the next start. */
  nextStartAt: number;
  /** Earliest time of the next request for a share. */
  nextRequestAt: number;
  idleSince: number;
  /** True while a statement about the site runs; only one runs at a time, so that they cannot overtake each other. */
  isStatementRunning: boolean;
  timer: NodeJS.Timeout | null;
  /** Delay requested by the site that is not yet stored in the database. */
  unsavedCrawlDelayMs: number | null;
}

/** Creates the state of a site. */
export function createSite(key: string, rule: PolitenessRule, clock: () => number): Site {
  return {
    key,
    rule,
    running: 0,
    waiting: new FairQueue(clock),
    slots: 0,
    maxRecordedSlots: 0,
    mayHaveShare: false,
    requestsEachStart: rule.gapMs > 0,
    crawlDelayMs: 0,
    peak: 0,
    nextStartAt: 0,
    nextRequestAt: 0,
    idleSince: clock(),
    isStatementRunning: false,
    timer: null,
    unsavedCrawlDelayMs: null,
  };
}

/** Returns the maximum concurrent fetches of all processes together. */
export function getMaxConcurrency(site: Site): number {
  return site.crawlDelayMs > 0 ? 1 : site.rule.concurrency;
}

/** Returns the number of running fetches, and of waiting ones whose accounts may use further slots. */
export function getDemand(site: Site): number {
  return site.running + site.waiting.countStartable(getMaxConcurrency(site));
}

/** Returns true if a fetch waits whose account may use a further slot. */
export function hasStartable(site: Site): boolean {
  return site.waiting.next(getMaxConcurrency(site)) !== null;
}

/** Returns the number of slots to request; with free slots, the recent peak is requested to save further requests. */
export function getWantedSlots(site: Site): number {
  const demand = site.requestsEachStart ? getDemand(site) : Math.max(getDemand(site), site.peak);
  return Math.max(site.running, Math.min(getMaxConcurrency(site), demand));
}

/** Returns true if a waiting fetch may start within the current share, whose session must be valid. */
export function canStart(site: Site, now: number): boolean {
  if (site.requestsEachStart || site.running >= site.slots || now < site.nextStartAt) return false;
  return hasStartable(site);
}

/** Starts the fetch whose turn it is, if there is one. */
export function startNext(site: Site): void {
  const waiter = site.waiting.next(getMaxConcurrency(site));
  if (waiter === null) return;
  const leaveAccount = site.waiting.take(waiter);
  site.running += 1;
  waiter.start(leaveAccount);
}

/** Rejects all waiting fetches. */
export function rejectAll(site: Site, reason: unknown): void {
  for (const waiter of [...site.waiting.items()]) {
    site.waiting.delete(waiter);
    waiter.reject(reason);
  }
}

/** Returns true if the state of the site can be deleted. */
export function isRemovable(site: Site): boolean {
  return (
    site.running === 0 && site.waiting.size === 0 && !site.mayHaveShare && site.unsavedCrawlDelayMs === null
  );
}

/** Returns true if the database may have recorded more slots than are running. */
export function hasExcess(site: Site): boolean {
  return site.maxRecordedSlots > site.running || (site.running === 0 && site.mayHaveShare);
}

/** Returns true if the share is smaller than recorded, and the running fetches fit into it. */
export function isShareReduced(site: Site): boolean {
  return !site.requestsEachStart && site.running <= site.slots && site.slots < site.maxRecordedSlots;
}

/** Returns true if the database may have a share, and no statement about the site runs. */
export function hasStableShare(site: Site): boolean {
  return !site.isStatementRunning && site.maxRecordedSlots > 0;
}

/** Returns true if slots can be returned: at once if every start is requested, otherwise after `idleMs` without use. */
export function isUnused(site: Site, now: number, idleMs: number): boolean {
  if (site.isStatementRunning || hasStartable(site)) return false;
  return site.requestsEachStart ? hasExcess(site) : site.running === 0 && now - site.idleSince >= idleMs;
}

/** Records that the share is lost, or returned except for `running` slots. */
export function recordReleasedShare(site: Site, running = 0): void {
  site.maxRecordedSlots = running;
  site.mayHaveShare = running > 0;
}

/** Applies a grant, and starts a fetch if it was granted. `running` is the number of running fetches in the request. */
export function applyGrant(site: Site, grant: Grant, running: number, now: number, pollMs: number): void {
  site.maxRecordedSlots = Math.max(grant.slots, running);
  site.requestsEachStart = grant.requestsEachStart;
  site.crawlDelayMs = grant.crawlDelayMs;
  const isShort = grant.slots < Math.min(getMaxConcurrency(site), getDemand(site));
  site.nextRequestAt = now + (grant.waitMs > 0 ? grant.waitMs : isShort ? pollMs : 0);
  if (grant.waitMs > 0) site.nextStartAt = Math.max(site.nextStartAt, now + grant.waitMs);
  if (grant.isStarted) startNext(site);
  site.slots = grant.requestsEachStart ? site.running : grant.slots;
}

/**
 * Applies the state of a site from a heartbeat that was sent at `sentAt`; undefined if the database has no share. Returns
 * true if a new share must be requested.
 */
export function applyState(site: Site, state: SiteState | undefined, sentAt: number): boolean {
  if (state === undefined) {
    // The database has lost the share, for example after its recovery from a crash.
    site.slots = 0;
    recordReleasedShare(site);
    return site.running > 0;
  }
  const hasNewDelay = state.crawlDelayMs !== site.crawlDelayMs && site.unsavedCrawlDelayMs === null;
  if (hasNewDelay) site.crawlDelayMs = state.crawlDelayMs;
  if (hasNewDelay && state.crawlDelayMs > 0) site.requestsEachStart = true;
  if (state.waitMs > 0) site.nextStartAt = Math.max(site.nextStartAt, sentAt + state.waitMs);
  return state.isContended && !site.requestsEachStart;
}

/** Records the end of a fetch. Returns true if the site requested a new delay that must be stored in the database. */
export function recordEnd(site: Site, feedback: SiteFeedback, now: number): boolean {
  site.running -= 1;
  if (site.requestsEachStart) site.slots = site.running;
  site.idleSince = now;
  const crawlDelayMs = limitCrawlDelay(feedback.crawlDelayMs);
  const hasNewDelay = crawlDelayMs !== null && crawlDelayMs !== site.crawlDelayMs;
  if (hasNewDelay) {
    site.crawlDelayMs = crawlDelayMs;
    site.requestsEachStart ||= crawlDelayMs > 0;
    site.nextStartAt = Math.max(site.nextStartAt, now + crawlDelayMs);
    site.unsavedCrawlDelayMs = crawlDelayMs;
  }
  // The freed slot can be requested again.
  site.nextRequestAt = Math.min(site.nextRequestAt, Math.max(now, site.nextStartAt));
  return hasNewDelay;
}

/**
 * Waits in the queue. Resolves with the start, and with a function that must be called when the fetch has ended; rejects
 * with the signal's reason, after which it calls `onLeft`, or with the reason of a rejection.
 */
export function enqueue(site: Site, signal: AbortSignal, onLeft: () => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      site.waiting.delete(waiter);
      reject(signal.reason);
      onLeft();
    };
    const waiter: Waiter = {
      start(leaveAccount) {
        signal.removeEventListener('abort', onAbort);
        resolve(leaveAccount);
      },
      reject(reason) {
        signal.removeEventListener('abort', onAbort);
        reject(reason);
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    site.waiting.add(waiter);
  });
}
