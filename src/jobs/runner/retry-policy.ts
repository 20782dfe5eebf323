import { setTimeout as pause } from 'node:timers/promises';

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
/** Maximum number of claims of a row that met something unavailable each time. */
export const maxAttempts = 100;

/**
 * Waits before work that met something unavailable returns to the queue: a second after its first attempt, doubled
 * for each further one, up to half a minute. Resolves at once when `signal` aborts.
 */
export async function pauseBeforeAbandoning(attempt: number, signal: AbortSignal): Promise<void> {
  const waitMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(attempt - 1, 10));
  // Rejects when the signal aborts, because no caller waits for the row any more.
  await pause(waitMs, undefined, { ref: false, signal }).catch(() => {});
}
