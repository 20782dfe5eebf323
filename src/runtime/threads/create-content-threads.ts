import type { Worker } from 'node:worker_threads';
import type {
  ContentAnswer,
  ContentJob,
  ContentThreadReady,
  PageContent,
  PassageJob,
  TextWork,
} from '../../domain/pages/content.ts';
import type { Passage } from '../../domain/pages/page.ts';
import type { PageFindings, RecordsJob } from '../../domain/pages/records.ts';
import { beginWait } from '../../domain/system/activity.ts';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import { FairQueue } from '../../domain/system/fair-queue.ts';
import type { ContentThreadPool, ContentThreadsOptions } from './content-threads.ts';
import { startContentWorker } from './content-worker.ts';
import { limitCpuTime } from './limit-cpu-time.ts';
import {
  createPageTask,
  createPassageTask,
  createRecordsTask,
  createTextTask,
  type ThreadTask,
} from './thread-tasks.ts';
import { warmUpPage } from './warm-up-page.ts';

/** Interval of heap checks of a working thread. Most pages are done before the first check. */
const heapCheckIntervalMs = 100;

/** Maximum processor time in which a thread loads its modules. */
const maxStartMs = 30_000;
/** Maximum number of threads that try a page before its content counts as unreadable. */
const maxAttempts = 2;

interface Task extends ThreadTask<unknown> {
  /** Time of submission, in milliseconds of `performance.now()`. */
  submittedAt: number;
  attempts: number;
  /** True if the result is no longer awaited. */
  isSettled: boolean;
  /** Called when the task gets a thread. */
  endWait(): void;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

interface Thread {
  worker: Worker;
  /** False until its modules are loaded; an earlier end is not caused by its task. */
  isReady: boolean;
  /** Sends the first task when the thread is ready, so that a load error is distinguished from an error of the task. */
  sendFirstTask: (() => void) | null;
  task: Task | null;
  /** Ends the use of the thread by the account of its task. */
  leaveAccount: (() => void) | null;
  taskId: number;
  /** Ends the limit of the time of its work. */
  endLimit: (() => void) | null;
  /** Terminates an unneeded thread while it is idle. */
  idleTimer: NodeJS.Timeout | null;
  /** Checks the heap while the thread works. */
  heapTimer: NodeJS.Timeout | null;
}

/** Creates content threads, which start with the first pages. An idle thread does not keep the process alive. */
export function createContentThreads(options: ContentThreadsOptions): ContentThreadPool {
  return new WorkerThreadPool(options);
}

class WorkerThreadPool implements ContentThreadPool {
  readonly #options: ContentThreadsOptions;
  readonly #threads = new Set<Thread>();
  /** Idle threads; the last used is taken first, so that the others can end. */
  readonly #idle: Thread[] = [];
  readonly #waiting = new FairQueue<Task>();
  /** Expires when the oldest waiting task may use a reserve thread. */
  #reserveTimer: NodeJS.Timeout | null = null;
  #lastTaskId = 0;
  #isClosed = false;

  constructor(options: ContentThreadsOptions) {
    this.#options = options;
  }

  threadCount(): number {
    return this.#threads.size;
  }

  getLoad(): { busy: number; idle: number; waiting: number } {
    const idle = this.#idle.length;
    return { busy: this.#threads.size - idle, idle, waiting: this.#waiting.size };
  }

  process(job: ContentJob, signal: AbortSignal): Promise<PageContent> {
    return this.#submit(createPageTask(job), signal);
  }

  async warm(): Promise<void> {
    await this.process(warmUpPage, AbortSignal.timeout(this.#options.timeoutMs));
  }

  rank(job: PassageJob, signal: AbortSignal): Promise<Passage[]> {
    return this.#submit(createPassageTask(job), signal);
  }

  findRecords(job: RecordsJob, signal: AbortSignal): Promise<PageFindings | null> {
    return this.#submit(createRecordsTask(job), signal);
  }

  run<Request, Result>(
    work: TextWork<Request, Result>,
    request: Request,
    signal: AbortSignal,
  ): Promise<Result> {
    return this.#submit(createTextTask(work, request), signal);
  }

  #submit<Result>(work: ThreadTask<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#isClosed) return Promise.reject(stoppingError());
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const settle = () => {
      task.isSettled = true;
      signal.removeEventListener('abort', onAbort);
    };
    const task: Task = {
      ...work,
      submittedAt: performance.now(),
      attempts: 0,
      isSettled: false,
      endWait: beginWait('content_thread'),
      resolve(result) {
        settle();
        resolve(result as Result);
      },
      reject(reason) {
        settle();
        reject(reason);
      },
    };
    const onAbort = () => this.#abandon(task, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.add(task);
    this.#assign();
    return promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#threads].map((thread) => thread.task).filter((task) => task !== null);
    const waiting = [...this.#waiting.items()];
    for (const task of waiting) this.#waiting.delete(task);
    for (const task of [...waiting, ...running]) if (!task.isSettled) task.reject(stoppingError());
    if (this.#reserveTimer !== null) clearTimeout(this.#reserveTimer);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  /** Assigns waiting tasks to idle threads, and to new ones within the limit. */
  #assign(): void {
    const { threads, reserve } = this.#options;
    for (;;) {
      const task = this.#waiting.next(threads + (reserve?.threads ?? 0));
      if (task === null || !this.#canRun(task)) return;
      const leaveAccount = this.#waiting.take(task);
      task.endWait();
      this.#run(this.#idle.pop() ?? this.#start(), task, leaveAccount);
    }
  }

  /** Returns true if the next task may get a thread now; otherwise schedules the next check if needed. */
  #canRun(task: Task): boolean {
    const { threads, reserve } = this.#options;
    const busy = this.#threads.size - this.#idle.length;
    if (busy < threads) return true;
    if (reserve === undefined || busy >= threads + reserve.threads) return false;
    const leftMs = task.submittedAt + reserve.afterMs - performance.now();
    if (leftMs <= 0) return true;
    this.#reserveTimer ??= setTimeout(() => {
      this.#reserveTimer = null;
      this.#assign();
    }, leftMs).unref();
    return false;
  }

  #start(): Thread {
    const worker = startContentWorker(this.#options);
    const thread: Thread = {
      worker,
      isReady: false,
      sendFirstTask: null,
      task: null,
      leaveAccount: null,
      taskId: 0,
      endLimit: null,
      idleTimer: null,
      heapTimer: null,
    };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (message: ContentAnswer | ContentThreadReady) => {
      if ('ready' in message) {
        thread.isReady = true;
        if (thread.sendFirstTask === null) return;
        this.#limitTask(thread, this.#options.timeoutMs);
        thread.sendFirstTask();
        thread.sendFirstTask = null;
      } else this.#handleAnswer(thread, message);
    });
    worker.on('messageerror', (error) => this.#replaceLost(thread, errorMessage(error)));
    worker.on('error', (error) => this.#replaceLost(thread, errorMessage(error)));
    worker.on('exit', (code) => this.#replaceLost(thread, `exit code ${code}`));
    return thread;
  }

  #run(thread: Thread, task: Task, leaveAccount: (() => void) | null): void {
    this.#lastTaskId += 1;
    task.attempts += 1;
    thread.task = task;
    thread.leaveAccount = leaveAccount;
    if (thread.idleTimer !== null) clearTimeout(thread.idleTimer);
    thread.taskId = this.#lastTaskId;
    // The time of a page begins when its thread has loaded its modules, which takes long on a busy machine.
    this.#limitTask(thread, thread.isReady ? this.#options.timeoutMs : maxStartMs);
    thread.heapTimer = setInterval(() => void this.#checkHeap(thread), heapCheckIntervalMs).unref();
    thread.worker.ref();
    const { task: message, transfer } = task.message(thread.taskId);
    const send = () => thread.worker.postMessage(message, transfer);
    if (thread.isReady) send();
    else thread.sendFirstTask = send;
  }

  #handleAnswer(thread: Thread, answer: ContentAnswer): void {
    const task = thread.task;
    if (task === null || answer.id !== thread.taskId) return;
    if (!task.isSettled) {
      if ('fault' in answer) this.#settleFailed(task, answer.fault, thread.isReady && !answer.isShortage);
      else task.resolve(answer.result);
    }
    if ('fault' in answer && answer.isShortage) this.#endAfterShortage(thread);
    else this.#release(thread);
    this.#assign();
  }

  #release(thread: Thread): void {
    thread.task = null;
    thread.leaveAccount?.();
    if (thread.heapTimer !== null) clearInterval(thread.heapTimer);
    thread.endLimit?.();
    thread.worker.unref();
    this.#idle.push(thread);
    const endIfUnneeded = () => {
      if (this.#threads.size > 1) void this.#end(thread);
    };
    thread.idleTimer = setTimeout(endIfUnneeded, this.#options.idleMs ?? 60_000).unref();
  }

  /** Ends a thread that could not read a module: its loader would return the same error for every later task. */
  #endAfterShortage(thread: Thread): void {
    thread.leaveAccount?.();
    void this.#end(thread);
  }

  async #checkHeap(thread: Thread): Promise<void> {
    const { taskId } = thread;
    // A thread that ended meanwhile has no heap; its `exit` event is handled.
    const heap = await thread.worker.getHeapStatistics().catch(() => null);
    if (heap === null || thread.task === null || thread.taskId !== taskId) return;
    const usedMb = heap.used_heap_size / (1024 * 1024);
    if (usedMb > this.#options.maxOldGenerationMb)
      this.#replaceLost(
        thread,
        `heap of ${Math.round(usedMb)} MB exceeds ${this.#options.maxOldGenerationMb} MB`,
      );
  }

  /** Terminates a thread that died or hangs, and retries its task once on another thread. */
  #replaceLost(thread: Thread, reason: string): void {
    if (!this.#threads.has(thread)) return;
    const { task, leaveAccount } = thread;
    void this.#end(thread);
    const isRetried = task !== null && !task.isSettled && task.attempts < maxAttempts;
    if (!isRetried) leaveAccount?.();
    if (this.#isClosed) return;
    this.#options.log.warn({ reason, host: task?.host, tries: task?.attempts }, 'content thread lost');
    if (isRetried) this.#run(this.#start(), task, leaveAccount);
    else if (task !== null && !task.isSettled) this.#settleFailed(task, reason, thread.isReady);
    this.#assign();
  }

  /** `hasStarted` is false if the task could not be started, which is not an error of its page. */
  #settleFailed(task: Task, reason: string, hasStarted: boolean): void {
    const what = hasStarted ? 'content task failed in all attempts' : 'content task could not be started';
    this.#options.log.error({ reason, host: task.host }, what);
    try {
      task.resolve(hasStarted ? task.resultIfLost() : task.resultIfNotStarted());
    } catch (error) {
      task.reject(error);
    }
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    const index = this.#idle.indexOf(thread);
    if (index !== -1) this.#idle.splice(index, 1);
    thread.endLimit?.();
    if (thread.idleTimer !== null) clearTimeout(thread.idleTimer);
    if (thread.heapTimer !== null) clearInterval(thread.heapTimer);
    thread.task = null;
    thread.worker.unref();
    await thread.worker.terminate();
  }

  #limitTask(thread: Thread, ms: number): void {
    thread.endLimit?.();
    thread.endLimit = limitCpuTime(thread.worker, ms, (reason) => this.#replaceLost(thread, reason));
  }

  /** Drops a waiting task. A running one continues but no longer keeps the process alive. */
  #abandon(task: Task, reason: unknown): void {
    task.reject(reason);
    this.#waiting.delete(task);
    for (const thread of this.#threads) {
      if (thread.task === task) thread.worker.unref();
    }
  }
}

function stoppingError(): Failure {
  return new Failure('unavailable', 'The service is stopping. Try again later.');
}
