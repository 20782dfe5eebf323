import type { JobError } from '../domain/job.ts';
import type { FinishedPage } from './finished-page.ts';
import type { ClaimedJob, ClaimedPage } from './frontier-claim.ts';

/** What one type of job does with its pages. */
export interface JobWork {
  /** Why the job cannot even begin, or null. Rejects only when `signal` says stop. */
  refuse(job: ClaimedJob, signal: AbortSignal): JobError | null | Promise<JobError | null>;
  /** Takes up a job in this process. */
  open(job: ClaimedJob): PageWork;
}

/** A job that this process works on. */
export interface PageWork {
  /** Does one row of the frontier. Rejects with the signal's reason, or with what has nothing to do with the page. */
  run(page: ClaimedPage, signal: AbortSignal): Promise<FinishedPage>;
  /** The result of a page that cannot be worked on, for a reason that its owner may read. */
  giveUp(page: ClaimedPage, reason: string): Promise<FinishedPage>;
  /** What it has noticed and whoever takes the job up next should know, as plain data of a few kilobytes. */
  notes?(): unknown;
  /** Called after a group is in the database; `isWhole` is false when some of it may not be. */
  written(pages: readonly FinishedPage[], isWhole: boolean): void;
}
