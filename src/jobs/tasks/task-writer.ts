import { releaseReservations } from '../../account/credits/reservations.ts';
import type { StorableRequest } from '../../account/requests/write-requests.ts';
import { maskPageAddresses } from '../../domain/secrets/mask-address.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { isSerializationConflict, isTransient } from '../../store/database-failure.ts';
import { compressJson } from '../../store/pages/compressed-document.ts';
import type { StoredContent, storeBody } from '../../store/pages/contents.ts';
import { retryTransient } from '../../store/retry-transient.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import type { ClaimedJob, ClaimedPage } from '../frontier/frontier-claim.ts';
import { toJobError } from '../runner/end-broken-job.ts';
import { abortTask, type FinishedTask, finishTask } from './task-finish.ts';
import { parseTaskInput, type TaskContext, type TaskEnd, type TaskWork } from './task-work.ts';

/** Dependencies of writing the end of a task. */
export interface TaskWriterOptions {
  database: Database;
  clock: Clock;
  log: Log;
  job: ClaimedJob;
  work: TaskWork;
  workerId: string;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  /** Stores a body that is too large for its row. */
  storeBody(content: Parameters<typeof storeBody>[1]): Promise<StoredContent>;
  /** Converts any thrown value to a failure that callers may see. */
  toFailure(error: unknown): Failure;
}

/** Writes the end of one task. */
export interface TaskWriter {
  /**
   * Writes the result of a run; false if this worker no longer owns the task. Rejects if it cannot be stored. The charge of a
   * cancelled run is written even after `signal` aborts.
   */
  complete(page: ClaimedPage, context: TaskContext, end: TaskEnd): Promise<boolean>;
  /**
   * Fails the task and writes as much of the failure as can be stored; false if this worker no longer owns the task. Rejects if
   * nothing can be stored.
   */
  fail(page: ClaimedPage, context: TaskContext, failure: Failure): Promise<boolean>;
  /** Releases the reservation of a run without a result; never rejects. */
  release(reservationId: string | null): Promise<void>;
}

/** Time after which a result that cannot be stored counts as a permanent failure. */
const maxStoreMs = 30 * 60_000;
/** Time for which the charge of a cancelled run is retried. */
const maxChargeMs = 60_000;

const emptyEnd: Omit<TaskEnd, 'status' | 'error'> = {
  answer: null,
  url: null,
  country: null,
  receipts: [],
  charges: [],
  reservationId: null,
  contents: [],
};

/**
 * Creates the writer of a task's end. Until `signal` aborts, writes are retried while a dependency is unavailable.
 */
export function createTaskWriter(options: TaskWriterOptions, signal: AbortSignal): TaskWriter {
  const { database, clock, log, job, work, workerId } = options;
  const keepMs = Math.min(options.keepMs, work.keepMs ?? options.keepMs);
  const report = createThrottledErrorLog(log);
  const input = parseTaskInput(job.command);

  function retryWrite<Result>(write: () => Promise<Result>, isCut = false): Promise<Result> {
    return retryTransient(write, {
      timeoutMs: isCut ? maxChargeMs : maxStoreMs,
      // The signal of an interrupted run is already aborted.
      ...(!isCut && { signal }),
      isRetryable: (error) => isTransient(error) || options.toFailure(error).kind === 'unavailable',
      onRetry(error) {
        if (!isSerializationConflict(error)) report(error, 'the end of a task could not be stored yet');
      },
    });
  }

  async function release(reservationId: string | null): Promise<void> {
    if (reservationId === null) return;
    await releaseReservations(database, [reservationId]).catch((error: unknown) =>
      report(error, 'a reservation could not be released and will expire'),
    );
  }

  function createHistoryEntry(end: Omit<TaskEnd, 'answer'>, context: TaskContext, contents: StoredContent[]) {
    const { status, url, country, error, receipts, charges, reservationId, cached } = end;
    return {
      requestId: context.requestId,
      accountId: job.accountId,
      keyId: input.principal.keyId,
      at: context.startedAt,
      tool: input.tool,
      origin: input.origin,
      status,
      country,
      url,
      credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
      ms: Math.max(0, clock.now().getTime() - context.startedAt.getTime()),
      error,
      params: input.params,
      receipts,
      charges,
      reservationId,
      contents,
      ...(cached !== undefined && { cached }),
      isDurable: true,
      jobId: job.jobId,
    } satisfies StorableRequest;
  }

  function write(task: Omit<FinishedTask, 'now' | 'job' | 'workerId' | 'keepMs'>): Promise<boolean> {
    return retryWrite(async () => {
      const isOwned = await finishTask(database, { ...task, job, workerId, keepMs, now: clock.now() });
      if (!isOwned) await release(task.entry.reservationId);
      return isOwned;
    }, task.isCut);
  }

  return {
    release,
    async complete(page, context, end) {
      const contents = await retryWrite(() =>
        Promise.all(end.contents.map((content) => options.storeBody(content))),
      );
      const receipt = end.receipts.at(-1);
      const storedAnswer =
        end.answer === null || receipt === undefined
          ? null
          : { ...maskPageAddresses(end.answer), receipt: undefined };
      const packed = storedAnswer === null ? null : await compressJson(storedAnswer);
      return write({
        page,
        entry: createHistoryEntry(end, context, contents),
        result: packed === null ? null : { ...packed, receiptId: receipt?.id as string },
        error: null,
        ...(end.isCut !== undefined && { isCut: end.isCut }),
        ...(end.within !== undefined && { within: end.within }),
      });
    },
    async fail(page, context, failure) {
      const error = { code: failure.kind, message: failure.message };
      const end = { ...emptyEnd, status: failure.kind, error, url: job.startUrl || null };
      const within: FinishedTask['within'] = async (transaction, now) =>
        work.failed?.(transaction, { jobId: job.jobId, accountId: job.accountId, error, now });
      const abort = (hooks: Pick<FinishedTask, 'within'>) =>
        retryWrite(() =>
          abortTask(database, {
            job,
            page,
            workerId,
            keepMs,
            now: clock.now(),
            error: toJobError(failure),
            ...hooks,
          }),
        );
      const attempts = [
        () => write({ page, entry: createHistoryEntry(end, context, []), result: null, error, within }),
        // First without history, if that cannot be stored; then also without the changes of the work.
        () => abort({ within }),
        () => abort({}),
      ];
      for (const [at, attempt] of attempts.entries()) {
        try {
          return await attempt();
        } catch (cause) {
          if (signal.aborted || at === attempts.length - 1) throw cause;
          log.error({ err: cause, job: job.jobId }, 'the failure of a task could not be stored completely');
        }
      }
      return false;
    },
  };
}
