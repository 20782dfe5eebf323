import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { isTransient } from '../../store/database-failure.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import type { FinishedPage } from '../frontier/finished-page.ts';
import type { ClaimedJob, ClaimedPage } from '../frontier/frontier-claim.ts';
import type { PageGroupWriter } from '../frontier/page-group-writer.ts';
import { createPageWriter, type PageWriter } from '../frontier/page-writer.ts';
import type { EndBrokenJob } from './end-broken-job.ts';
import type { OpenJob, PageWork } from './job-work.ts';
import { maxAttempts, pauseBeforeAbandoning } from './retry-policy.ts';
import { runRowActivity } from './row-activity.ts';

/** Dependencies and options of an open job. */
export interface OpenJobOptions {
  database: Database;
  clock: Clock;
  log: Log;
  job: ClaimedJob;
  work: PageWork;
  workerId: string;
  keepMs: number;
  groupWriter: PageGroupWriter;
  endBrokenJob: EndBrokenJob;
  /** Called when rows may be claimed: a group was written, or there is capacity for more. */
  onCapacity(): void;
  /** Called when rows were abandoned without a result, so that they return to the queue. */
  onAbandoned(): void;
}

const groupPages = 32;
/** Time that a finished page waits for others, and the same for long jobs. */
const groupDelayMs = 60;
const maxGroupDelayMs = 250;
/** Number of groups after which a job counts as long. */
const minLongJobGroups = 4;
const initialWindowSize = 16;
const maxWindowSize = 48;
const minWindowSize = 2;
/** Page duration that shows that the site receives too many concurrent requests. */
const slowPageMs = 3_000;
const fastPageMs = 1_500;
/** Maximum number of workers that may die while a page is the only suspect. */
const maxSuspected = 3;

/** Opens a job in this process. */
export function openJob(options: OpenJobOptions): OpenJob {
  return new PageJob(options);
}

/** Runs the pages of one job and writes them in groups. */
class PageJob implements OpenJob {
  readonly jobId: string;
  readonly isTask = false;
  readonly #options: OpenJobOptions;
  readonly #writer: PageWriter;
  readonly #report: ReturnType<typeof createThrottledErrorLog>;
  readonly #stopping = new AbortController();
  readonly #running = new Set<number>();
  readonly #held = new Set<number>();
  #group: FinishedPage[] = [];
  #flushTimer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #window = initialWindowSize;
  #isOver = false;
  #writtenGroups = 0;

  constructor(options: OpenJobOptions) {
    this.jobId = options.job.jobId;
    this.#options = options;
    this.#report = createThrottledErrorLog(options.log);
    this.#writer = createPageWriter({
      ...options,
      signal: this.#stopping.signal,
      onWritten: (written) => {
        this.#writtenGroups += 1;
        // Rows that were not written return to the queue, if they are still those of this worker.
        if (written.lost > 0) this.#options.onAbandoned();
        if (!written.isOpen || written.hasEnded) this.#end('The job has ended.');
      },
      onFailed: () => this.#end('The job has failed.'),
    });
  }

  countInFlight(): number {
    return this.#running.size;
  }

  heldRows(): Iterable<number> {
    return this.#held;
  }

  computeCapacity(): number {
    return this.#isOver ? 0 : Math.max(0, Math.floor(this.#window) - this.#running.size);
  }

  start(pages: readonly ClaimedPage[]): void {
    // If a crash of the database loses a claim, the same row is claimed again: process it only once.
    const newPages = pages.filter((page) => !this.#held.has(page.id));
    for (const page of newPages) {
      this.#running.add(page.id);
      this.#held.add(page.id);
    }
    // Never rejects.
    for (const page of newPages) void this.#process(page);
  }

  isOver(): boolean {
    return this.#isOver;
  }

  isIdle(): boolean {
    return this.#running.size === 0 && this.#group.length === 0 && this.#writing === null;
  }

  abandon(): void {
    this.#isOver = true;
    this.#group = [];
    this.#held.clear();
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#stopping.abort(new Failure('unavailable', 'This process no longer works on the job.'));
  }

  async waitUntilIdle(): Promise<void> {
    while (!this.isIdle()) {
      if (this.#isOver && this.#writing === null) return;
      this.#flush();
      await (this.#writing ?? pause(20));
    }
  }

  #end(reason: string): void {
    this.#isOver = true;
    this.#stopping.abort(new Failure('unavailable', reason));
  }

  /** Adapts the number of concurrent pages to the duration of the last one. */
  #adaptWindow(ms: number): void {
    if (ms > slowPageMs) this.#window = Math.max(minWindowSize, this.#window * 0.9);
    else if (ms < fastPageMs) this.#window = Math.min(maxWindowSize, this.#window + 0.5);
  }

  async #process(page: ClaimedPage): Promise<void> {
    const { job, workerId } = this.#options;
    const startedAt = performance.now();
    const finished = await runRowActivity(job, workerId, page, () => this.#attempt(page));
    this.#running.delete(page.id);
    if (finished === null || this.#isOver) {
      this.#held.delete(page.id);
      this.#options.onAbandoned();
    }
    if (this.#isOver) return;
    if (finished !== null) {
      this.#adaptWindow(performance.now() - startedAt);
      this.#group.push(finished);
    }
    this.#scheduleFlush();
    if (this.#running.size <= this.#window / 2) this.#options.onCapacity();
  }

  /** Processes one page; null if it is abandoned without a result. */
  async #attempt(page: ClaimedPage): Promise<FinishedPage | null> {
    try {
      return await this.#run(page);
    } catch (error) {
      if (this.#stopping.signal.aborted) return null;
      if (isTransientError(error)) {
        this.#report(error, 'a page of a job could not be processed');
        await pauseBeforeAbandoning(page.attempt, this.#stopping.signal);
        return null;
      }
      this.#options.log.error(
        { err: error, job: this.jobId },
        'a page of a job failed because of an error of the service',
      );
      await this.#writer.fail(error);
      return null;
    }
  }

  async #run(page: ClaimedPage): Promise<FinishedPage | null> {
    const { work } = this.#options;
    if (page.suspected >= maxSuspected) {
      return work.abandon(page, crashedMessage(page.suspected));
    }
    try {
      return await work.run(page, this.#stopping.signal);
    } catch (error) {
      if (this.#stopping.signal.aborted) return null;
      if (isTransientError(error) && page.attempt < maxAttempts) throw error;
      this.#report(error, 'a page of a job could not be processed');
      return work.abandon(page, internalErrorMessage);
    }
  }

  #scheduleFlush(): void {
    if (this.#group.length >= groupPages || this.#running.size === 0) this.#flush();
    else {
      const delayMs = this.#writtenGroups < minLongJobGroups ? groupDelayMs : maxGroupDelayMs;
      this.#flushTimer ??= setTimeout(() => this.#flush(), delayMs);
    }
  }

  #flush(): void {
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    if (this.#writing !== null || this.#group.length === 0) return;
    this.#writing = this.#writeGroups()
      .catch((error: unknown) => {
        this.#options.log.error({ err: error, job: this.jobId }, 'pages of a job were not stored');
        this.#options.onAbandoned();
      })
      .finally(() => {
        this.#writing = null;
        if (this.#group.length > 0) this.#scheduleFlush();
      });
  }

  async #writeGroups(): Promise<void> {
    while (this.#group.length > 0) {
      const pages = this.#group.splice(0, groupPages);
      try {
        const kept = withoutVariants(pages);
        await this.#writer.write(kept);
        if (kept.length < pages.length) this.#options.onAbandoned();
      } finally {
        // These pages are done here; pages that could not be written return to the queue.
        for (const page of pages) this.#held.delete(page.id);
      }
      if (this.#isOver) this.#group = [];
      this.#options.onCapacity();
      if (this.#group.length < groupPages && this.#running.size > 0) break;
    }
  }
}

const internalErrorMessage =
  'The page could not be processed because of an internal error. The operator finds the cause in the log of the service.';

function crashedMessage(times: number): string {
  return `The service crashed ${times} times while it processed this page. The operator finds the cause in the log of the service.`;
}

/**
 * Leaves out pages of which another URL is delivered in the same group: they return to the queue, and are compared with it.
 * Pages without other URLs come first, because they are named as canonical by the others.
 */
function withoutVariants(pages: readonly FinishedPage[]): FinishedPage[] {
  const delivered = new Set<string>();
  const named = new Set<string>();
  const isKept = ({ variants = [], canonicals = [], delivered: page }: FinishedPage): boolean => {
    if (page === null) return true;
    const own = page.digest.toString('hex');
    const urls = variants.map((digest) => digest.toString('hex'));
    if (urls.some((url) => named.has(url) || (url !== own && delivered.has(url)))) return false;
    delivered.add(own);
    for (const digest of canonicals) named.add(digest.toString('hex'));
    return true;
  };
  const hasOtherUrls = ({ variants = [] }: FinishedPage) => variants.length > 1;
  return [...pages.filter((page) => !hasOtherUrls(page)), ...pages.filter(hasOtherUrls)].filter(isKept);
}

/** Returns whether a retry can succeed: the database or a dependency was unavailable. */
function isTransientError(error: unknown): boolean {
  return (error instanceof Failure && error.kind === 'unavailable') || isTransient(error);
}
