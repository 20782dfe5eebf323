import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../domain/system/failure.ts';
import { findShortage } from '../../domain/system/shortage.ts';
import { databaseFailure } from '../../store/database-failure.ts';

const retryMs = 1_000;
/** A start is repeated this long; afterwards the supervisor of the process decides. */
const timeoutMs = 60_000;

/** Options of {@link startWhenPossible}. */
export interface StartOptions {
  /** Ends the wait; the last error is then thrown. */
  signal: AbortSignal;
  /** Reports the reason of each repetition. */
  onRetry(reason: string): void;
}

/** Returns whether the port or address of the service cannot be used: a setting is probably wrong. */
function isListenError(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error;
  return cause instanceof Error && 'syscall' in cause && cause.syscall === 'listen';
}

/**
 * Returns why a start failed that can succeed later: a shortage, or a database that was lost during the start. A database that
 * cannot be reached in the first place is a `Failure`, because a setting is probably wrong.
 */
function findTemporaryReason(error: unknown): string | null {
  if (isListenError(error)) return null;
  const shortage = findShortage(error);
  if (shortage !== null) return `${shortage.reason}.`;
  return error instanceof Failure ? null : (databaseFailure(error)?.message ?? null);
}

/**
 * Runs a start, and repeats it for a minute while this machine or process lacks something temporarily, such as file
 * descriptors or a database: nobody has to start the service again. A failed start must have undone its work.
 */
export async function startWhenPossible<Started>(
  start: () => Promise<Started>,
  { signal, onRetry }: StartOptions,
): Promise<Started> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const reason = findTemporaryReason(error);
      if (reason === null || signal.aborted || performance.now() > deadline) throw error;
      onRetry(reason);
      // A stop ends the wait; the error is more useful than the reason of the stop.
      await pause(retryMs, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
