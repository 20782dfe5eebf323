import type { PoolConfig } from 'pg';
import type { Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/log.ts';
import type { Database } from '../../store/database.ts';
import { createTroubleReport } from '../../store/database-trouble.ts';
import { startListening } from '../../store/listen.ts';
import { attemptTimeoutMs, type MakeAttempt } from './attempt.ts';
import {
  type Claim,
  type ClaimRule,
  claimDeliveries,
  giveBack,
  nextAttemptAt,
  recordAttempt,
} from './claims.ts';
import { deliveriesChannel } from './events.ts';

/** Attempts under way in this process at most. */
const attemptsAtOnce = 64;
/** Longer than an attempt with its connection, its answer and its record can take. */
const defaultRule: ClaimRule = { leaseMs: attemptTimeoutMs + 10_000, perTarget: 4 };
/** The longest sleep; the clock is looked at again then, and what a lost notification hid is found. */
const longestSleepMs = 5_000;
/** The sleep when something is due that may not be claimed now, as its target has enough to do. */
const busySleepMs = 1_000;

/** What a deliverer needs of the other rooms. */
export interface DelivererOptions {
  database: Database;
  /** For the connection that listens. */
  connection: PoolConfig;
  attempt: MakeAttempt;
  clock: Clock;
  log: Log;
  rule?: ClaimRule;
}

/** Delivers what is due until it is stopped. */
export interface Deliverer {
  /** Looks now for what is due. */
  wake(): void;
  /** Lets attempts under way end for at most `graceMs`, then gives them back. */
  stop(graceMs: number): Promise<void>;
}

/** Starts delivering: woken by the commit of an event, by the clock, and by the end of an attempt. */
export function startDeliverer(options: DelivererOptions): Deliverer {
  const { database, attempt, clock, log, rule = defaultRule } = options;
  const report = createTroubleReport(log);
  const underWay = new Set<Promise<void>>();
  const abandon = new AbortController();
  let isStopped = false;
  let isWoken = false;
  let round: Promise<void> | null = null;
  let sleep: NodeJS.Timeout | null = null;

  /** An attempt that cannot be recorded stays claimed; after its lease it is made again, under the same id. */
  async function deliver(claim: Claim): Promise<void> {
    const about = { delivery: claim.deliveryId, type: claim.type, attempt: claim.attempt };
    try {
      const outcome = await attempt(claim, abandon.signal);
      const isDisabled = await recordAttempt(database, claim, outcome, clock.now());
      const { ms, statusCode, error } = outcome;
      if (error === null) log.debug({ ...about, ms }, 'webhook delivered');
      else log.info({ ...about, ms, status_code: statusCode }, `webhook not delivered: ${error}`);
      if (isDisabled)
        log.warn({ ...about, account: claim.accountId }, 'webhook target disabled: it took nothing for days');
    } catch (error) {
      if (abandon.signal.aborted) await giveBack(database, claim, clock.now()).catch(() => undefined);
      else report(error, `attempt ${claim.attempt} of the webhook ${claim.deliveryId} was lost`);
    }
  }

  function begin(claim: Claim): void {
    const delivery = deliver(claim).finally(() => {
      underWay.delete(delivery);
      wake();
    });
    underWay.add(delivery);
  }

  async function claimAll(): Promise<void> {
    while (!isStopped) {
      const free = attemptsAtOnce - underWay.size;
      const claims = await claimDeliveries(database, rule, free, clock.now());
      for (const claim of claims) begin(claim);
      if (claims.length < free || free <= 0) return;
    }
  }

  async function sleepMs(): Promise<number> {
    // The end of an attempt wakes.
    if (underWay.size >= attemptsAtOnce) return longestSleepMs;
    const next = await nextAttemptAt(database);
    if (next === null) return longestSleepMs;
    const wait = next.getTime() - clock.now().getTime();
    return wait <= 0 ? busySleepMs : Math.min(wait, longestSleepMs);
  }

  async function work(): Promise<void> {
    let wait = longestSleepMs;
    try {
      do {
        isWoken = false;
        await claimAll();
      } while (isWoken && !isStopped);
      wait = await sleepMs();
    } catch (error) {
      if (!isStopped) report(error, 'webhooks that are due could not be claimed');
    }
    round = null;
    if (isStopped) return;
    if (isWoken) wake();
    else sleep = setTimeout(wake, wait).unref();
  }

  function wake(): void {
    isWoken = true;
    if (isStopped || round !== null) return;
    if (sleep !== null) clearTimeout(sleep);
    sleep = null;
    round = work();
  }

  const listener = startListening({
    connection: options.connection,
    channel: deliveriesChannel,
    onNotify: wake,
    log,
  });
  wake();

  return {
    wake,
    async stop(graceMs) {
      isStopped = true;
      if (sleep !== null) clearTimeout(sleep);
      await listener.stop();
      await round;
      const late = setTimeout(() => abandon.abort(new Error('the process stops')), graceMs);
      await Promise.all(underWay);
      clearTimeout(late);
    },
  };
}
