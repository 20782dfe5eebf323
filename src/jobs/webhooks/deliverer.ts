import type { PoolConfig } from 'pg';
import type { Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { databaseFailure, isTransient } from '../../store/database-failure.ts';
import { retryTransient } from '../../store/retry-transient.ts';
import { startListening } from '../../store/start-listening.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import { attemptTimeoutMs, type MakeAttempt } from './attempt.ts';
import {
  type AttemptOutcome,
  type ClaimRules,
  claimDeliveries,
  type DeliveryClaim,
  findNextAttemptAt,
  recordAttempt,
  releaseClaim,
} from './claims.ts';
import { deliveriesChannel } from './events.ts';

/** Maximum number of concurrent attempts in this process. */
const maxConcurrentAttempts = 64;
/** The lease is longer than an attempt with its connection, its response and its record. */
const defaultRules: ClaimRules = { leaseMs: attemptTimeoutMs + 10_000, perTarget: 4 };
/** Maximum sleep, after which the clock is checked again and lost notifications are noticed. */
const maxSleepMs = 5_000;
/** Sleep if a due attempt cannot be claimed because its target is at its limit. */
const busySleepMs = 1_000;

/** Dependencies of a deliverer. */
export interface DelivererOptions {
  database: Database;
  /** Settings of the connection that listens. */
  connection: PoolConfig;
  attempt: MakeAttempt;
  clock: Clock;
  log: Log;
  rule?: ClaimRules;
}

/** Delivers due webhooks until it is stopped. */
export interface Deliverer {
  /** Checks now for due deliveries. */
  wake(): void;
  /** Waits at most `graceMs` for running attempts, then releases them. */
  stop(graceMs: number): Promise<void>;
}

/** Starts delivering: woken by the commit of an event, by the clock, and by the end of an attempt. */
export function startDeliverer(options: DelivererOptions): Deliverer {
  const { database, attempt, clock, log, rule = defaultRules } = options;
  const report = createThrottledErrorLog(log);
  const runningAttempts = new Set<Promise<void>>();
  const abortController = new AbortController();
  let isStopped = false;
  let isWoken = false;
  let currentRound: Promise<void> | null = null;
  let sleep: NodeJS.Timeout | null = null;

  /**
   * Makes an attempt. Rejects if the attempt can be repeated as if it had never started; other errors count as a
   * failed attempt.
   */
  async function attemptOnce(claim: DeliveryClaim): Promise<AttemptOutcome> {
    const startedAt = performance.now();
    try {
      return await attempt(claim, abortController.signal);
    } catch (error) {
      if (abortController.signal.aborted || databaseFailure(error) !== null || isTransient(error))
        throw error;
      log.error({ err: error, delivery: claim.deliveryId }, 'a webhook could not be attempted');
      const ms = Math.round(performance.now() - startedAt);
      const reason =
        'The message could not be created because of an internal error. The operator finds the cause in the log of the service.';
      return { ms, statusCode: null, answer: null, error: reason, retryAfterMs: null };
    }
  }

  /** An attempt that cannot be recorded stays claimed; after its lease it is repeated under the same id. */
  async function deliver(claim: DeliveryClaim): Promise<void> {
    const logFields = { delivery: claim.deliveryId, type: claim.type, attempt: claim.attempt };
    try {
      const outcome = await attemptOnce(claim);
      const isDisabled = await retryTransient(() => recordAttempt(database, claim, outcome, clock.now()), {
        timeoutMs: rule.leaseMs,
        signal: abortController.signal,
      });
      const { ms, statusCode, error } = outcome;
      if (error === null) log.debug({ ...logFields, ms }, 'webhook delivered');
      else log.info({ ...logFields, ms, status_code: statusCode }, `webhook not delivered: ${error}`);
      if (isDisabled)
        log.warn(
          { ...logFields, account: claim.accountId },
          'webhook target disabled after days without a successful delivery',
        );
    } catch (error) {
      if (abortController.signal.aborted) await releaseAttempt(claim);
      else report(error, `attempt ${claim.attempt} of the webhook ${claim.deliveryId} was lost`);
    }
  }

  /** Releases an attempt when the process stops. If that fails, it is repeated after its lease. */
  async function releaseAttempt(claim: DeliveryClaim): Promise<void> {
    await releaseClaim(database, claim, clock.now()).catch((error: unknown) =>
      report(error, 'a webhook attempt could not be released'),
    );
  }

  function startDelivery(claim: DeliveryClaim): void {
    const delivery = deliver(claim).finally(() => {
      runningAttempts.delete(delivery);
      wake();
    });
    runningAttempts.add(delivery);
  }

  /** Starts attempts that are due; returns when the next one is, which has passed if its target or this process is busy. */
  async function startDueAttempts(): Promise<Date | null> {
    for (;;) {
      const next = await findNextAttemptAt(database);
      const freeSlots = maxConcurrentAttempts - runningAttempts.size;
      if (isStopped || next === null || next > clock.now() || freeSlots <= 0) return next;
      const claims = await claimDeliveries(database, rule, freeSlots, clock.now());
      for (const claim of claims) startDelivery(claim);
      if (claims.length === 0) return next;
    }
  }

  function computeSleepMs(next: Date | null): number {
    // The end of an attempt wakes the deliverer.
    if (next === null || runningAttempts.size >= maxConcurrentAttempts) return maxSleepMs;
    const waitMs = next.getTime() - clock.now().getTime();
    return waitMs <= 0 ? busySleepMs : Math.min(waitMs, maxSleepMs);
  }

  async function work(): Promise<void> {
    let waitMs = maxSleepMs;
    try {
      do {
        isWoken = false;
        waitMs = computeSleepMs(await startDueAttempts());
      } while (isWoken && !isStopped);
    } catch (error) {
      if (!isStopped) report(error, 'due webhooks could not be claimed');
    }
    currentRound = null;
    if (isStopped) return;
    if (isWoken) wake();
    else sleep = setTimeout(wake, waitMs).unref();
  }

  function wake(): void {
    isWoken = true;
    if (isStopped || currentRound !== null) return;
    if (sleep !== null) clearTimeout(sleep);
    sleep = null;
    currentRound = work();
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
      await currentRound;
      const graceTimer = setTimeout(
        () => abortController.abort(new Error('The process is stopping.')),
        graceMs,
      );
      await Promise.all(runningAttempts);
      clearTimeout(graceTimer);
    },
  };
}
