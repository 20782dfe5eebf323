/** Milliseconds from a failed attempt to the next, by how many failed; the first attempt is made at once. */
const pauses = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  14 * 3_600_000,
] as const;

/** How much longer than its step a pause may be, so that what failed together does not come back together. */
const jitter = 0.2;

/** Attempts of one delivery that may fail before it is given up. */
export const maxFailures = pauses.length + 1;

/**
 * The milliseconds to wait after `failures` failed attempts, never less than the receiver asked for by `Retry-After`;
 * null when enough were made. `chance` is from 0 to below 1.
 */
export function pauseAfter(
  failures: number,
  retryAfterMs: number | null,
  chance = Math.random(),
): number | null {
  const pause = pauses[failures - 1];
  return pause === undefined ? null : Math.max(Math.round(pause * (1 + jitter * chance)), retryAfterMs ?? 0);
}
