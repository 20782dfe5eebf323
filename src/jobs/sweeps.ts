import type { Clock } from '../domain/clock.ts';
import type { Log } from '../domain/log.ts';
import type { DueWork } from './due.ts';
import { defineQueue, type Queue } from './queue.ts';

/** Housekeeping, by name, and how often it comes round in milliseconds. */
const intervals = {
  reservations: 60_000,
  renewals: 60_000,
  contents: 10 * 60_000,
  'page-cache': 10 * 60_000,
  jobs: 10 * 60_000,
  blobs: 10 * 60_000,
  requests: 60 * 60_000,
  deliveries: 60 * 60_000,
  'stale-files': 60 * 60_000,
  politeness: 10 * 60_000,
  layouts: 60 * 60_000,
  'read-pages': 60 * 60_000,
  archives: 60 * 60_000,
  monitors: 60 * 60_000,
  runs: 60 * 60_000,
  sessions: 60_000,
} as const;

/** One housekeeping work. */
export type SweepName = keyof typeof intervals;

/** Sweeps one batch as of `now` and returns how much it found; it is called again until it finds nothing. */
export type Sweep = (now: Date, signal: AbortSignal) => Promise<number>;

const names = Object.keys(intervals) as SweepName[];
/** Batches of one turn at most; what is left waits for the next turn. */
const maxBatches = 1_000;
/** So that a long one does not hold up what comes round meanwhile. */
const workers = 2;

/** The queue of the housekeeping: one for all, since each costs every process questions to the database. */
export const sweepQueue = defineQueue<{ sweep: string }>('housekeeping', {
  // At most one job of each sweep waits or runs.
  policy: 'exclusive',
  // The next turn is the retry.
  retryLimit: 0,
  expireInSeconds: 15 * 60,
  deleteAfterSeconds: 60 * 60,
});

/** What of the housekeeping is due when. */
export const sweepWorks: readonly DueWork<{ sweep: string }>[] = names.map((name) => ({
  name: `sweep-${name}`,
  definition: sweepQueue,
  payload: { sweep: name },
  everyMs: intervals[name],
}));

/** Works on the housekeeping with the sweeps that the composition hands in. */
export async function workOnSweeps(options: {
  queue: Queue;
  sweeps: Readonly<Record<SweepName, Sweep>>;
  clock: Clock;
  log: Log;
}): Promise<void> {
  const { queue, sweeps, clock, log } = options;
  const known = new Map<string, Sweep>(Object.entries(sweeps));
  const work = async ({ sweep: name }: { sweep: string }, signal: AbortSignal) => {
    const sweep = known.get(name);
    // Another version on the same database may have more of them.
    if (sweep === undefined) return;
    let total = 0;
    for (let round = 0; round < maxBatches && !signal.aborted; round += 1) {
      const found = await sweep(clock.now(), signal);
      if (found === 0) break;
      total += found;
    }
    if (total > 0) log.debug({ sweep: name, found: total }, 'swept');
  };
  await queue.work(sweepQueue, work, { concurrency: workers, batch: names.length, pollSeconds: 30 });
}
