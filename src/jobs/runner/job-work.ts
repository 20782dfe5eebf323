import type { JobError } from '../../domain/resources/job.ts';
import type { FinishedPage } from '../frontier/finished-page.ts';
import type { ClaimedJob, ClaimedPage } from '../frontier/frontier-claim.ts';

/** Processes the pages of one type of job. */
export interface JobWork {
  kind: 'pages';
  /** Returns the error that prevents the job from starting, or null. Rejects only when `signal` aborts. */
  checkStart(job: ClaimedJob, signal: AbortSignal): JobError | null | Promise<JobError | null>;
  /** Opens a job in this process. */
  open(job: ClaimedJob): PageWork;
}

/** Work of one open job. */
export interface PageWork {
  /**
   * Processes one row of the frontier; null returns it to the queue of a job that the work has paused. Rejects with the
   * signal's reason, or with errors that do not concern the page.
   */
  run(page: ClaimedPage, signal: AbortSignal): Promise<FinishedPage | null>;
  /** Returns the result of a page that cannot be processed, with a reason for the job's owner. */
  abandon(page: ClaimedPage, reason: string): Promise<FinishedPage>;
  /** Returns state for the next process that continues the job, as plain JSON of a few kilobytes. */
  notes?(): unknown;
  /** Called after a group is stored; `isComplete` is false if a part of it may be missing. */
  onWritten(pages: readonly FinishedPage[], isComplete: boolean): void;
}

/** Job that this process works on, with its running pages and the group being collected. */
export interface OpenJob {
  readonly jobId: string;
  /** True for a job of one task, which is not a page. */
  readonly isTask: boolean;
  /** Returns the number of claimed rows that are not done. */
  countInFlight(): number;
  /**
   * Returns the rows that it processes or is about to write. The runner returns all other rows of this worker to the
   * queue: they were abandoned, or the response to their claim was lost.
   */
  heldRows(): Iterable<number>;
  /** Returns the number of rows that it can take now. */
  computeCapacity(): number;
  start(pages: readonly ClaimedPage[]): void;
  /** Returns true if the job has ended, as far as this process knows. */
  isOver(): boolean;
  /** Returns true if no work of the job is left here. */
  isIdle(): boolean;
  /** Stops running work at once; nothing more is written. */
  abandon(): void;
  /** Resolves when no work is running and everything is written. */
  waitUntilIdle(): Promise<void>;
}
