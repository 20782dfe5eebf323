import type { Principal } from '../domain/account.ts';
import { Failure } from '../domain/failure.ts';
import type { Limits } from '../domain/settings.ts';

/** How one bound on requests stands after a request was counted. */
export interface RateState {
  /** Whose bound: the account's, or the key's own. */
  name: 'account' | 'key';
  /** Requests a window. */
  quota: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window begins anew. */
  resetSeconds: number;
}

/** A request that may run. */
export interface Admission {
  states: RateState[];
  /** To be called once, when the request is over. */
  leave(): void;
}

/** Bounds requests a minute and work at once, per account and per key. */
export interface Limiter {
  /**
   * Counts a request; throws Failure `rate_limited` when it is one too many, with the states of the bounds passed to
   * `tell` either way.
   */
  admit(principal: Principal, now: Date, tell?: (states: RateState[]) => void): Admission;
}

/** What is counted of an account or a key. */
interface Counted {
  window: number;
  requests: number;
  running: number;
}

interface Bound {
  name: RateState['name'];
  counted: Counted;
  perMinute: number;
  concurrent: number;
}

const windowMs = 60_000;
/** Accounts and keys remembered before those at rest are forgotten. */
const mostRemembered = 10_000;

/**
 * Counts in memory, so that a request costs no round trip: a window is a minute of the clock. Every process that serves
 * requests counts for itself; behind a balancer, N of them let through N times as many at most.
 */
export function createLimiter(limits: Limits): Limiter {
  const known = new Map<string, Counted>();

  function forgetResting(window: number): void {
    for (const [subject, { running, ...counted }] of known) {
      if (running === 0 && counted.window !== window) known.delete(subject);
    }
  }

  function countedOf(subject: string, window: number): Counted {
    let counted = known.get(subject);
    if (counted === undefined) {
      if (known.size >= mostRemembered) forgetResting(window);
      counted = { window, requests: 0, running: 0 };
      known.set(subject, counted);
    }
    if (counted.window !== window) {
      counted.window = window;
      counted.requests = 0;
    }
    return counted;
  }

  function boundsOf({ accountId, keyId, limits: own }: Principal, window: number): Bound[] {
    const account: Bound = {
      name: 'account',
      counted: countedOf(accountId, window),
      perMinute: limits.requestsPerMinute,
      concurrent: limits.concurrent,
    };
    if (own === undefined) return [account];
    const key: Bound = {
      name: 'key',
      counted: countedOf(keyId, window),
      perMinute: Math.min(own.requestsPerMinute ?? limits.requestsPerMinute, limits.requestsPerMinute),
      concurrent: Math.min(own.concurrent ?? limits.concurrent, limits.concurrent),
    };
    return [account, key];
  }

  return {
    admit(principal, now, tell) {
      const window = Math.floor(now.getTime() / windowMs);
      const resetSeconds = Math.ceil(((window + 1) * windowMs - now.getTime()) / 1_000);
      const bounds = boundsOf(principal, window);
      const spent = bounds.find(({ counted, perMinute }) => counted.requests >= perMinute);
      // What is refused counts no further: whoever waits until the window ends is served.
      if (spent === undefined) for (const { counted } of bounds) counted.requests += 1;
      const states = bounds.map(
        ({ name, counted, perMinute }): RateState => ({
          name,
          quota: perMinute,
          windowSeconds: windowMs / 1_000,
          remaining: perMinute - counted.requests,
          resetSeconds,
        }),
      );
      tell?.(states);
      if (spent !== undefined) {
        const reason = `this ${spent.name} may send ${spent.perMinute} requests a minute`;
        throw new Failure('rate_limited', reason, { retryAfter: resetSeconds });
      }
      const full = bounds.find(({ counted, concurrent }) => counted.running >= concurrent);
      if (full !== undefined) {
        const reason = `this ${full.name} may have ${full.concurrent} requests under way at once`;
        throw new Failure('rate_limited', reason, { retryAfter: 1 });
      }
      for (const { counted } of bounds) counted.running += 1;
      return {
        states,
        leave() {
          for (const { counted } of bounds) counted.running -= 1;
        },
      };
    },
  };
}
