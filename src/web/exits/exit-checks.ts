import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { AddressLocation, Geography } from './geography.ts';
import type { Echo } from './ip-echo.ts';
import type { Upstream } from './upstream.ts';

/** Observed location of an exit. */
export interface Observation {
  /** IP address that an echo saw; null if none could be reached. */
  ip: string | null;
  at: Date;
  /** Location of the address; null without one. */
  location: AddressLocation | null;
  /** Reason why the exit cannot be used, or null. */
  failureReason: string | null;
}

/** Observes the location of exits, and caches it by upstream, credentials and session. */
export interface ExitChecks {
  /** Observes an exit. Rejects only on abort of `signal`. */
  observe(via: Upstream | null, signal: AbortSignal): Promise<Observation>;
  /** Returns the cached observation without a request. */
  getCached(via: Upstream | null): Observation | null;
  /** Removes the cached observation, so that the next one is made again. */
  invalidate(via: Upstream | null): void;
}

/** Validity of an observation: half of a session's life for a proxy; longer for this machine. */
const proxyTtlMs = 5 * 60_000;
const ownTtlMs = 6 * 3_600_000;
/** Retry time if no echo service could be reached. */
const unknownTtlMs = 60_000;
const maxEntries = 5_000;
const checkTimeoutMs = 20_000;

interface Entry {
  pending: Promise<Observation>;
  observation: Observation | null;
  expiresAt: Date;
}

/** Creates checks with an empty cache. */
export function createExitChecks(echo: Echo, geography: Geography, clock: Clock): ExitChecks {
  const entries = new Map<string, Entry>();
  const cacheKey = (via: Upstream | null) => via?.key ?? '';

  async function observeOnce(via: Upstream | null): Promise<Observation> {
    const answer = await echo.queryAddress(via, AbortSignal.timeout(checkTimeoutMs));
    const at = clock.now();
    if (answer.kind === 'dead') return { ip: null, at, location: null, failureReason: answer.message };
    if (answer.kind === 'silent') return { ip: null, at, location: null, failureReason: null };
    return { ip: answer.ip, at, location: await geography.locate(answer.ip), failureReason: null };
  }

  function getTtlMs(via: Upstream | null, { ip, failureReason }: Observation): number {
    if (failureReason !== null) return 0;
    if (ip === null) return unknownTtlMs;
    return via === null ? ownTtlMs : proxyTtlMs;
  }

  function startObservation(via: Upstream | null): Entry {
    const key = cacheKey(via);
    const entry: Entry = {
      pending: observeOnce(via),
      observation: null,
      expiresAt: addMs(clock.now(), checkTimeoutMs),
    };
    entry.pending.then(
      (observation) => {
        entry.observation = observation;
        entry.expiresAt = addMs(observation.at, getTtlMs(via, observation));
      },
      () => {
        // The caller gets the error; the next call observes again.
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.keys().next();
    if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value);
    return entry;
  }

  function getCurrent(via: Upstream | null): Entry | null {
    const entry = entries.get(cacheKey(via));
    return entry !== undefined && entry.expiresAt > clock.now() ? entry : null;
  }

  return {
    async observe(via, signal) {
      signal.throwIfAborted();
      const { pending } = getCurrent(via) ?? startObservation(via);
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      return Promise.race([pending, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
    },
    getCached: (via) => entries.get(cacheKey(via))?.observation ?? null,
    invalidate: (via) => void entries.delete(cacheKey(via)),
  };
}
