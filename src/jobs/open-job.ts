import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import type { Database } from '../store/database.ts';
import { isConnectionFailure, isSerializationConflict } from '../store/database-failure.ts';
import { createTroubleReport } from '../store/database-trouble.ts';
import type { FinishedPage } from './finished-page.ts';
import type { ClaimedJob, ClaimedPage } from './frontier-claim.ts';
import { finishGroup, type WrittenGroup } from './frontier-finish.ts';
import { giveBack } from './frontier-leases.ts';
import { failJob } from './job-end.ts';
import type { PageWork } from './job-work.ts';

/** What an open job is made of. */
export interface OpenJobOptions {
  database: Database;
  clock: Clock;
  log: Log;
  job: ClaimedJob;
  work: PageWork;
  workerId: string;
  keepMs: number;
  /** Called when rows may be claimed: something was written, or there is room for more. */
  onRoom(): void;
}

/** A job that this process works on: its pages under way, and the group that is being gathered. */
export interface OpenJob {
  jobId: string;
  /** Rows claimed and not yet done. */
  inFlight(): number;
  /** Rows that it would take now. */
  appetite(): number;
  begin(pages: readonly ClaimedPage[]): void;
  /** True when it has ended, as far as this process knows. */
  isOver(): boolean;
  /** True when nothing of it is here. */
  isIdle(): boolean;
  /** Stops what is under way at once; nothing more is written. */
  abandon(): void;
  /** Resolves when nothing is under way and everything is written. */
  settled(): Promise<void>;
}

const groupPages = 32;
/** How long a finished page waits for company, and how much longer once a job has been at it for a while. */
const gatherMs = 60;
const longestGatherMs = 250;
/** Groups after which a job counts as a long one. */
const fewGroups = 4;
const firstWindow = 16;
const largestWindow = 48;
const smallestWindow = 2;
/** A page that takes longer from claim to end shows that the site is asked for too many at once. */
const slowMs = 3_000;
const quickMs = 1_500;
/** A page that ended its worker so often while it ran alone is not tried again. */
const mostSuspected = 3;
/** What the work has noticed is written so often at most: losing the last of it costs a few pages more. */
const notesEveryMs = 2_000;
const retryPauseMs = 250;
const giveBackPauseMs = 1_000;

/** Runs the pages of one job and writes them in groups. */
export function openJob(options: OpenJobOptions): OpenJob {
  const { database, clock, log, job, work, workerId } = options;
  const report = createTroubleReport(log);
  const { jobId } = job;
  const stopping = new AbortController();
  const running = new Map<number, ClaimedPage>();
  let gathered: FinishedPage[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let window = firstWindow;
  let isOver = false;
  let groups = 0;
  let notedAt = -notesEveryMs;

  function adapt(ms: number): void {
    if (ms > slowMs) window = Math.max(smallestWindow, window * 0.9);
    else if (ms < quickMs) window = Math.min(largestWindow, window + 0.5);
  }

  function newNotes(): unknown {
    if (performance.now() - notedAt < notesEveryMs) return undefined;
    notedAt = performance.now();
    return work.notes?.();
  }

  async function write(pages: readonly FinishedPage[]): Promise<WrittenGroup> {
    const group = { ...job, workerId, pages, now: clock.now(), keepMs: options.keepMs, notes: newNotes() };
    for (;;) {
      try {
        return await finishGroup(database, { ...group, now: clock.now() });
      } catch (error) {
        const mayPass = isConnectionFailure(error) || isSerializationConflict(error);
        if (!mayPass || stopping.signal.aborted) throw error;
        if (isConnectionFailure(error)) await pause(retryPauseMs);
      }
    }
  }

  function after(pages: readonly FinishedPage[], written: WrittenGroup): void {
    groups += 1;
    work.written(pages, written.lost === 0);
    if (written.isOpen && !written.hasEnded) return;
    isOver = true;
    stopping.abort(new Failure('unavailable', 'the job has ended'));
  }

  /** The group could not be written as one: each page is tried alone, and one that cannot be stored is given up. */
  async function writeSingly(pages: readonly FinishedPage[]): Promise<void> {
    for (const page of pages) {
      try {
        after([page], await write([page]));
      } catch (error) {
        if (isConnectionFailure(error)) throw error;
        log.error({ err: error, job: jobId }, 'a page of a job could not be stored');
        await giveUpStoring(page, error);
      }
      if (isOver) return;
    }
  }

  async function giveUpStoring(page: FinishedPage, error: unknown): Promise<void> {
    if (isUnpaid(error)) {
      // The reservation expired meanwhile; the next claim makes another, or finds the account empty.
      await giveBack(database, workerId, jobId, [page.id]);
      return;
    }
    const claimed = { id: page.id, attempt: page.attempt, url: page.url, depth: 0, digest: page.digest };
    const instead = await work.giveUp(
      { ...claimed, kind: 'page', suspected: 0, credits: 0 },
      'The page could not be stored.',
    );
    try {
      after([instead], await write([instead]));
    } catch (cause) {
      if (isConnectionFailure(cause)) throw cause;
      const message = 'The job could not go on; the log has the reason.';
      await failJob(database, jobId, { code: 'internal', message }, clock.now(), options.keepMs);
      isOver = true;
    }
  }

  async function writeGathered(): Promise<void> {
    while (gathered.length > 0) {
      const pages = gathered.splice(0, groupPages);
      try {
        after(pages, await write(pages));
      } catch (error) {
        if (isConnectionFailure(error)) report(error, 'pages of a job were not stored');
        else await writeSingly(pages);
      }
      if (isOver) gathered = [];
      options.onRoom();
      if (gathered.length < groupPages && running.size > 0) break;
    }
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (writing !== null || gathered.length === 0) return;
    writing = writeGathered()
      .catch((error: unknown) => log.error({ err: error, job: jobId }, 'pages of a job were not stored'))
      .finally(() => {
        writing = null;
        if (gathered.length > 0) schedule();
      });
  }

  function schedule(): void {
    if (gathered.length >= groupPages || running.size === 0) flush();
    else timer ??= setTimeout(flush, groups < fewGroups ? gatherMs : longestGatherMs);
  }

  async function run(page: ClaimedPage): Promise<FinishedPage | null> {
    if (page.suspected >= mostSuspected) {
      return work.giveUp(page, `Reading the page ended the process ${page.suspected} times.`);
    }
    try {
      return await work.run(page, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return null;
      const isPassing =
        (error instanceof Failure && error.kind === 'unavailable') || isConnectionFailure(error);
      report(error, 'a page of a job could not be worked on');
      if (!isPassing) return work.giveUp(page, 'The page could not be worked on; the log has the reason.');
      await pause(giveBackPauseMs, undefined, { ref: false });
      await giveBack(database, workerId, jobId, [page.id]).catch(() => undefined);
      return null;
    }
  }

  async function process(page: ClaimedPage): Promise<void> {
    const since = performance.now();
    const finished = await run(page).catch((error: unknown) => {
      log.error({ err: error, job: jobId }, 'a page of a job was lost');
      return null;
    });
    running.delete(page.id);
    if (isOver) return;
    if (finished !== null) {
      adapt(performance.now() - since);
      gathered.push(finished);
    }
    schedule();
    if (running.size <= window / 2) options.onRoom();
  }

  return {
    jobId,
    inFlight: () => running.size,
    appetite: () => (isOver ? 0 : Math.max(0, Math.floor(window) - running.size)),
    begin(pages) {
      for (const page of pages) running.set(page.id, page);
      for (const page of pages) void process(page);
    },
    isOver: () => isOver,
    isIdle: () => running.size === 0 && gathered.length === 0 && writing === null,
    abandon() {
      isOver = true;
      gathered = [];
      if (timer !== null) clearTimeout(timer);
      stopping.abort(new Failure('unavailable', 'the job is not worked on here any more'));
    },
    async settled() {
      while (running.size > 0 || gathered.length > 0 || writing !== null) {
        if (isOver && writing === null) return;
        flush();
        await (writing ?? pause(20));
      }
    },
  };
}

/** Whether the statement was undone because the job's reservation, or the account, did not cover the charge. */
function isUnpaid(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23514';
}
