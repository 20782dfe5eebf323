import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import { isTransient } from '../../store/database-failure.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import type { ClaimedPage } from '../frontier/frontier-claim.ts';
import type { EndBrokenJob } from '../runner/end-broken-job.ts';
import type { OpenJob } from '../runner/job-work.ts';
import { maxAttempts, pauseBeforeAbandoning } from '../runner/retry-policy.ts';
import { runRowActivity } from '../runner/row-activity.ts';
import { parseTaskInput, type TaskContext, type TaskEnd, type TaskInput } from './task-work.ts';
import { createTaskWriter, type TaskWriter, type TaskWriterOptions } from './task-writer.ts';

/** Dependencies and options of an open task. */
export interface OpenTaskOptions extends TaskWriterOptions {
  endBrokenJob: EndBrokenJob;
  onCapacity(): void;
  /** Called after the task if its end was not stored here, so that its row returns to the queue. */
  onAbandoned(): void;
}

/** Maximum run time of a task; after that it fails. */
const maxRunMs = 60 * 60_000;
/** Time after the abort of its signal at which the work is given up, so that its job ends. */
const overrunMs = 2 * 60_000;
/** Maximum number of processes that may die while this task runs. */
const maxSuspected = 3;

/** Opens a task in this process. */
export function openTask(options: OpenTaskOptions): OpenJob {
  return new OpenTask(options);
}

/** Runs the single piece of work of a task's job, and writes its result. */
class OpenTask implements OpenJob {
  readonly jobId: string;
  readonly isTask = true;
  readonly #options: OpenTaskOptions;
  readonly #input: TaskInput;
  readonly #writer: TaskWriter;
  readonly #report: ReturnType<typeof createThrottledErrorLog>;
  readonly #stopping = new AbortController();
  readonly #abandoned = Promise.withResolvers<void>();
  #running: Promise<void> | null = null;
  #held: number[] = [];
  #isOver = false;

  constructor(options: OpenTaskOptions) {
    this.jobId = options.job.jobId;
    this.#options = options;
    this.#report = createThrottledErrorLog(options.log);
    this.#input = parseTaskInput(options.job.command);
    this.#writer = createTaskWriter(options, this.#stopping.signal);
  }

  countInFlight(): number {
    return this.#running === null ? 0 : 1;
  }

  heldRows(): Iterable<number> {
    return this.#held;
  }

  computeCapacity(): number {
    return 0;
  }

  start([page]: readonly ClaimedPage[]): void {
    if (page === undefined) return;
    const { job, workerId } = this.#options;
    this.#held = [page.id];
    this.#running = runRowActivity(job, workerId, page, () => this.#run(page))
      .catch((error: unknown) => this.#endUnstored(page, error))
      .then((isStored) => {
        this.#running = null;
        this.#held = [];
        this.#isOver = true;
        if (!isStored) this.#options.onAbandoned();
        this.#options.onCapacity();
      });
  }

  isOver(): boolean {
    return this.#isOver;
  }

  isIdle(): boolean {
    return this.#running === null;
  }

  abandon(): void {
    this.#isOver = true;
    this.#stopping.abort(new Failure('unavailable', 'This process no longer works on the task.'));
    this.#abandoned.resolve();
  }

  async waitUntilIdle(): Promise<void> {
    // Work that ignores its signal is not waited for.
    await Promise.race([this.#running, this.#abandoned.promise]);
  }

  /** Runs the work and stores its end; false if the end was not stored. */
  async #run(page: ClaimedPage): Promise<boolean> {
    const context = this.#createContext();
    if (page.suspected >= maxSuspected) {
      return this.#writer.fail(page, context, new Failure('internal', crashedMessage(page.suspected)));
    }
    try {
      const end = await this.#perform(context).catch((error: unknown) => this.#pauseIfTransient(page, error));
      return end !== null && (await this.#writer.complete(page, context, end));
    } catch (error) {
      if (this.#stopping.signal.aborted) return false;
      return this.#writer.fail(page, context, this.#toFailure(error));
    }
  }

  /** Runs the work. Rejects as the work does, and if the work ignores its timeout. */
  async #perform(context: TaskContext): Promise<TaskEnd> {
    const { promise: overrun, reject } = Promise.withResolvers<never>();
    const message = `The work did not end within ${maxRunMs / 60_000} minutes. Start it again with a smaller request.`;
    const timer = setTimeout(() => reject(new Failure('unavailable', message)), maxRunMs + overrunMs).unref();
    try {
      const end = await Promise.race([this.#options.work.run(this.#input.command, context), overrun]);
      if (end.isCut === true && !this.#stopping.signal.aborted) {
        await this.#writer.release(end.reservationId);
        throw context.signal.reason;
      }
      return end;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits after a transient error, before the task returns to the queue; throws any other error. */
  async #pauseIfTransient(page: ClaimedPage, error: unknown): Promise<null> {
    const canRetry = isTransient(error) && page.attempt < maxAttempts;
    if (this.#stopping.signal.aborted || !canRetry) throw error;
    this.#report(error, 'a task could not be processed');
    await pauseBeforeAbandoning(page.attempt, this.#stopping.signal);
    return null;
  }

  /** Handles an end that could not be stored: the task is retried if the error is transient. Returns false. */
  async #endUnstored(page: ClaimedPage, error: unknown): Promise<false> {
    const { log, endBrokenJob } = this.#options;
    log.error({ err: error, job: this.jobId }, 'the end of a task could not be stored');
    if (!(await endBrokenJob(this.jobId, error))) {
      await pauseBeforeAbandoning(page.attempt, this.#stopping.signal);
    }
    return false;
  }

  #createContext(): TaskContext {
    const startedAt = this.#options.clock.now();
    return {
      jobId: this.jobId,
      requestId: newIdentifier('req', startedAt),
      principal: this.#input.principal,
      origin: this.#input.origin,
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(maxRunMs)]),
      startedAt,
      workUntil: addMs(startedAt, maxRunMs),
    };
  }

  #toFailure(error: unknown): Failure {
    const failure = this.#options.toFailure(error);
    if (failure.kind === 'internal') {
      this.#options.log.error({ err: error, job: this.jobId }, 'a task failed');
    }
    return failure;
  }
}

function crashedMessage(times: number): string {
  return `The service crashed ${times} times while it did this work. The operator finds the cause in the log of the service.`;
}
