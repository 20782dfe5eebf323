import { AsyncLocalStorage } from 'node:async_hooks';

/** Work that some code of this process does, so that a crash can be attributed to it. */
export interface Activity {
  /** Name of the operation, or type of the job. */
  operation: string;
  accountId: string | null;
  requestId: string | null;
  jobId: string | null;
  /** Row of the frontier and the worker that claimed it; null outside of jobs. */
  row: { workerId: string; id: number } | null;
  /** URLs of the pages that it has read, the latest last; at most {@link maxStoredPages}. */
  pages: string[];
  /** True if it reads a page within another activity, which continues with the result. */
  isNested: boolean;
  /** Limited resource for which it waits; null if it waits for none. */
  waitsFor: QueuedResource | null;
}

/** Limited resources for which work waits in a queue. */
export type QueuedResource = 'site' | 'slot' | 'content_thread' | 'browser';

/** Receives start and end of the activities of all services in the process. */
export interface ActivityListener {
  started?(activity: Activity): void;
  /** Called when the work has resolved, rejected, returned or thrown. */
  ended?(activity: Activity): void;
}

const maxStoredPages = 64;
const storage = new AsyncLocalStorage<Activity>();
const listeners = new Set<ActivityListener>();
const noActivity: Activity = {
  operation: 'none',
  accountId: null,
  requestId: null,
  jobId: null,
  row: null,
  pages: [],
  isNested: false,
  waitsFor: null,
};

/** Name of the global function that returns the current activity, so that a debugger can call it. */
export const activityKey = 'webdata.activity';

/** Returns the activity of the calling code, or null outside of one. */
export function currentActivity(): Activity | null {
  return storage.getStore() ?? null;
}

Object.defineProperty(globalThis, Symbol.for(activityKey), { value: currentActivity, configurable: true });

/** Adds a listener; returns a function that removes it. */
export function listenForActivities(listener: ActivityListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function runWithListeners<Result>(activity: Activity, work: () => Result): Result {
  const end = () => {
    for (const listener of listeners) listener.ended?.(activity);
  };
  for (const listener of listeners) listener.started?.(activity);
  let result: Result;
  try {
    result = storage.run(activity, work);
  } catch (error) {
    end();
    throw error;
  }
  if (result instanceof Promise) result.then(end, end);
  else end();
  return result;
}

/** Runs `work`, and everything that it calls or awaits, as an activity. */
export function runActivity<Result>(
  activity: Partial<Activity> & { operation: string },
  work: () => Result,
): Result {
  return runWithListeners({ ...noActivity, pages: [], ...activity }, work);
}

/**
 * Runs `work` as the part of the current activity that reads the page at `url`. The activity records the URL, because
 * it continues with the result.
 */
export function runPageActivity<Result>(accountId: string, url: string, work: () => Result): Result {
  const outer = storage.getStore();
  if (outer !== undefined && outer.pages.at(-1) !== url) {
    outer.pages.push(url);
    if (outer.pages.length > maxStoredPages) outer.pages.shift();
  }
  return runWithListeners(
    { ...(outer ?? noActivity), accountId, pages: [url], isNested: outer !== undefined, waitsFor: null },
    work,
  );
}

/**
 * Records that the current activity waits for a resource; the returned function ends the wait. A wait that is aborted does
 * not end, so that a timeout can state what it waited for.
 */
export function beginWait(resource: QueuedResource): () => void {
  const activity = storage.getStore();
  if (activity === undefined) return () => {};
  activity.waitsFor = resource;
  return () => {
    activity.waitsFor = null;
  };
}
