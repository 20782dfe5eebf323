import type { Principal } from '../../domain/resources/account.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Limits } from '../../domain/system/settings.ts';

/** State of one rate limit after a request was counted. */
export interface RateLimitState {
  /** Owner of the limit: the account or the key. */
  name: 'account' | 'key';
  /** Requests per window. */
  quota: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the next window starts. */
  resetSeconds: number;
}

/** Requests that were counted together before their calls, such as the messages of a batch. */
export interface CountedRequests {
  /** Returns true, once for each of the requests, if a call is one of them and is not counted again. */
  take(): boolean;
}

/** An admitted request. */
export interface Admission {
  states: RateLimitState[];
  /** Must be called once, when the request has ended. */
  release(): void;
}

/** Limits requests per minute and concurrent requests, per account and per key. */
export interface RateLimiter {
  /**
   * Counts a request, unless it is one of `counted`, and admits its call; throws Failure `rate_limited` if it exceeds a
   * limit. Passes the states of the limits to `onStates` in both cases.
   */
  admit(principal: Principal, now: Date, onStates?: OnStates, counted?: CountedRequests | null): Admission;
  /** Counts several requests at once; throws Failure `rate_limited`, and counts none, if they exceed a limit. */
  count(principal: Principal, requests: number, now: Date, onStates?: OnStates): CountedRequests;
}

type OnStates = (states: RateLimitState[]) => void;

/** Counters of an account or a key. */
interface UsageCounter {
  window: number;
  requests: number;
  running: number;
}

interface RateLimit {
  name: RateLimitState['name'];
  counter: UsageCounter;
  perMinute: number;
  concurrent: number;
}

/** Returns the failure of requests that exceed a limit. */
function createFailure(
  { name, perMinute }: Pick<RateLimit, 'name' | 'perMinute'>,
  requests: number,
  resetSeconds: number,
): Failure {
  const limit = `This ${name} may send ${perMinute} requests per minute`;
  const advice =
    requests === 1
      ? `Try again in ${resetSeconds} seconds.`
      : requests > perMinute
        ? 'Send smaller batches.'
        : `Try again in ${resetSeconds} seconds, or send a smaller batch.`;
  const reason = requests === 1 ? `${limit}.` : `${limit}, and the batch has ${requests}.`;
  return new Failure('rate_limited', `${reason} ${advice}`, { retryAfter: resetSeconds });
}

const windowMs = 60_000;
/** Maximum counters before idle ones are evicted. */
const maxCounters = 10_000;

/**
 * Creates a limiter that counts in memory, so that a request needs no round trip; a window is a minute of the clock.
 * Every process counts for itself: N processes behind a load balancer admit up to N times as many requests.
 */
export function createRateLimiter(limits: Limits): RateLimiter {
  const counters = new Map<string, UsageCounter>();

  function evictIdleCounters(window: number): void {
    for (const [subject, { running, ...counter }] of counters) {
      if (running === 0 && counter.window !== window) counters.delete(subject);
    }
  }

  function getCounter(subject: string, window: number): UsageCounter {
    let counter = counters.get(subject);
    if (counter === undefined) {
      if (counters.size >= maxCounters) evictIdleCounters(window);
      counter = { window, requests: 0, running: 0 };
      counters.set(subject, counter);
    }
    if (counter.window !== window) {
      counter.window = window;
      counter.requests = 0;
    }
    return counter;
  }

  function getRateLimits({ accountId, keyId, limits: keyLimits }: Principal, window: number): RateLimit[] {
    const account: RateLimit = {
      name: 'account',
      counter: getCounter(accountId, window),
      perMinute: limits.requestsPerMinute,
      concurrent: limits.concurrent,
    };
    if (keyLimits === undefined) return [account];
    const key: RateLimit = {
      name: 'key',
      counter: getCounter(keyId, window),
      perMinute: Math.min(keyLimits.requestsPerMinute ?? limits.requestsPerMinute, limits.requestsPerMinute),
      concurrent: Math.min(keyLimits.concurrent ?? limits.concurrent, limits.concurrent),
    };
    return [account, key];
  }

  /** Counts requests against all limits, or against none and throws if they exceed one. */
  function countRequests(
    principal: Principal,
    requests: number,
    now: Date,
    onStates: OnStates | undefined,
  ): { rateLimits: RateLimit[]; states: RateLimitState[] } {
    const window = Math.floor(now.getTime() / windowMs);
    const resetSeconds = Math.ceil(((window + 1) * windowMs - now.getTime()) / 1_000);
    const rateLimits = getRateLimits(principal, window);
    const exceeded = rateLimits.find(({ counter, perMinute }) => counter.requests + requests > perMinute);
    // Rejected requests are not counted, so a client that waits for the next window is admitted.
    if (requests > 0 && exceeded === undefined)
      for (const { counter } of rateLimits) counter.requests += requests;
    const states = rateLimits.map(
      ({ name, counter, perMinute }): RateLimitState => ({
        name,
        quota: perMinute,
        windowSeconds: windowMs / 1_000,
        remaining: perMinute - counter.requests,
        resetSeconds,
      }),
    );
    onStates?.(states);
    if (requests > 0 && exceeded !== undefined) throw createFailure(exceeded, requests, resetSeconds);
    return { rateLimits, states };
  }

  return {
    count(principal, requests, now, onStates) {
      if (requests > 0) countRequests(principal, requests, now, onStates);
      let left = requests;
      return {
        take() {
          if (left === 0) return false;
          left -= 1;
          return true;
        },
      };
    },
    admit(principal, now, onStates, counted) {
      const isCounted = counted?.take() === true;
      const { rateLimits, states } = countRequests(principal, isCounted ? 0 : 1, now, onStates);
      const saturated = rateLimits.find(({ counter, concurrent }) => counter.running >= concurrent);
      if (saturated !== undefined) {
        const reason = `This ${saturated.name} may run ${saturated.concurrent} requests concurrently. Try again when one has ended.`;
        throw new Failure('rate_limited', reason, { retryAfter: 1 });
      }
      for (const { counter } of rateLimits) counter.running += 1;
      return {
        states,
        release() {
          for (const { counter } of rateLimits) counter.running -= 1;
        },
      };
    },
  };
}
