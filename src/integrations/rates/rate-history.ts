import { addMs, type Clock } from '../../domain/system/clock.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { numberAt } from '../../domain/values/elements.ts';
import type { RateTable } from '../../domain/values/exchange.ts';
import { findNextPublication } from './publication.ts';
import type { RateStore } from './rate-store.ts';

/** Dependencies of {@link createRateHistory}. */
export interface RateHistoryOptions {
  /** Store of the tables, with the state of the requests for the file of the last 90 days. */
  store: RateStore;
  /** Requests the file; returns its tables, or the error. */
  fetchTables(): Promise<RateTable[] | { fault: string }>;
  clock: Clock;
  log: Log;
}

/** Days that the file contains; its days without a publication count. */
const fileDays = 90;
/** Longest time without a publication, such as over Christmas or Easter. */
const maxGapDays = 6;
/** Pause after the file was read: a newer one has the days that were published since. */
const pauseMs = 12 * 60 * 60_000;
/** Pauses after the first, second, ... failed try. */
const retryMs = [5, 30, 120, 360].map((minutes) => minutes * 60_000);
/** Lease of the process that requests the file. */
const claimMs = 60_000;

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Creates a function that returns the rates of a day (`YYYY-MM-DD`), which weekends and holidays have from the day before. */
export function createRateHistory({ store, fetchTables, clock, log }: RateHistoryOptions) {
  /** The request that the calls of this process share. */
  let pending: Promise<void> | null = null;

  /** Loads the file if no process did recently. */
  async function loadFile(now: Date): Promise<void> {
    const { failures } = await store.findFileState();
    if (!(await store.claim(now, addMs(now, claimMs)))) return;
    const result = await fetchTables();
    const state = { etag: null, lastModified: null };
    if (Array.isArray(result)) {
      const nextRequestAt = addMs(now, pauseMs);
      await store.store({ ...state, nextRequestAt, failures: 0, fault: null }, result);
      return;
    }
    const pause = numberAt(retryMs, Math.min(failures, retryMs.length - 1));
    log.warn({ fault: result.fault }, 'exchange rates of past days are not available');
    const failed = { failures: failures + 1, fault: result.fault };
    await store.store({ ...state, nextRequestAt: addMs(now, pause), ...failed }, []);
  }

  return async (day: string): Promise<RateTable | null> => {
    const now = clock.now();
    const earliest = dayOf(addMs(new Date(`${day}T00:00:00Z`), -maxGapDays * dayMs));
    try {
      const stored = await store.findBetween(earliest, day);
      const isCertain = stored !== null && dayOf(findNextPublication(stored.date)) > day;
      if (isCertain || day < dayOf(addMs(now, -fileDays * dayMs))) return stored;
      pending ??= loadFile(now).finally(() => {
        pending = null;
      });
      await pending;
      return await store.findBetween(earliest, day);
    } catch (error) {
      log.warn({ error: errorMessage(error) }, 'exchange rates of a past day could not be read');
      return null;
    }
  };
}
