import { errorMessage, Failure } from '../domain/system/failure.ts';
import type { Log } from '../domain/system/log.ts';
import { databaseFailure } from './database-failure.ts';

/** Logs errors of background work that uses the database. */
export type ThrottledErrorLog = (error: unknown, message: string) => void;

/** One outage ends all connections at once, and each reports it. */
const throttleMs = 10_000;

/**
 * Creates an error log: database failures are logged in one line without a stack, at most once in ten seconds; any
 * other error is logged completely, every time.
 */
export function createThrottledErrorLog(
  log: Log,
  monotonicMs: () => number = () => performance.now(),
): ThrottledErrorLog {
  let throttledUntil = Number.NEGATIVE_INFINITY;
  return (error, message) => {
    const isKnown = error instanceof Failure && error.kind === 'unavailable';
    const failure = isKnown ? error : databaseFailure(error);
    if (failure === null) {
      log.warn({ err: error }, message);
      return;
    }
    if (monotonicMs() < throttledUntil) return;
    throttledUntil = monotonicMs() + throttleMs;
    log.warn({ reason: failure.message, error: errorMessage(error) }, message);
  };
}
