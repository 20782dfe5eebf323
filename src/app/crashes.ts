import { type AccountPage, markPage, type PageMark } from '../domain/resources/crash.ts';
import { type Activity, listenForActivities } from '../domain/system/activity.ts';
import { addMs } from '../domain/system/clock.ts';
import { dayMs } from '../domain/values/day-ms.ts';
import type { FetchPage } from '../fetching/fetch-request.ts';
import { createCrashGuard } from '../fetching/stages/crash-guard.ts';
import { recordCrashes } from '../jobs/frontier/record-crashes.ts';
import { openInFlightFile } from '../runtime/watchdog/in-flight-file.ts';
import { takeCrashes } from '../runtime/watchdog/take-crashes.ts';
import {
  deletePageCrashes,
  type PageCrashes,
  pageKey,
  readPageCrashes,
} from '../store/pages/page-crashes.ts';
import { createThrottledErrorLog } from '../store/throttled-error-log.ts';
import type { AppContext } from './app-context.ts';

/** Crashes of earlier processes, and the notes of this one for the next. */
export interface Crashes {
  /** Wraps a fetcher, so that pages that crash the process are identified and refused. */
  guard(fetchPage: FetchPage): FetchPage;
  /** Notes the id of the worker of this process. */
  setWorker(workerId: string): void;
  /** Stops the notes, because the process stops in order: no page is the cause of what follows. */
  stopNoting(): Promise<void>;
}

/** Milliseconds that a crash counts. Later, the page or the service may have changed. */
export const crashRetentionMs = dayMs;
/** Interval at which the crashes of other processes on the same database are read. */
const refreshMs = 60_000;

/** Reads the known crashes until the stack is disposed. Takes no notes for the next process. */
export async function readCrashes(
  { database, clock, log }: AppContext,
  stack: AsyncDisposableStack,
): Promise<Crashes> {
  const report = createThrottledErrorLog(log);
  const since = () => addMs(clock.now(), -crashRetentionMs);
  let known = await readPageCrashes(database, since());

  const refresh = setInterval(async () => {
    try {
      known = await readPageCrashes(database, since());
    } catch (error) {
      report(error, 'the crashes of other processes could not be read');
    }
  }, refreshMs).unref();
  stack.defer(() => clearInterval(refresh));

  function forget(page: PageMark): void {
    known.delete(pageKey(page));
    deletePageCrashes(database, page).catch((error: unknown) => {
      report(error, 'a page that no longer crashes the service could not be cleared');
    });
  }

  /** Clears the pages of work that has ended without a crash. */
  function clear({ accountId, pages, isNested }: Activity): void {
    if (known.size === 0 || isNested || accountId === null) return;
    for (const url of pages) {
      const page = markPage({ accountId, url });
      if (known.has(pageKey(page))) forget(page);
    }
  }
  stack.defer(listenForActivities({ ended: clear }));

  function crashesOf(page: AccountPage): PageCrashes | null {
    const found = known.size === 0 ? undefined : known.get(pageKey(markPage(page)));
    return found !== undefined && found.lastAt > since() ? found : null;
  }

  return {
    guard: createCrashGuard({ findCrashes: crashesOf, keepMs: crashRetentionMs, clock }),
    setWorker() {},
    async stopNoting() {},
  };
}

/** Like {@link readCrashes}, for the service: records the notes of crashed processes, and takes notes of this one. */
export async function openCrashes(app: AppContext, stack: AsyncDisposableStack): Promise<Crashes> {
  const { directory, database, clock, log } = app;
  await takeCrashes(directory.crashes, (crashes) => {
    const now = clock.now();
    return recordCrashes({ database, log }, crashes, now, addMs(now, -crashRetentionMs));
  });
  const crashes = await readCrashes(app, stack);
  const file = await openInFlightFile(directory.crashes, log);
  stack.defer(() => file.close());
  return {
    ...crashes,
    setWorker: (workerId) => file.setWorker(workerId),
    stopNoting: () => file.close(),
  };
}
