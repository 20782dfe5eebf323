/**
 * Milliseconds between a failed attempt and the next one, by number of failures; the first attempt is made at once.
 */
const retryPausesMs = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  14 * 3_600_000,
] as const;

/** Maximum fraction by which a pause is extended, so that deliveries that failed together do not retry together. */
const jitterFraction = 0.2;

/**
 * Returns the milliseconds to wait after `failures` failed attempts, at least as long as the receiver's
 * `Retry-After`; null if no attempt is left. `chance` is at least 0 and below 1.
 */
export function computeRetryPauseMs(
  failures: number,
  retryAfterMs: number | null,
  chance = Math.random(),
): number | null {
  const pause = retryPausesMs[failures - 1];
  return pause === undefined
    ? null
    : Math.max(Math.round(pause * (1 + jitterFraction * chance)), retryAfterMs ?? 0);
}
