import type { Clock } from '../../domain/system/clock.ts';
import type { Database } from '../../store/database.ts';
import { isTransient } from '../../store/database-failure.ts';
import type { PageGroup } from './finished-page.ts';
import { finishGroups, type WrittenGroup } from './frontier-finish.ts';

/** PageGroup that waits to be written. */
interface PendingGroup {
  group: PageGroup;
  workerId: string;
  signal: AbortSignal;
  resolve(written: WrittenGroup): void;
  reject(error: unknown): void;
}

/** Dependencies of a group writer. */
export interface PageGroupWriterOptions {
  database: Database;
  clock: Clock;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  /** Returns how many jobs write here, which determines how long a group waits for those of other jobs. */
  countJobs(): number;
}

/** Writes finished pages of many jobs together: a statement costs much more than a row of it. */
export interface PageGroupWriter {
  /**
   * Writes a group. Rejects with the error of the statement, which concerns this group alone unless it is transient,
   * and with the reason of `signal` if that aborts before the statement starts.
   */
  write(group: PageGroup, workerId: string, signal: AbortSignal): Promise<WrittenGroup>;
}

/** Maximum number of pages and bytes of one statement. */
const maxBatchPages = 64;
const maxBatchBytes = 8 * 1024 * 1024;
/** A statement that waits for the lock of one job must not delay all others. */
const maxConcurrentBatches = 3;
/** Number of jobs up to which a group is written at once. */
const fewJobs = 2;
const batchDelayMs = 150;

function byteSize({ pages }: PageGroup): number {
  return pages.reduce((sum, { delivered }) => sum + (delivered?.document.page.byteLength ?? 0), 0);
}

/** Creates the group writer of a process. */
export function createPageGroupWriter(options: PageGroupWriterOptions): PageGroupWriter {
  return new BatchingPageGroupWriter(options);
}

class BatchingPageGroupWriter implements PageGroupWriter {
  readonly #options: PageGroupWriterOptions;
  #pending: PendingGroup[] = [];
  #pendingPages = 0;
  #runningBatches = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: PageGroupWriterOptions) {
    this.#options = options;
  }

  write(group: PageGroup, workerId: string, signal: AbortSignal): Promise<WrittenGroup> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ group, workerId, signal, resolve, reject });
      this.#pendingPages += group.pages.length;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#pending.length === 0 || this.#runningBatches >= maxConcurrentBatches) return;
    const isFull = this.#pendingPages >= maxBatchPages;
    if (isFull || this.#options.countJobs() <= fewJobs) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), batchDelayMs);
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = this.#takeBatch();
    if (batch.length === 0) return;
    this.#runningBatches += 1;
    // Never rejects.
    void this.#writeBatch(batch).finally(() => {
      this.#runningBatches -= 1;
      this.#schedule();
    });
    this.#schedule();
  }

  /** Removes the oldest groups of one worker from the queue, at most one for each job. */
  #takeBatch(): PendingGroup[] {
    const taken = new Map<string, PendingGroup>();
    const left: PendingGroup[] = [];
    let pages = 0;
    let bytes = 0;
    for (const pending of this.#pending) {
      const { group, workerId, signal, reject } = pending;
      if (signal.aborted) {
        reject(signal.reason);
        continue;
      }
      const size = byteSize(group);
      const [first] = taken.values();
      const hasRoom = pages + group.pages.length <= maxBatchPages && bytes + size <= maxBatchBytes;
      if (first === undefined || (hasRoom && workerId === first.workerId && !taken.has(group.jobId))) {
        taken.set(group.jobId, pending);
        pages += group.pages.length;
        bytes += size;
      } else left.push(pending);
    }
    this.#pending = left;
    this.#pendingPages = left.reduce((sum, { group }) => sum + group.pages.length, 0);
    return [...taken.values()];
  }

  async #writeBatch(batch: readonly PendingGroup[]): Promise<void> {
    try {
      await this.#writeTogether(batch);
    } catch (error) {
      // Which group caused a lasting error is not known: each is written alone.
      if (batch.length === 1 || isTransient(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.#writeTogether([one]).catch(one.reject);
    }
  }

  async #writeTogether(batch: readonly PendingGroup[]): Promise<void> {
    const { database, clock, keepMs } = this.#options;
    const [first] = batch;
    if (first === undefined) return;
    const groups = batch.map(({ group }) => group);
    const written = await finishGroups(database, groups, {
      workerId: first.workerId,
      now: clock.now(),
      keepMs,
    });
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = written[index];
      if (result === undefined) reject(new Error('a group has no result'));
      else resolve(result);
    }
  }
}
