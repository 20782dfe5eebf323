import type { Log } from '../../domain/system/log.ts';
import {
  isCheckViolation,
  isConnectionFailure,
  isSerializationConflict,
} from '../../store/database-failure.ts';
import { retryTransient } from '../../store/retry-transient.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import type { EndBrokenJob } from '../runner/end-broken-job.ts';
import type { PageWork } from '../runner/job-work.ts';
import type { FinishedPage } from './finished-page.ts';
import type { ClaimedJob } from './frontier-claim.ts';
import type { WrittenGroup } from './frontier-finish.ts';
import type { PageGroupWriter } from './page-group-writer.ts';

/** Dependencies of the writer of one job's pages. */
export interface PageWriterOptions {
  log: Log;
  job: ClaimedJob;
  work: PageWork;
  workerId: string;
  groupWriter: PageGroupWriter;
  /** Aborts when this process stops working on the job: nothing more is written. */
  signal: AbortSignal;
  /** Called after each written group. */
  onWritten(written: WrittenGroup): void;
  endBrokenJob: EndBrokenJob;
  /** Called after the job has failed. */
  onFailed(): void;
  /** Called when a page was abandoned without a result, so that it returns to the queue. */
  onAbandoned(): void;
}

/** Writes the finished pages of one job. */
export interface PageWriter {
  /**
   * Writes a group, with retries while the database is unavailable. Rejects if it cannot succeed. Pages that are not
   * written when `signal` aborts are abandoned.
   */
  write(pages: readonly FinishedPage[]): Promise<void>;
  /** Fails the job because a page can neither be processed nor given up. Never rejects. */
  fail(error: unknown): Promise<void>;
}

/** Minimum time between two writes of the work's state: losing the last one costs only a few pages. */
const notesIntervalMs = 2_000;

/** Creates the writer of one job's pages. */
export function createPageWriter(options: PageWriterOptions): PageWriter {
  const { log, job, work, workerId, groupWriter, signal } = options;
  const report = createThrottledErrorLog(log);
  const { jobId } = job;
  let lastNotesAt = -notesIntervalMs;

  function collectNotes(): unknown {
    if (performance.now() - lastNotesAt < notesIntervalMs) return undefined;
    lastNotesAt = performance.now();
    return work.notes?.();
  }

  async function writeGroup(pages: readonly FinishedPage[]): Promise<void> {
    const { accountId, webhook } = job;
    const group = { jobId, accountId, webhook, pages, notes: collectNotes() };
    const written = await retryTransient(() => groupWriter.write(group, workerId, signal), {
      timeoutMs: Number.POSITIVE_INFINITY,
      signal,
      onRetry(error) {
        if (!isSerializationConflict(error)) report(error, 'pages of a job could not be stored yet');
      },
    });
    work.onWritten(pages, written.lost === 0);
    options.onWritten(written);
  }

  async function fail(error: unknown): Promise<void> {
    if (await options.endBrokenJob(jobId, error)) options.onFailed();
    else options.onAbandoned();
  }

  async function giveUpPage(page: FinishedPage, error: unknown): Promise<void> {
    if (isCheckViolation(error)) {
      // The reservation expired and the account did not cover the charge. The next claim creates another reservation, or finds
      // the account empty.
      options.onAbandoned();
      return;
    }
    const { id, attempt, kind, url, depth, digest } = page;
    const failedPage = await work.abandon(
      { id, attempt, kind, url, depth, digest, suspected: 0, credits: 0 },
      'The page could not be stored. Retry the job.',
    );
    try {
      await writeGroup([failedPage]);
    } catch (cause) {
      if (isConnectionFailure(cause)) throw cause;
      await fail(cause);
    }
  }

  /** Writes each page alone after a failed group, and gives up pages that cannot be stored. */
  async function writeSingly(pages: readonly FinishedPage[]): Promise<void> {
    for (const page of pages) {
      try {
        await writeGroup([page]);
      } catch (error) {
        if (isConnectionFailure(error)) throw error;
        log.error({ err: error, job: jobId }, 'a page of a job could not be stored');
        await giveUpPage(page, error);
      }
      if (signal.aborted) return;
    }
  }

  return {
    async write(pages) {
      try {
        await writeGroup(pages);
      } catch (error) {
        // The job was ended or lost meanwhile; the error is only that nothing is written any more.
        if (signal.aborted) return options.onAbandoned();
        if (isConnectionFailure(error)) throw error;
        await writeSingly(pages);
      }
    },
    fail,
  };
}
