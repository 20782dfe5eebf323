import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Crash, markPage, type PageMark } from '../../domain/resources/crash.ts';
import { type Activity, listenForActivities } from '../../domain/system/activity.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import { crashFileName } from './crash-files.ts';

/** File with the pages that this process works on, which the next process reads after a crash. */
export interface InFlightFile {
  /** Sets the worker id of this process. */
  setWorker(workerId: string): void;
  /** Deletes the file; it is not written again. */
  close(): Promise<void>;
}

/** Maximum number of pages in the file; a process hardly has more in flight. */
const maxPages = 4_096;
/** Minimum time between writes, and the same for each page of a long list: more writes would slow a busy process. */
const writeIntervalMs = 10;
const writeIntervalPerPageMs = 0.5;

/** Formats the file: a line with the number of pages and the worker, then one page per line. */
function formatInFlight(workerId: string | null, pages: readonly PageMark[]): string {
  const lines = pages.map(({ accountId, host, digest }) => JSON.stringify([accountId, host, digest]));
  return [JSON.stringify({ workerId, pages: pages.length }), ...lines, ''].join('\n');
}

/** Parses such a file; incomplete lines are dropped. */
export function parseInFlight(text: string): Pick<Crash, 'workerId' | 'inFlight'> {
  const [head = '', ...lines] = text.split('\n');
  try {
    const { workerId, pages } = JSON.parse(head) as { workerId: string | null; pages: number };
    const inFlight = lines.slice(0, pages).flatMap((line) => {
      try {
        const [accountId, host, digest] = JSON.parse(line) as [string, string, string?];
        // An earlier version wrote addresses, which may contain secrets.
        return digest === undefined ? [] : [{ accountId, host, digest }];
      } catch {
        return [];
      }
    });
    return { workerId, inFlight };
  } catch {
    return { workerId: null, inFlight: [] };
  }
}

/**
 * Keeps the file in `folder` up to date with the pages of all running activities: those being read, and the last page of
 * each activity that continues. Activities do not wait for writes.
 */
export async function openInFlightFile(folder: string, log: Log): Promise<InFlightFile> {
  const path = join(folder, crashFileName('in-flight'));
  // Without the file a crash cannot be attributed to a page, but the service can run.
  const logWriteError = (error: unknown) => {
    log.warn({ error: errorMessage(error) }, 'the pages in flight cannot be written to disk');
    return null;
  };
  const openedFile = await open(path, 'w', 0o600).catch(logWriteError);
  return openedFile === null
    ? { setWorker() {}, async close() {} }
    : maintainInFlightFile(path, openedFile, logWriteError);
}

/** Keeps an open file up to date until it is closed. */
function maintainInFlightFile(
  path: string,
  file: FileHandle,
  logWriteError: (error: unknown) => unknown,
): InFlightFile {
  const running = new Set<Activity>();
  const marks = new WeakMap<Activity, { url: string; mark: PageMark }>();
  let workerId: string | null = null;
  let writing: Promise<void> | null = null;
  let isStale = false;
  /** Bytes that the file has at most; a failed write may have written any part of them. */
  let maxFileLength = 0;
  let hasFailed = false;
  let closePromise: Promise<void> | null = null;

  /** Returns the mark of the last page of an activity; computed once, because the file is written often. */
  function markOf(activity: Activity): PageMark | null {
    const { accountId } = activity;
    const url = activity.pages.at(-1);
    if (accountId === null || url === undefined) return null;
    const known = marks.get(activity);
    if (known?.url === url) return known.mark;
    const mark = markPage({ accountId, url });
    marks.set(activity, { url, mark });
    return mark;
  }

  function getPagesInFlight(): PageMark[] {
    const pages = new Map<string, PageMark>();
    for (const activity of running) {
      const mark = markOf(activity);
      if (mark !== null) pages.set(`${mark.accountId} ${mark.digest}`, mark);
      if (pages.size === maxPages) break;
    }
    return [...pages.values()];
  }

  async function write(): Promise<void> {
    while (isStale) {
      isStale = false;
      const content = Buffer.from(formatInFlight(workerId, getPagesInFlight()));
      // A longer old content would keep addresses of pages that have ended.
      const isShorter = content.length < maxFileLength;
      maxFileLength = Math.max(maxFileLength, content.length);
      const written = file.write(content, 0, content.length, 0).then(async () => {
        if (isShorter) await file.truncate(content.length);
        maxFileLength = content.length;
      });
      await written.catch((error: unknown) => {
        if (!hasFailed) logWriteError(error);
        hasFailed = true;
      });
      await pause(Math.max(writeIntervalMs, running.size * writeIntervalPerPageMs));
    }
  }

  function update(): void {
    isStale = true;
    writing ??= write().finally(() => {
      writing = null;
      if (isStale) update();
    });
  }

  const unlisten = listenForActivities({
    started(activity) {
      running.add(activity);
      if (activity.pages.length > 0) update();
    },
    ended(activity) {
      running.delete(activity);
      if (activity.pages.length > 0) update();
    },
  });

  async function close(): Promise<void> {
    unlisten();
    isStale = false;
    await writing;
    await file.close();
    await rm(path, { force: true });
  }

  return {
    setWorker(id) {
      workerId = id;
      if (closePromise === null) update();
    },
    close: () => (closePromise ??= close()),
  };
}
