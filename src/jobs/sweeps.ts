import type { Clock } from '../domain/clock.ts';
import type { Log } from '../domain/log.ts';
import type { DueWork } from './due.ts';
import { defineQueue, type Queue, type QueueDefinition } from './queue.ts';

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

function definitionOf(name: SweepName): QueueDefinition<object> {
  return defineQueue(`sweep-${name}`, {
    policy: 'exclusive',
    // The next turn is the retry.
    retryLimit: 0,
    expireInSeconds: 15 * 60,
    deleteAfterSeconds: 60 * 60,
  });
}

const definitions = new Map(names.map((name) => [name, definitionOf(name)]));

/** The queues of the housekeeping. */
export const sweepQueues: readonly QueueDefinition<object>[] = [...definitions.values()];

/** What of the housekeeping is due when. */
export const sweepWorks: readonly DueWork[] = names.map((name) => ({
  definition: definitions.get(name) as QueueDefinition<object>,
  everyMs: intervals[name],
}));

/** Works on the housekeeping queues with the sweeps that the composition hands in. */
export async function workOnSweeps(options: {
  queue: Queue;
  sweeps: Readonly<Record<SweepName, Sweep>>;
  clock: Clock;
  log: Log;
}): Promise<void> {
  const { queue, sweeps, clock, log } = options;
  for (const [name, definition] of definitions) {
    const work = async (_payload: object, signal: AbortSignal) => {
      let total = 0;
      for (let round = 0; round < maxBatches && !signal.aborted; round += 1) {
        const found = await sweeps[name](clock.now(), signal);
        if (found === 0) break;
        total += found;
      }
      if (total > 0) log.debug({ sweep: name, found: total }, 'swept');
    };
    await queue.work(definition, work, { pollSeconds: 30 });
  }
}
