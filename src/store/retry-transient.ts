import { setTimeout as pause } from 'node:timers/promises';
import { isSerializationConflict, isTransient } from './database-failure.ts';

/** Options of retries while the database is unavailable. */
export interface RetryOptions {
  /** No attempt starts later than this many milliseconds after the first. */
  timeoutMs: number;
  /** Aborted when the result is no longer needed. */
  signal?: AbortSignal;
  /** Tells whether another attempt can succeed after this error; default {@link isTransient}. */
  isRetryable?(error: unknown): boolean;
  /** Called with the error of an attempt that is retried. */
  onRetry?(error: unknown): void;
}

const firstPauseMs = 100;
const maxPauseMs = 2_000;

/**
 * Runs work again as long as it fails with a transient error; rejects with the error of the last attempt. A failed
 * attempt may have taken effect, so the work must be idempotent.
 */
export async function retryTransient<Result>(
  work: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { timeoutMs, signal, isRetryable = isTransient, onRetry } = options;
  const deadline = performance.now() + timeoutMs;
  for (let waitMs = firstPauseMs; ; waitMs = Math.min(2 * waitMs, maxPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted === true || !isRetryable(error) || performance.now() > deadline) throw error;
      onRetry?.(error);
      // The conflicting transaction has ended by now.
      if (isSerializationConflict(error)) continue;
      // Rejects when the result is no longer needed; the original error is more useful than the signal's reason.
      await pause(waitMs, undefined, signal === undefined ? {} : { signal }).catch(() => {
        throw error;
      });
    }
  }
}
