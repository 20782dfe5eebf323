import { setTimeout as pause } from 'node:timers/promises';
import { releaseReservations } from '../account/reservations.ts';
import type { SettledRequest } from '../account/write-requests.ts';
import type { Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import { newIdentifier } from '../domain/identifier.ts';
import type { Log } from '../domain/log.ts';
import type { StoredContent, storeBody } from '../store/contents.ts';
import type { Database } from '../store/database.ts';
import { isConnectionFailure, isSerializationConflict } from '../store/database-failure.ts';
import { createTroubleReport } from '../store/database-trouble.ts';
import { packDocument } from '../store/packed-document.ts';
import type { ClaimedJob, ClaimedPage } from './frontier-claim.ts';
import { giveBack } from './frontier-leases.ts';
import type { OpenJob } from './open-job.ts';
import { type FinishedTask, finishTask } from './task-finish.ts';
import type { TaskContext, TaskEnd, TaskOrder, TaskWork } from './task-work.ts';

/** What an open task is made of. */
export interface OpenTaskOptions {
  database: Database;
  clock: Clock;
  log: Log;
  job: ClaimedJob;
  work: TaskWork;
  workerId: string;
  keepMs: number;
  /** Stores a body that is too big for its row. */
  storeBody(content: Parameters<typeof storeBody>[1]): Promise<StoredContent>;
  /** Turns anything thrown into a failure that a caller may see. */
  toFailure(error: unknown): Failure;
  onRoom(): void;
}

/** A task that runs longer ends with a failure. */
const longestRunMs = 60 * 60_000;
/** A task that ended its process so often is not tried again. */
const mostSuspected = 3;
const retryPauseMs = 250;
const giveBackPauseMs = 1_000;

/** Whether the database was away, or undid what met something else in a circle, so that trying again may help. */
function isPassing(error: unknown): boolean {
  const trouble = error instanceof Failure ? error.cause : error;
  return isConnectionFailure(trouble) || isSerializationConflict(trouble);
}

const nothingDone: Omit<TaskEnd, 'status' | 'error'> = {
  answer: null,
  url: null,
  country: null,
  receipts: [],
  charges: [],
  reservationId: null,
  contents: [],
};

/** Runs the one piece of work that a task's job is, and writes what came of it. */
export function openTask(options: OpenTaskOptions): OpenJob {
  const { database, clock, log, job, work, workerId } = options;
  const keepMs = Math.min(options.keepMs, work.keepMs ?? options.keepMs);
  const report = createTroubleReport(log);
  const order = job.command as TaskOrder;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isOver = false;
  const abandoned = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });

  function contextOf(): TaskContext {
    const startedAt = clock.now();
    return {
      jobId: job.jobId,
      requestId: newIdentifier('req', startedAt),
      principal: order.principal,
      origin: order.origin,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(longestRunMs)]),
      startedAt,
    };
  }

  function entryOf(end: Omit<TaskEnd, 'answer'>, context: TaskContext, contents: StoredContent[]) {
    const { status, url, country, error, receipts, charges, reservationId, cached } = end;
    return {
      requestId: context.requestId,
      accountId: job.accountId,
      keyId: order.principal.keyId,
      at: context.startedAt,
      tool: order.tool,
      origin: order.origin,
      status,
      country,
      url,
      credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
      ms: Math.max(0, clock.now().getTime() - context.startedAt.getTime()),
      error,
      params: order.params,
      receipts,
      charges,
      reservationId,
      contents,
      ...(cached !== undefined && { cached }),
      durable: true,
      jobId: job.jobId,
    } satisfies SettledRequest;
  }

  /** Gives back what a run holds that came to nothing; it would expire by itself. */
  async function release(reservationId: string | null): Promise<void> {
    if (reservationId !== null) await releaseReservations(database, [reservationId]);
  }

  /** Writes it, however long the database is away. */
  async function write(task: Omit<FinishedTask, 'now' | 'job' | 'workerId' | 'keepMs'>): Promise<void> {
    for (;;) {
      try {
        const isMine = await finishTask(database, { ...task, job, workerId, keepMs, now: clock.now() });
        if (!isMine) await release(task.entry.reservationId);
        return;
      } catch (error) {
        // A transaction that met another one in a circle is undone whole: it is written again.
        const isAway = isConnectionFailure(error);
        if (!(isAway || isSerializationConflict(error)) || stopping.signal.aborted) throw error;
        if (isAway) report(error, 'what came of a task is not stored yet');
        await pause(retryPauseMs);
      }
    }
  }

  async function complete(page: ClaimedPage, context: TaskContext, end: TaskEnd): Promise<void> {
    const contents = await Promise.all(end.contents.map((content) => options.storeBody(content)));
    const receipt = end.receipts.at(-1);
    const kept = end.answer === null || receipt === undefined ? null : { ...end.answer, receipt: undefined };
    const packed = kept === null ? null : await packDocument(JSON.stringify(kept));
    await write({
      page,
      entry: entryOf(end, context, contents),
      result: packed === null ? null : { ...packed, receiptId: receipt?.id as string },
      error: null,
      ...(end.isCut !== undefined && { isCut: end.isCut }),
      ...(end.within !== undefined && { within: end.within }),
    });
  }

  async function fail(page: ClaimedPage, context: TaskContext, failure: Failure): Promise<void> {
    const told = { code: failure.kind, message: failure.message };
    const end = { ...nothingDone, status: failure.kind, error: told, url: job.startUrl || null };
    await write({
      page,
      entry: entryOf(end, context, []),
      result: null,
      error: told,
      within: async (transaction, now) => work.failed?.(transaction, { job, order, failure, now }),
    });
  }

  async function run(page: ClaimedPage): Promise<void> {
    const context = contextOf();
    if (page.suspected >= mostSuspected) {
      const reason = `the work ended the process ${page.suspected} times`;
      return fail(page, context, new Failure('internal', reason));
    }
    try {
      const end = await work.run(order.command, context);
      if (end.isCut === true && !stopping.signal.aborted) {
        await release(end.reservationId);
        throw context.signal.reason;
      }
      await complete(page, context, end);
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (isPassing(error)) {
        report(error, 'a task could not be worked on');
        await pause(giveBackPauseMs, undefined, { ref: false });
        await giveBack(database, workerId, job.jobId, [page.id]).catch(() => undefined);
        return;
      }
      const failure = options.toFailure(error);
      if (failure.kind === 'internal') log.error({ err: error, job: job.jobId }, 'a task failed');
      await fail(page, context, failure);
    }
  }

  return {
    jobId: job.jobId,
    inFlight: () => (running === null ? 0 : 1),
    appetite: () => 0,
    begin([page]) {
      if (page === undefined) return;
      running = run(page)
        .catch((error: unknown) => log.error({ err: error, job: job.jobId }, 'what came of a task was lost'))
        .finally(() => {
          running = null;
          isOver = true;
          options.onRoom();
        });
    },
    isOver: () => isOver,
    isIdle: () => running === null,
    abandon() {
      isOver = true;
      stopping.abort(new Failure('unavailable', 'the task is not worked on here any more'));
    },
    async settled() {
      // Work that does not hear of its end is left behind.
      await Promise.race([running, abandoned]);
    },
  };
}
