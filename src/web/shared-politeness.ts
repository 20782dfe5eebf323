import { randomUUID } from 'node:crypto';
import { Failure } from '../domain/failure.ts';
import type { Database } from '../store/database.ts';
import { databaseFailure } from '../store/database-failure.ts';
import type { Admission, Politeness, PolitenessOptions, SiteFeedback } from './politeness.ts';
import { boundedCrawlDelay, boundedRetryAfter, relaxedRule, siteKey } from './politeness-rules.ts';
import { createPolitenessShares, type Grant, type Standing } from './politeness-shares.ts';
import {
  hasExcess,
  isForgettable,
  mostOf,
  newSite,
  queueUp,
  refuseAll,
  releaseShare,
  type Site,
  takeFirst,
} from './shared-site.ts';

/** Politeness that several processes share; it holds shares of sites until it is closed. */
export interface SharedPoliteness extends Politeness {
  /** Turns away whoever waits and gives every share back. */
  close(): Promise<void>;
}

/** How it keeps time; milliseconds. */
export interface SharedTiming {
  /** How long a share outlives the last sign of life of its process. */
  leaseMs: number;
  /** How often the process gives a sign of life, and learns what other processes want and what sites asked for. */
  beatMs: number;
  /** How often a slot that another process has is asked for again. */
  pollMs: number;
  /** How long an unused share is kept, so that the next page needs no question. */
  idleMs: number;
  /** How long one waits for a database that does not answer before that is `unavailable`. */
  patienceMs: number;
}

const usualTiming: SharedTiming = {
  leaseMs: 5_000,
  beatMs: 500,
  pollMs: 100,
  idleMs: 1_000,
  patienceMs: 5_000,
};
/** Shares that are given back within this time go in one statement. */
const gatherMs = 5;

/** The process as the others know it; a new one whenever it was out of touch for too long. */
interface Session {
  readonly process: string;
  validUntil: number;
}

/**
 * Politeness over all processes of one database. Each process holds shares of the sites it fetches from: slots to use at
 * will where there is no gap to keep, else one start at a time. A share counts as lost here before it does in the
 * database, whatever the clocks say, so that a process which is cut off or frozen starts nothing on top of the others;
 * only what it has under way then is counted again when it comes back.
 */
export function createSharedPoliteness(
  options: PolitenessOptions & {
    database: Database;
    timing?: Partial<SharedTiming>;
  },
): SharedPoliteness {
  const timing = { ...usualTiming, ...options.timing };
  const shares = createPolitenessShares(options.database, timing);
  const now = options.monotonicMs ?? (() => performance.now());
  const sites = new Map<string, Site>();
  let session: Session | null = null;
  let beating: NodeJS.Timeout | null = null;
  let gathering: NodeJS.Timeout | null = null;
  let failingSince: number | null = null;
  let isClosed = false;
  const underWay = new Set<Promise<void>>();

  const isValid = (): boolean => session !== null && now() < session.validUntil;

  const track = (work: Promise<void>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  function forget(lost: Session): void {
    if (session === lost) session = null;
    for (const site of sites.values()) {
      site.slots = 0;
      releaseShare(site);
    }
    track(shares.leave(lost.process).catch(() => {}));
  }

  function currentSession(): Session {
    if (session !== null && !isValid()) forget(session);
    session ??= { process: randomUUID(), validUntil: now() + timing.leaseMs };
    beating ??= setTimeout(() => track(beat()), timing.beatMs).unref();
    return session;
  }

  /** Waits a while for a database in trouble, then says so to everybody who waits; another error is told at once. */
  function onTrouble(error: unknown, concerned: Iterable<Site>): void {
    const failure = error instanceof Failure ? error : databaseFailure(error);
    if (failure === null) {
      for (const site of concerned) refuseAll(site, error);
      return;
    }
    failingSince ??= now();
    if (now() - failingSince < timing.patienceMs) return;
    for (const site of sites.values()) refuseAll(site, failure);
  }

  function begin(site: Site): void {
    const waiter = takeFirst(site);
    if (waiter === null) return;
    site.running += 1;
    waiter.start();
  }

  function take(site: Site, grant: Grant, runningThen: number): void {
    site.held = Math.max(grant.slots, runningThen);
    site.byStart = grant.byStart;
    site.crawlDelayMs = grant.crawlDelayMs;
    const isShort = grant.slots < Math.min(mostOf(site), site.running + site.waiting.size);
    site.askAt = now() + (grant.waitMs > 0 ? grant.waitMs : isShort ? timing.pollMs : 0);
    if (grant.waitMs > 0) site.nextStartAt = Math.max(site.nextStartAt, now() + grant.waitMs);
    if (grant.isStarted) begin(site);
    site.slots = grant.byStart ? site.running : grant.slots;
  }

  /** What a question that was given up got after all is ours to give back, or that of a session that is over. */
  function holdLate(site: Site, asked: Session, wanted: number): void {
    if (session !== asked) {
      track(shares.leave(asked.process).catch(() => {}));
      return;
    }
    const known = sites.get(site.key) ?? site;
    sites.set(known.key, known);
    known.held = Math.max(known.held, wanted);
    known.isListed = true;
  }

  async function ask(site: Site): Promise<void> {
    const asked = currentSession();
    site.isBusy = true;
    site.isListed = true;
    const demand = site.running + site.waiting.size;
    const wanted = Math.max(
      site.running,
      Math.min(mostOf(site), site.byStart ? demand : Math.max(demand, site.peak)),
    );
    const wish = { site: site.key, process: asked.process, rule: site.rule, running: site.running, wanted };
    try {
      const grant = await shares.ask(wish, () => holdLate(site, asked, wanted));
      failingSince = null;
      // An answer that took too long may be about a share that is lost already.
      if (session === asked && isValid()) take(site, grant, wish.running);
      else if (session === asked) forget(asked);
      // What was granted after all to a session that is over is nobody's.
      else track(shares.leave(asked.process).catch(() => {}));
    } catch (error) {
      // Whether it took effect is unknown: give back as much as it could have been.
      site.held = wanted;
      site.askAt = now() + timing.pollMs;
      onTrouble(error, [site]);
    } finally {
      site.isBusy = false;
      advance(site);
    }
  }

  /** Starts whoever may start, and comes back when more can be done. */
  function advance(site: Site): void {
    if (site.timer !== null) clearTimeout(site.timer);
    site.timer = null;
    if (isClosed || site.isBusy) return;
    while (!site.byStart && isValid() && site.running < site.slots && now() >= site.nextStartAt) {
      if (site.waiting.size === 0) break;
      begin(site);
    }
    if (site.waiting.size === 0) {
      if (site.byStart && hasExcess(site)) gather();
      return;
    }
    // A share that has become smaller is told as soon as it is kept to: somebody waits for the rest.
    const isShrunk = !site.byStart && site.running <= site.slots && site.slots < site.held;
    if (site.running >= mostOf(site) && !isShrunk) return;
    const mustAsk = site.byStart || isShrunk || !isValid() || site.running >= site.slots;
    const at = mustAsk ? Math.max(site.askAt, site.nextStartAt) : site.nextStartAt;
    const wait = Math.ceil(at - now());
    if (wait > 0) site.timer = setTimeout(() => advance(site), wait);
    else track(ask(site));
  }

  /** What this process no longer uses: starts at once, slots when they have been idle for a while. */
  const isUnused = (site: Site): boolean =>
    !site.isBusy &&
    site.waiting.size === 0 &&
    (site.byStart ? hasExcess(site) : site.running === 0 && now() - site.idleSince >= timing.idleMs);

  function gather(): void {
    gathering ??= setTimeout(() => {
      gathering = null;
      track(giveBack());
    }, gatherMs);
  }

  async function giveBack(): Promise<void> {
    const unused = sites.values().filter(isUnused).toArray();
    if (unused.length === 0) return;
    const remainders = unused.map((site) => ({ site: site.key, slots: site.running, wanted: site.running }));
    for (const site of unused) {
      site.isBusy = true;
      site.slots = site.running;
    }
    try {
      if (session !== null) await shares.giveBack(session.process, remainders);
      for (const [index, site] of unused.entries())
        releaseShare(site, (remainders[index] as { slots: number }).slots);
      failingSince = null;
    } catch (error) {
      onTrouble(error, []);
    }
    for (const site of unused) {
      site.isBusy = false;
      if (isForgettable(site)) sites.delete(site.key);
      else advance(site);
    }
  }

  async function tell(site: Site): Promise<void> {
    const { untold } = site;
    if (untold === null) return;
    try {
      await shares.tell(site.key, Math.max(0, untold.retryUntil - now()), untold.crawlDelayMs);
      if (site.untold === untold) site.untold = null;
    } catch (error) {
      onTrouble(error, []);
    }
  }

  function finish(site: Site, feedback: SiteFeedback): void {
    site.running -= 1;
    if (site.byStart) site.slots = site.running;
    site.idleSince = now();
    const crawlDelayMs = boundedCrawlDelay(feedback.crawlDelayMs);
    const retryAfterMs = boundedRetryAfter(feedback.retryAfterMs);
    const isNews = crawlDelayMs !== null && crawlDelayMs !== site.crawlDelayMs;
    if (isNews) {
      site.crawlDelayMs = crawlDelayMs;
      site.byStart ||= crawlDelayMs > 0;
    }
    if (isNews || retryAfterMs > 0) {
      site.nextStartAt = Math.max(site.nextStartAt, now() + Math.max(retryAfterMs, crawlDelayMs ?? 0));
      const retryUntil = Math.max(site.untold?.retryUntil ?? 0, now() + retryAfterMs);
      site.untold = { retryUntil, crawlDelayMs: crawlDelayMs ?? site.untold?.crawlDelayMs ?? null };
      track(tell(site));
    }
    // What came free is ours to ask for.
    site.askAt = Math.min(site.askAt, Math.max(now(), site.nextStartAt));
    advance(site);
  }

  /** Takes in how a site stands; says whether our share must be looked at again. */
  function learn(site: Site, standing: Standing | undefined, sentAt: number): boolean {
    if (standing === undefined) {
      // The database came back without it.
      site.slots = 0;
      releaseShare(site);
      return site.running > 0;
    }
    const hasNewDelay = standing.crawlDelayMs !== site.crawlDelayMs && site.untold === null;
    if (hasNewDelay) site.crawlDelayMs = standing.crawlDelayMs;
    if (hasNewDelay && standing.crawlDelayMs > 0) site.byStart = true;
    if (standing.waitMs > 0) site.nextStartAt = Math.max(site.nextStartAt, sentAt + standing.waitMs);
    return standing.isContended && !site.byStart;
  }

  async function exchange(asked: Session): Promise<void> {
    const sentAt = now();
    const quiet = sites
      .values()
      .filter((site) => !site.isBusy && site.held > 0)
      .toArray();
    const standings = await shares.beat(asked.process);
    failingSince = null;
    if (session !== asked) return;
    if (standings === null) {
      forget(asked);
      for (const site of sites.values()) if (site.running > 0 && !site.isBusy) track(ask(site));
      return;
    }
    asked.validUntil = Math.max(asked.validUntil, sentAt + timing.leaseMs);
    const bySite = new Map(standings.map((standing) => [standing.site, standing]));
    for (const site of quiet) {
      // What was asked or given back meanwhile is newer than this answer.
      if (site.isBusy || site.held === 0) continue;
      if (learn(site, bySite.get(site.key), sentAt)) track(ask(site));
    }
  }

  async function beat(): Promise<void> {
    const asked = session;
    try {
      if (asked !== null) await exchange(asked);
    } catch (error) {
      onTrouble(error, []);
    }
    for (const site of sites.values()) {
      if (site.untold !== null) track(tell(site));
      site.peak = site.running + site.waiting.size;
      if (!site.isBusy) advance(site);
      if (!site.isBusy && isForgettable(site)) sites.delete(site.key);
    }
    await giveBack();
    beating = null;
    if (isClosed) return;
    if (sites.size > 0) beating = setTimeout(() => track(beat()), timing.beatMs).unref();
    else if (session !== null) forget(session);
  }

  function siteOf(url: URL, exitId: string): Site {
    const key = siteKey(url, exitId);
    const rule = options.isRelaxed(url) ? relaxedRule : options.rule;
    let site = sites.get(key);
    if (site === undefined) {
      site = newSite(key, rule, now());
      sites.set(key, site);
    }
    site.rule = rule;
    return site;
  }

  function admissionTo(site: Site): Admission {
    let isDone = false;
    return {
      done(feedback = {}) {
        if (isDone) return;
        isDone = true;
        finish(site, feedback);
      },
    };
  }

  return {
    async admit(url, exitId, signal) {
      signal.throwIfAborted();
      if (isClosed) throw new Failure('unavailable', 'the service is stopping');
      const site = siteOf(url, exitId);
      const started = queueUp(site, signal, () => {
        site.idleSince = now();
        advance(site);
      });
      site.peak = Math.max(site.peak, site.running + site.waiting.size);
      advance(site);
      await started;
      return admissionTo(site);
    },
    async close() {
      isClosed = true;
      if (beating !== null) clearTimeout(beating);
      if (gathering !== null) clearTimeout(gathering);
      for (const site of sites.values()) {
        if (site.timer !== null) clearTimeout(site.timer);
        refuseAll(site, new Failure('unavailable', 'the service is stopping'));
      }
      if (session !== null) forget(session);
      await Promise.all(underWay);
    },
  };
}
