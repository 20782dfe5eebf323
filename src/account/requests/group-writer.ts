import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../domain/system/failure.ts';
import { itemAt } from '../../domain/values/elements.ts';
import {
  databaseFailure,
  isConnectionFailure,
  isSerializationConflict,
} from '../../store/database-failure.ts';

/** Options of a {@link GroupWriter}. */
export interface GroupWriterOptions<Entry, Result> {
  /** Writes a group in one transaction; results are in its order. Writing an entry again must not repeat its effect. */
  write(entries: Entry[]): Promise<Result[]>;
  /** Maximum entries of a group. */
  maxEntries: number;
  /** Approximate bytes of an entry; a group ends at `maxBytes` (but has at least one entry). */
  sizeOf?(entry: Entry): number;
  maxBytes?: number;
  /** Entries with the same key are never in the same group. */
  keyOf?(entry: Entry): string;
}

/** Writes entries in groups: entries that arrive while a group is written form the next one. */
export interface GroupWriter<Entry, Result> {
  /** Resolves after the commit; rejects with Failure `unavailable` if the database is unavailable. */
  write(entry: Entry): Promise<Result>;
  /** Waits until all accepted entries are written or rejected, then rejects new ones. */
  close(): Promise<void>;
}

interface QueuedEntry<Entry, Result> {
  entry: Entry;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Pauses between attempts in milliseconds; a restart of the database takes about a second. */
const retryPausesMs = [0, 50, 200, 500, 1_000];
/** No attempt starts later than this after the first one. */
const retryTimeoutMs = 3_000;

/** Removes the first entries that fit one group from the queue. */
function takeGroup<Entry, Result>(
  queue: QueuedEntry<Entry, Result>[],
  options: GroupWriterOptions<Entry, Result>,
): QueuedEntry<Entry, Result>[] {
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

/** Runs `write`, and retries after transient errors: a lost connection, a restart, a deadlock. */
async function writeWithRetries<Result>(write: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + retryTimeoutMs;
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

/** Creates a group writer. It uses no timer, so a single entry is written immediately. */
export function createGroupWriter<Entry, Result>(
  options: GroupWriterOptions<Entry, Result>,
): GroupWriter<Entry, Result> {
  const queue: QueuedEntry<Entry, Result>[] = [];
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function writeGroup(group: QueuedEntry<Entry, Result>[]): Promise<void> {
    try {
      const results = await writeWithRetries(() => options.write(group.map((waiting) => waiting.entry)));
      group.forEach((waiting, index) => {
        waiting.resolve(itemAt(results, index));
      });
    } catch (error) {
      const failure = databaseFailure(error);
      if (isConnectionFailure(error)) {
        // The database is unavailable: entries behind this group are rejected now, without attempts of their own.
        for (const waiting of queue.splice(0)) waiting.reject(failure);
      }
      if (failure !== null || group.length === 1) {
        for (const waiting of group) waiting.reject(failure ?? error);
        return;
      }
      // One of the entries is invalid: written alone, only that one fails.
      for (const waiting of group) await writeGroup([waiting]);
    }
  }

  async function drain(): Promise<void> {
    // Entries of the same event loop turn share the group of the first one.
    await Promise.resolve();
    while (queue.length > 0) await writeGroup(takeGroup(queue, options));
    running = null;
  }

  return {
    write(entry) {
      if (isClosed)
        return Promise.reject(new Failure('unavailable', 'The service is stopping. Try again later.'));
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
