import type { Database } from '../../store/database.ts';
import { type ClaimedPage, findOpenJobs } from '../frontier/frontier-claim.ts';
import type { OpenJob } from './job-work.ts';

/**
 * Milliseconds for which a job without work here stays open. Crawls of slow sites have nothing to do for seconds, and
 * opening a job again costs a claim of its own.
 */
const keepIdleMs = 60_000;

/** The jobs that this process works on. */
export class OpenJobs {
  readonly #open = new Map<string, OpenJob>();
  /** When each open job last received pages, in milliseconds of a monotonic clock. */
  readonly #startedAt = new WeakMap<OpenJob, number>();
  /** Abandoned jobs that still hold rows. */
  readonly #leaving = new Set<OpenJob>();
  /** Jobs that may have been ended elsewhere, for example by their owner. */
  readonly #changed = new Set<string>();
  #mayHaveMissedChanges = true;
  #taskCount = 0;

  get size(): number {
    return this.#open.size;
  }

  get ids(): string[] {
    return [...this.#open.keys()];
  }

  /** Returns the job if it is open and not over. */
  get(jobId: string): OpenJob | undefined {
    const job = this.#open.get(jobId);
    return job?.isOver() === false ? job : undefined;
  }

  add(job: OpenJob): void {
    this.#delete(job.jobId);
    this.#open.set(job.jobId, job);
    if (job.isTask) this.#taskCount++;
  }

  /** Starts claimed pages of an open job. */
  start(job: OpenJob, pages: readonly ClaimedPage[]): void {
    this.#startedAt.set(job, performance.now());
    job.start(pages);
  }

  /** Returns the jobs that cannot take another page. */
  listFull(): string[] {
    return this.ids.filter((jobId) => this.get(jobId)?.computeCapacity() === 0);
  }

  countTasks(): number {
    return this.#taskCount;
  }

  countInFlight(): number {
    let sum = 0;
    for (const job of this.#open.values()) sum += job.countInFlight();
    return sum;
  }

  /** Returns the rows that the jobs of this process work on. */
  heldRows(): Set<number> {
    for (const job of this.#leaving) if (job.isIdle()) this.#leaving.delete(job);
    return new Set([...this.#open.values(), ...this.#leaving].flatMap((job) => [...job.heldRows()]));
  }

  /** Forgets the job if it is over and has no work left. */
  dropOver(jobId: string): void {
    const job = this.#open.get(jobId);
    if (job?.isOver() === true && job.isIdle()) this.#delete(jobId);
  }

  /** Records that a job changed elsewhere; null if notifications may have been missed. */
  noteChange(jobId: string | null): void {
    if (jobId === null) this.#mayHaveMissedChanges = true;
    else this.#changed.add(jobId);
  }

  /** Drops jobs that were ended elsewhere, and jobs that are over. Rejects if the database is unavailable. */
  async dropEnded(database: Database): Promise<void> {
    for (const [jobId, job] of this.#open) if (job.isOver() && job.isIdle()) this.#delete(jobId);
    const suspects = this.ids.filter((jobId) => this.#mayHaveMissedChanges || this.#changed.has(jobId));
    this.#mayHaveMissedChanges = false;
    this.#changed.clear();
    if (suspects.length === 0) return;
    try {
      const alive = await findOpenJobs(database, suspects);
      for (const jobId of suspects) if (!alive.has(jobId)) this.#abandon(jobId);
    } catch (error) {
      this.#mayHaveMissedChanges = true;
      throw error;
    }
  }

  /** Drops jobs that have had no work in this process for a minute. */
  dropIdle(): void {
    const before = performance.now() - keepIdleMs;
    for (const [jobId, job] of this.#open) {
      if (job.isIdle() && (this.#startedAt.get(job) ?? 0) < before) this.#delete(jobId);
    }
  }

  /** Abandons all jobs and forgets them. */
  abandonAll(): void {
    for (const jobId of this.ids) this.#abandon(jobId);
  }

  /** Waits until no job has work; jobs that have some after `graceMs` are abandoned. */
  async waitUntilIdle(graceMs: number): Promise<void> {
    const graceTimer = setTimeout(() => {
      for (const job of this.#open.values()) job.abandon();
    }, graceMs);
    await Promise.all([...this.#open.values()].map((job) => job.waitUntilIdle()));
    clearTimeout(graceTimer);
  }

  #abandon(jobId: string): void {
    const job = this.#open.get(jobId);
    if (job === undefined) return;
    job.abandon();
    this.#delete(jobId);
    if (!job.isIdle()) this.#leaving.add(job);
  }

  #delete(jobId: string): void {
    if (this.#open.get(jobId)?.isTask === true) this.#taskCount--;
    this.#open.delete(jobId);
  }
}
