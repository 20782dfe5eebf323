import { setTimeout as delay } from 'node:timers/promises';
import { databaseTimeoutFailure } from '../../store/database-failure.ts';

/** Rejects if the statement takes longer than `ms`; calls `onLate` if it succeeds afterwards. */
export async function withTimeout<Result>(
  ms: number,
  work: Promise<Result>,
  onLate = () => {},
): Promise<Result> {
  const stop = new AbortController();
  const timeout = delay(ms, undefined, { signal: stop.signal }).then(() => {
    // A late failure needs no action: what the statement would have written expires.
    work.then(onLate, () => {});
    throw databaseTimeoutFailure();
  });
  // The race reports the timeout; afterwards it does not matter.
  timeout.catch(() => {});
  try {
    return await Promise.race([work, timeout]);
  } finally {
    stop.abort();
  }
}
