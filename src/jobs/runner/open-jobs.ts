import type { Database } from '../../store/database.ts';
import { findOpenJobs } from '../frontier/frontier-claim.ts';
import type { OpenJob } from './job-work.ts';

/** The jobs that this process works on. */
export class OpenJobs {
  readonly #open = new Map<string, OpenJob>();
  /** Abandoned jobs that still hold rows. */
  readonly #leaving = new Set<OpenJob>();
  /** Jobs that may have been ended elsewhere, for example by their owner. */
  readonly #changed = new Set<string>();
  #mayHaveMissedChanges = true;

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
    this.#open.set(job.jobId, job);
  }

  /** Returns the jobs that cannot take another page. */
  listFull(): string[] {
    return this.ids.filter((jobId) => this.get(jobId)?.computeCapacity() === 0);
  }

  countTasks(): number {
    return [...this.#open.values()].filter(({ isTask }) => isTask).length;
  }

  countInFlight(): number {
    return [...this.#open.values()].reduce((sum, job) => sum + job.countInFlight(), 0);
  }

  /** Returns the rows that the jobs of this process work on. */
  heldRows(): Set<number> {
    for (const job of this.#leaving) if (job.isIdle()) this.#leaving.delete(job);
    return new Set([...this.#open.values(), ...this.#leaving].flatMap((job) => [...job.heldRows()]));
  }

  /** Records that a job changed elsewhere; null if notifications may have been missed. */
  noteChange(jobId: string | null): void {
    if (jobId === null) this.#mayHaveMissedChanges = true;
    else this.#changed.add(jobId);
  }

  /** Drops jobs that were ended elsewhere, and jobs that are over. Rejects if the database is unavailable. */
  async dropEnded(database: Database): Promise<void> {
    for (const [jobId, job] of this.#open) if (job.isOver() && job.isIdle()) this.#open.delete(jobId);
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

  /** Drops jobs without work in this process. */
  dropIdle(): void {
    for (const [jobId, job] of this.#open) if (job.isIdle()) this.#open.delete(jobId);
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
    this.#open.delete(jobId);
    if (!job.isIdle()) this.#leaving.add(job);
  }
}
