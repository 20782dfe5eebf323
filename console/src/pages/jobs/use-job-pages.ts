import { useEffect, useState } from 'preact/hooks';
import type { ServerEvent } from '../../../../clients/typescript/src/index.ts';
import { followJob } from '../../data/job-events.ts';
import { invalidate } from '../../data/query.ts';

/** A delivered page of a job, as its event states it. */
export interface JobPageEvent {
  offset: number;
  status: string;
  url: string;
  /** Null for a page without one. */
  title: string | null;
  /** Number of links from the start of a crawl; null for pages of a list. */
  depth: number | null;
  /** Bytes that were transferred for the page; null if unknown. */
  bytes: number | null;
  /** Time that the page took in milliseconds; null if unknown. */
  ms: number | null;
  /** Time at which this window received the event; null for pages that were delivered before. */
  receivedAt: number | null;
}

/** Pages of a job and their speed. */
export interface JobPages {
  pages: readonly JobPageEvent[];
  /** Pages per second over the last seconds; null if nothing was measured. */
  rate: number | null;
}

/** Events are shown in groups, so that a fast job does not render the page for each of them. */
const groupMs = 250;
const rateWindowMs = 10_000;

function toPage({ data }: ServerEvent, receivedAt: number | null): JobPageEvent {
  const page = data as Omit<JobPageEvent, 'receivedAt'>;
  return { ...page, receivedAt };
}

function rateOf(pages: readonly JobPageEvent[], now: number): number | null {
  let count = 0;
  let first = now;
  for (let at = pages.length - 1; at >= 0; at -= 1) {
    const receivedAt = pages[at]?.receivedAt ?? null;
    if (receivedAt === null || receivedAt < now - rateWindowMs) break;
    count += 1;
    first = receivedAt;
  }
  return count < 2 || now === first ? null : (count * 1_000) / (now - first);
}

/** Follows the pages of a job from the first one to its end. */
export function useJobPages(jid: string, isRunning: boolean): JobPages {
  const [state, setState] = useState<JobPages>({ pages: [], rate: null });
  // A retried job is followed again
  useEffect(() => {
    const abort = new AbortController();
    const started = performance.now();
    let pages: JobPageEvent[] = [];
    let isChanged = false;
    const publish = () => {
      if (!isChanged) return;
      isChanged = false;
      pages = [...pages];
      setState({ pages, rate: rateOf(pages, performance.now()) });
    };
    const timer = setInterval(publish, groupMs);
    void followJob(jid, abort.signal, (event) => {
      isChanged = true;
      const now = performance.now();
      // The stream begins with the pages that were delivered before.
      const isOld = now - started < groupMs * 2;
      if (event.type === 'job.page') pages.push(toPage(event, isOld ? null : now));
      else if (event.type !== 'job.started') invalidate(`job ${jid}`);
    }).then(() => {
      if (abort.signal.aborted) return;
      clearInterval(timer);
      publish();
    });
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [jid, isRunning]);
  return state;
}
