import { Failure } from '../../domain/system/failure.ts';
import type { Database } from '../../store/database.ts';
import { databaseFailure } from '../../store/database-failure.ts';
import { createPauseStore } from './pause-store.ts';
import {
  type Admission,
  createAdmission,
  type Politeness,
  type PolitenessOptions,
  recordPause,
  type SiteFeedback,
} from './politeness.ts';
import { createPolitenessShares, type PolitenessShares } from './politeness-shares.ts';
import { ProcessSession, type Session, type SharedTiming } from './process-session.ts';
import {
  applyGrant,
  applyState,
  canStart,
  enqueue,
  getDemand,
  getMaxConcurrency,
  getWantedSlots,
  hasExcess,
  hasStableShare,
  hasStartable,
  isShareReduced,
  isUnused,
  recordEnd,
  recordReleasedShare,
  rejectAll,
  type Site,
  startNext,
} from './shared-site.ts';
import { SharedSites } from './shared-sites.ts';
import { type PauseLimits, SitePauses } from './site-pauses.ts';

/** Shares that are returned within this time are combined in one statement. */
const returnDelayMs = 5;

/** Politeness with shares in a database; see `createSharedPoliteness`. */
export class DatabasePoliteness implements Politeness {
  readonly #timing: SharedTiming;
  readonly #shares: PolitenessShares;
  readonly #now: () => number;
  readonly #sites: SharedSites;
  readonly #session: ProcessSession;
  readonly #pauses: SitePauses;
  #heartbeatTimer: NodeJS.Timeout | null = null;
  #returnTimer: NodeJS.Timeout | null = null;
  #failingSince: number | null = null;
  #isClosed = false;

  constructor(options: PolitenessOptions & { database: Database }, timing: SharedTiming) {
    this.#timing = timing;
    this.#shares = createPolitenessShares(options.database, timing);
    this.#now = options.monotonicMs ?? (() => performance.now());
    this.#sites = new SharedSites(options, this.#now);
    this.#session = new ProcessSession(this.#shares, this.#now, timing.leaseMs, () =>
      this.#sites.releaseAll(),
    );
    this.#pauses = new SitePauses(this.#now, createPauseStore(options.database, timing.databaseTimeoutMs));
  }

  async admit(
    url: URL,
    exitId: string,
    signal: AbortSignal,
    pauseLimits: PauseLimits = {},
  ): Promise<Admission> {
    signal.throwIfAborted();
    return this.#pauses.admit(url, exitId, signal, pauseLimits, (entering) =>
      this.#enter(url, exitId, entering),
    );
  }

  async #enter(url: URL, exitId: string, signal: AbortSignal): Promise<Admission> {
    if (this.#isClosed) throw createStoppingFailure();
    signal.throwIfAborted();
    const site = this.#sites.getOrCreate(url, exitId);
    const started = enqueue(site, signal, () => {
      site.idleSince = this.#now();
      this.#advance(site);
    });
    site.peak = Math.max(site.peak, getDemand(site));
    this.#advance(site);
    const leaveAccount = await started;
    return createAdmission((feedback) => {
      leaveAccount();
      recordPause(this.#pauses, url, exitId, feedback);
      this.#finish(site, feedback);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#heartbeatTimer !== null) clearTimeout(this.#heartbeatTimer);
    if (this.#returnTimer !== null) clearTimeout(this.#returnTimer);
    for (const site of this.#sites.values()) if (site.timer !== null) clearTimeout(site.timer);
    this.#sites.rejectAll(createStoppingFailure());
    this.#session.end();
    await Promise.all([this.#session.settle(), this.#pauses.settle()]);
  }

  #finish(site: Site, feedback: SiteFeedback): void {
    if (recordEnd(site, feedback, this.#now())) this.#session.track(this.#saveCrawlDelay(site));
    this.#advance(site);
  }

  /** Rejects waiting fetches if the database has failed for too long, and at once for other errors. */
  #handleError(error: unknown, affected: Iterable<Site>): void {
    const failure = error instanceof Failure ? error : databaseFailure(error);
    if (failure === null) {
      for (const site of affected) rejectAll(site, error);
      return;
    }
    this.#failingSince ??= this.#now();
    if (this.#now() - this.#failingSince < this.#timing.databaseTimeoutMs) return;
    this.#sites.rejectAll(failure);
  }

  /** Starts waiting fetches that may start, and schedules the next action for the others. */
  #advance(site: Site): void {
    if (site.timer !== null) clearTimeout(site.timer);
    site.timer = null;
    if (this.#isClosed || site.isStatementRunning) return;
    while (this.#session.isValid() && canStart(site, this.#now())) startNext(site);
    if (hasStartable(site)) this.#scheduleNext(site);
    else if (site.requestsEachStart && hasExcess(site)) this.#scheduleReturn();
  }

  #scheduleNext(site: Site): void {
    // A reduced share is confirmed as soon as the process complies, because another process waits for the rest.
    const isReduced = isShareReduced(site);
    if (site.running >= getMaxConcurrency(site) && !isReduced) return;
    const needsRequest =
      site.requestsEachStart || isReduced || !this.#session.isValid() || site.running >= site.slots;
    const at = needsRequest ? Math.max(site.nextRequestAt, site.nextStartAt) : site.nextStartAt;
    const delayMs = Math.ceil(at - this.#now());
    if (delayMs > 0) site.timer = setTimeout(() => this.#advance(site), delayMs);
    else this.#session.track(this.#requestShare(site));
  }

  async #requestShare(site: Site): Promise<void> {
    const session = this.#session.ensure();
    this.#heartbeatTimer ??= this.#scheduleHeartbeat();
    site.isStatementRunning = true;
    site.mayHaveShare = true;
    const { key, rule, running } = site;
    const wanted = getWantedSlots(site);
    const request = { site: key, process: session.process, rule, running, wanted };
    try {
      const grant = await this.#shares.requestShare(request, () =>
        this.#recordLateGrant(site, session, wanted),
      );
      this.#failingSince = null;
      // A late grant may belong to a share that has already expired.
      if (this.#session.current !== session) this.#session.remove(session);
      else if (!this.#session.isValid()) this.#session.end();
      else applyGrant(site, grant, running, this.#now(), this.#timing.pollIntervalMs);
    } catch (error) {
      // The request may have taken effect, so the maximum is returned later.
      site.maxRecordedSlots = wanted;
      site.nextRequestAt = this.#now() + this.#timing.pollIntervalMs;
      this.#handleError(error, [site]);
    } finally {
      site.isStatementRunning = false;
      this.#advance(site);
    }
  }

  /** Records the slots of a request that timed out and took effect later, so that they are returned. */
  #recordLateGrant(site: Site, session: Session, wanted: number): void {
    if (this.#session.current !== session) {
      this.#session.remove(session);
      return;
    }
    const current = this.#sites.restore(site);
    current.maxRecordedSlots = Math.max(current.maxRecordedSlots, wanted);
    current.mayHaveShare = true;
  }

  #scheduleReturn(): void {
    this.#returnTimer ??= setTimeout(() => {
      this.#returnTimer = null;
      this.#session.track(this.#returnUnused());
    }, returnDelayMs);
  }

  async #returnUnused(): Promise<void> {
    const now = this.#now();
    const unused = [...this.#sites.values()].filter((site) => isUnused(site, now, this.#timing.idleMs));
    if (unused.length === 0) return;
    const remaining = unused.map((site) => ({ site: site.key, slots: site.running, wanted: site.running }));
    for (const site of unused) {
      site.isStatementRunning = true;
      site.slots = site.running;
    }
    try {
      const session = this.#session.current;
      if (session !== null) await this.#shares.returnSlots(session.process, remaining);
      for (const [index, site] of unused.entries()) recordReleasedShare(site, remaining[index]?.slots);
      this.#failingSince = null;
    } catch (error) {
      this.#handleError(error, unused);
    }
    for (const site of unused) {
      site.isStatementRunning = false;
      if (!this.#sites.removeIfUnused(site)) this.#advance(site);
    }
  }

  async #saveCrawlDelay(site: Site): Promise<void> {
    const { unsavedCrawlDelayMs: delayMs } = site;
    if (delayMs === null) return;
    try {
      await this.#shares.storeCrawlDelay(site.key, delayMs);
      if (site.unsavedCrawlDelayMs === delayMs) site.unsavedCrawlDelayMs = null;
    } catch (error) {
      this.#handleError(error, [site]);
    }
  }

  #scheduleHeartbeat(): NodeJS.Timeout {
    return setTimeout(
      () => this.#session.track(this.#sendHeartbeat()),
      this.#timing.heartbeatIntervalMs,
    ).unref();
  }

  async #sendHeartbeat(): Promise<void> {
    const session = this.#session.current;
    try {
      if (session !== null) await this.#extendSession(session);
    } catch (error) {
      this.#handleError(error, this.#sites.values());
    }
    for (const site of this.#sites.values()) {
      if (site.unsavedCrawlDelayMs !== null) this.#session.track(this.#saveCrawlDelay(site));
      site.peak = getDemand(site);
      if (!site.isStatementRunning) this.#advance(site);
      if (!site.isStatementRunning) this.#sites.removeIfUnused(site);
    }
    await this.#returnUnused();
    this.#heartbeatTimer = null;
    if (this.#isClosed) return;
    if (this.#sites.size > 0) this.#heartbeatTimer = this.#scheduleHeartbeat();
    else this.#session.end();
  }

  /** Extends the lease, and applies the state of all sites that have a share. */
  async #extendSession(session: Session): Promise<void> {
    const sentAt = this.#now();
    const withShare = [...this.#sites.values()].filter(hasStableShare);
    const states = await this.#shares.sendHeartbeat(session.process);
    this.#failingSince = null;
    if (this.#session.current !== session) return;
    if (states === null) {
      this.#session.end();
      for (const site of this.#sites.values()) {
        if (site.running > 0 && !site.isStatementRunning) this.#session.track(this.#requestShare(site));
      }
      return;
    }
    this.#session.extend(session, sentAt);
    const stateBySite = new Map(states.map((state) => [state.site, state]));
    for (const site of withShare) {
      // Requests and returns in the meantime are newer than this response.
      if (!hasStableShare(site)) continue;
      if (applyState(site, stateBySite.get(site.key), sentAt)) this.#session.track(this.#requestShare(site));
    }
  }
}

function createStoppingFailure(): Failure {
  return new Failure('unavailable', 'The service is stopping. Try again later.');
}
