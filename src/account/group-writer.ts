import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../domain/failure.ts';
import { databaseFailure, isConnectionFailure, isSerializationConflict } from '../store/database-failure.ts';

/** How a {@link GroupWriter} writes. */
export interface GroupWriterOptions<Entry, Result> {
  /** Writes a group in one transaction and answers in its order. Writing an entry again must not repeat its effect. */
  write(entries: Entry[]): Promise<Result[]>;
  /** Entries a group at most. */
  maxEntries: number;
  /** Rough bytes of an entry; a group stops at `maxBytes` (but holds at least one entry). */
  sizeOf?(entry: Entry): number;
  maxBytes?: number;
  /** Entries with the same key never share a group. */
  keyOf?(entry: Entry): string;
}

/** Writes entries in groups: what comes while a group is being written forms the next one. */
export interface GroupWriter<Entry, Result> {
  /** Resolves after the commit; rejects with Failure `unavailable` when the database is in trouble. */
  write(entry: Entry): Promise<Result>;
  /** Waits until all that was handed over is written or refused, then refuses the rest. */
  close(): Promise<void>;
}

interface Waiting<Entry, Result> {
  entry: Entry;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Pauses before a group is tried again, in milliseconds; a restart of the database takes about a second. */
const retryPausesMs = [0, 50, 200, 500, 1_000];
/** No other try begins later than this after the first, however long each of them took. */
const retryWithinMs = 3_000;

/** Takes the first entries that fit one group off the queue. */
function takeGroup<Entry, Result>(
  queue: Waiting<Entry, Result>[],
  options: GroupWriterOptions<Entry, Result>,
): Waiting<Entry, Result>[] {
  const { maxEntries, maxBytes = Number.POSITIVE_INFINITY, sizeOf = () => 0, keyOf } = options;
  const keys = new Set<string>();
  let bytes = 0;
  let count = 0;
  for (const { entry } of queue) {
    bytes += sizeOf(entry);
    const key = keyOf?.(entry);
    if (count === maxEntries || (count > 0 && bytes > maxBytes) || (key !== undefined && keys.has(key)))
      break;
    if (key !== undefined) keys.add(key);
    count += 1;
  }
  return queue.splice(0, count);
}

/** Runs `write`, and again after what another try can mend: a lost connection, a restart, a deadlock. */
async function writeStubbornly<Result>(write: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + retryWithinMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const pauseMs = retryPausesMs[attempt];
      if (!(isConnectionFailure(error) || isSerializationConflict(error))) throw error;
      if (pauseMs === undefined || performance.now() > giveUpAt) throw error;
      await pause(pauseMs);
    }
  }
}

/** Composes a group writer; nothing is written by a clock, so a lone entry waits for nobody. */
export function createGroupWriter<Entry, Result>(
  options: GroupWriterOptions<Entry, Result>,
): GroupWriter<Entry, Result> {
  const queue: Waiting<Entry, Result>[] = [];
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function writeGroup(group: Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await writeStubbornly(() => options.write(group.map((waiting) => waiting.entry)));
      group.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result);
      });
    } catch (error) {
      const failure = databaseFailure(error);
      if (isConnectionFailure(error)) {
        // The database is away: who waits behind this group is told now, not after as many tries of their own.
        for (const waiting of queue.splice(0)) waiting.reject(failure);
      }
      if (failure !== null || group.length === 1) {
        for (const waiting of group) waiting.reject(failure ?? error);
        return;
      }
      // One of them is at fault: alone, only that one fails.
      for (const waiting of group) await writeGroup([waiting]);
    }
  }

  async function drain(): Promise<void> {
    // What is handed over in the same turn as the first entry shares its group.
    await Promise.resolve();
    while (queue.length > 0) await writeGroup(takeGroup(queue, options));
    running = null;
  }

  return {
    write(entry) {
      if (isClosed) return Promise.reject(new Failure('unavailable', 'the service is stopping'));
      return new Promise<Result>((resolve, reject) => {
        queue.push({ entry, resolve, reject });
        running ??= drain();
      });
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}
