import { Failure, messageOf } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import { databaseFailure } from './database-failure.ts';

/** Tells of errors of the database in the background, where nobody waits for an answer. */
export type ReportTrouble = (error: unknown, message: string) => void;

/** One outage ends every connection at once, and each says so. */
const quietMs = 10_000;

/**
 * A lost or refused connection is one line without a stack, and then nothing of that kind for ten seconds; any other
 * error is told whole, every time.
 */
export function createTroubleReport(
  log: Log,
  monotonicMs: () => number = () => performance.now(),
): ReportTrouble {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (error, message) => {
    const isKnown = error instanceof Failure && error.kind === 'unavailable';
    const trouble = isKnown ? error : databaseFailure(error);
    if (trouble === null) {
      log.warn({ err: error }, message);
      return;
    }
    if (monotonicMs() < quietUntil) return;
    quietUntil = monotonicMs() + quietMs;
    log.warn({ reason: trouble.message, error: messageOf(error) }, message);
  };
}
