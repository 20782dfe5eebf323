import type { ServerContext } from '@modelcontextprotocol/server';
import type { JobDocument } from '../../domain/resources/job.ts';
import type { ServerEvent } from '../../operations/declaration/answer-view.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { splitInput } from '../../operations/split-input.ts';
import type { Caller } from '../caller.ts';

/** State of a call for the client; `total` is left out while it is not known. */
export interface Progress {
  progress: number;
  total?: number;
  message: string;
}

/** Sends progress notifications of one call. */
export interface ProgressReporter {
  /** False if the client did not ask for progress; reports then do nothing. */
  isRequested: boolean;
  /** Drops a report whose `progress` is not greater than the last one: the protocol requires it to increase. */
  report(progress: Progress): void;
}

/** The number of pages of a job is read at most once in this interval, because each read is in the request history. */
const totalIntervalMs = 5_000;

/** Creates the reporter of a call. */
export function createProgressReporter({ mcpReq }: ServerContext): ProgressReporter {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { isRequested: false, report() {} };
  let last = -1;
  return {
    isRequested: true,
    report(progress) {
      if (progress.progress <= last) return;
      last = progress.progress;
      const params = { progressToken, ...progress };
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {
        // The client may have disconnected; the signal of the call reports that.
      });
    },
  };
}

function describePages(pages: number): string {
  return `${pages} ${pages === 1 ? 'page' : 'pages'} read`;
}

/** Interval of the reports of a call, also while its count stays the same: clients end calls without a sign of life. */
const reportIntervalMs = 5_000;
/** Smaller than one page, so that a report between two counts stays between them for more than an hour. */
const reportStep = 0.001;

/**
 * Reports the pages that a call has read, and its seconds. The count is followed by a fraction that only grows with time,
 * because the protocol requires each report to exceed the last one.
 */
export class CallProgress {
  readonly #reporter: ProgressReporter;
  readonly #name: string;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #pages = 0;
  #reports = 0;

  constructor(reporter: ProgressReporter, name: string) {
    this.#reporter = reporter;
    this.#name = name;
    this.#timer = setInterval(() => this.#reportTime(), reportIntervalMs);
  }

  /** Reports the number of pages that the call has read so far. */
  readonly reportPages = (pages: number): void => {
    this.#pages = pages;
    this.#reporter.report({ progress: pages, message: describePages(pages) });
  };

  #reportTime(): void {
    this.#reports += 1;
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const counted = this.#pages === 0 ? '' : `, ${describePages(this.#pages)}`;
    this.#reporter.report({
      progress: this.#pages + this.#reports * reportStep,
      message: `${this.#name} has been running for ${seconds} s${counted}`,
    });
  }

  /** Ends the reports. */
  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Dependencies of {@link createJobProgress}. */
export interface JobProgressOptions {
  caller: Caller;
  /** The operation `get_job`. */
  getJob: Operation;
  jobId: string;
  signal: AbortSignal;
}

/** Returns the pages of a job that are done after an event; null if the event does not state them. */
function donePages({ type, data }: ServerEvent): number | null {
  const { offset, pages } = data as { offset?: number; pages?: number };
  if (type === 'job.started') return 0;
  if (type === 'job.page') return offset === undefined ? null : offset + 1;
  return pages ?? null;
}

/** Returns the pages that a job will have delivered at its end, as far as it is known. */
function totalPages({ finished_at: finishedAt, progress, params }: JobDocument): number {
  if (finishedAt !== null) return progress.done;
  return Math.min(progress.discovered, typeof params.limit === 'number' ? params.limit : progress.discovered);
}

/**
 * Returns a function that converts an event of a job to its progress: the pages that are done, of the pages that it
 * has found so far, up to its limit.
 */
export function createJobProgress({ caller, getJob, jobId, signal }: JobProgressOptions) {
  let total: number | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  async function readTotal(): Promise<void> {
    readAt = performance.now();
    try {
      const input = splitInput(getJob, { jid: jobId });
      const { answer } = await caller.call({ operation: getJob, input, signal });
      if (answer.kind === 'json') total = totalPages(answer.value as JobDocument);
    } catch {
      // The total is optional; an error that matters also ends the event stream.
    }
  }

  return async (event: ServerEvent): Promise<Progress | null> => {
    const done = donePages(event);
    if (done === null) return null;
    if (performance.now() - readAt >= totalIntervalMs) await readTotal();
    const { status, url } = event.data as { status?: string; url?: string };
    const message = [event.type, status, url].filter(Boolean).join(' ');
    // A job that still finds pages can be ahead of the number that was read.
    return { progress: done, ...(total !== null && total >= done && { total }), message };
  };
}
