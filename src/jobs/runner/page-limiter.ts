import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** Load that limits how many pages a process fetches at the same time. */
export interface PageLoad {
  /** Pages that were received and wait for a content thread. */
  waitingPages: number;
  /** Bytes of received pages in memory. */
  bufferedBytes: number;
}

/** Limits the pages in flight, so that the content threads always have work and their queue stays short. */
export interface PageLimiter {
  /** Returns the current maximum number of pages in flight. */
  getLimit(): number;
  stop(): void;
}

/** Dependencies of the limiter. */
export interface PageLimiterOptions {
  readLoad(): PageLoad;
  countInFlight(): number;
  /** Called when the limit has grown. */
  onGrown(): void;
}

const initialLimit = 64;
const minLimit = 16;
/** A page in flight needs a connection, and its site's robots.txt or a redirect a second one. */
const maxLimit = 4_000;
const intervalMs = 200;
/**
 * Pages that wait for a content thread. Below the first number the threads may run out of work before the next pages
 * arrive; above the second, more pages in flight would only wait longer.
 */
const fewWaiting = 16;
const manyWaiting = 48;
const mebibyte = 1024 * 1024;
const fewBytes = 96 * mebibyte;
const manyBytes = 192 * mebibyte;
/** Shares of the time for which the main thread is busy. */
const lowUtilization = 0.92;
const highUtilization = 0.98;

/** Returns the limit that follows from the load during the last interval. */
export function computeLimit(
  limit: number,
  inFlight: number,
  { waitingPages, bufferedBytes }: PageLoad,
  utilization: number,
): number {
  const isOverloaded =
    waitingPages > manyWaiting || bufferedBytes > manyBytes || utilization > highUtilization;
  if (isOverloaded)
    return Math.max(minLimit, Math.floor(Math.min(limit, Math.max(inFlight, minLimit)) * 0.9));
  const hasRoom = waitingPages < fewWaiting && bufferedBytes < fewBytes && utilization < lowUtilization;
  // A limit that is not reached says nothing about the load that it allows.
  if (!hasRoom || inFlight < limit * 0.9) return limit;
  return Math.min(maxLimit, Math.ceil(limit * 1.15) + 4);
}

/** Starts to adapt the limit to the load. */
export function startPageLimiter(options: PageLimiterOptions): PageLimiter {
  let limit = initialLimit;
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    const next = computeLimit(limit, options.countInFlight(), options.readLoad(), utilization);
    const hasGrown = next > limit;
    limit = next;
    if (hasGrown) options.onGrown();
  }, intervalMs).unref();
  return { getLimit: () => limit, stop: () => clearInterval(timer) };
}
