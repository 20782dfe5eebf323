import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type {
  ContentAnswer,
  ContentJob,
  ContentThreadReady,
  ContentThreads,
  PageContent,
  PassageJob,
} from '../domain/content.ts';
import { Failure, messageOf } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import type { Passage } from '../domain/page.ts';
import type { PageFindings, RecordsJob } from '../domain/records.ts';
import { pageWork, passageWork, recordsWork, type Work } from './content-work.ts';
import { firstPage } from './first-page.ts';

/** What the content threads are made with. */
export interface ContentThreadsOptions {
  /** The worker's entry module. */
  module: URL;
  /** Threads that work at once; they are started when there is work for them. */
  threads: number;
  /**
   * Further threads, which work only while some page has waited longer than `afterMs`: a hard page then stops no other, and
   * while there is none the processor is left to the rest of the process.
   */
  reserve?: { threads: number; afterMs: number };
  /** Milliseconds that one try of a page may take before its thread is ended. */
  timeoutMs: number;
  /** Megabytes of JavaScript heap that one thread may hold; one that holds more is ended. */
  maxOldGenerationMb: number;
  /** Milliseconds after which a thread without work is ended, when it is not the last one; a minute if not given. */
  idleMs?: number;
  log: Log;
}

/** {@link ContentThreads} over worker threads of this process. */
export interface RunningContentThreads extends ContentThreads {
  /** Ends every thread; what waits or runs is refused as `unavailable`. */
  close(): Promise<void>;
  /** Threads alive now. */
  size(): number;
  /** Threads with and without work now, and tasks that wait for one. */
  load(): { busy: number; idle: number; waiting: number };
  /** Starts one thread and has it read a small page, so that the first one asked for finds everything loaded. */
  warm(): Promise<void>;
}

/** The folder of this version of the engine among the compiled modules that are kept, if any are. */
const compiled = getCompileCacheDir();

/** How often a thread that works is asked for its heap. Most pages are done before the first time. */
const watchEveryMs = 100;
/**
 * The engine's own limit ends the whole process, not the thread, when one allocation passes it by far. So it lies this many
 * megabytes above ours, which the watch holds, and the young generation is kept small enough not to pass it at once.
 */
const engineLeewayMb = 1024;
const youngGenerationMb = 16;

/** A page is given to this many threads before its content counts as unreadable. */
const maxTries = 2;

interface Task extends Work<unknown> {
  /** When it came, on the clock of `performance.now()`. */
  since: number;
  tries: number;
  /** True when nobody waits for the answer any more. */
  isSettled: boolean;
  answer(result: unknown): void;
  refuse(reason: unknown): void;
}

interface Thread {
  worker: Worker;
  /** False until its modules are loaded: what ends it before is no fault of its work. */
  isReady: boolean;
  /** Sends its first work once it is ready, so that it is known which of the two ended it. */
  begin: (() => void) | null;
  task: Task | null;
  taskId: number;
  /** Ends a hanging thread while it works, and a superfluous one while it is idle. */
  timer: NodeJS.Timeout | null;
  /** Looks at the heap while the thread works. */
  watch: NodeJS.Timeout | null;
}

/** Starts nothing yet: threads begin with the first pages. A thread without work does not keep the process alive. */
export function createContentThreads(options: ContentThreadsOptions): RunningContentThreads {
  return new ContentPool(options);
}

class ContentPool implements RunningContentThreads {
  readonly #options: ContentThreadsOptions;
  readonly #threads = new Set<Thread>();
  /** Threads without work; the one used last is taken first, so that the others can end. */
  readonly #idle: Thread[] = [];
  /** Tasks in the order they came. */
  readonly #waiting = new Set<Task>();
  /** Runs out when the task that waits longest may have a thread of the reserve. */
  #patience: NodeJS.Timeout | null = null;
  #lastTaskId = 0;
  #isClosed = false;

  constructor(options: ContentThreadsOptions) {
    this.#options = options;
  }

  size(): number {
    return this.#threads.size;
  }

  load(): { busy: number; idle: number; waiting: number } {
    const idle = this.#idle.length;
    return { busy: this.#threads.size - idle, idle, waiting: this.#waiting.size };
  }

  process(job: ContentJob, signal: AbortSignal): Promise<PageContent> {
    return this.#submit(pageWork(job), signal);
  }

  async warm(): Promise<void> {
    await this.process(firstPage, AbortSignal.timeout(this.#options.timeoutMs));
  }

  rank(job: PassageJob, signal: AbortSignal): Promise<Passage[]> {
    return this.#submit(passageWork(job), signal);
  }

  findRecords(job: RecordsJob, signal: AbortSignal): Promise<PageFindings> {
    return this.#submit(recordsWork(job), signal);
  }

  #submit<Result>(work: Work<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#isClosed) return Promise.reject(stopped());
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const settle = () => {
      task.isSettled = true;
      signal.removeEventListener('abort', onAbort);
    };
    const task: Task = {
      ...work,
      since: performance.now(),
      tries: 0,
      isSettled: false,
      answer(result) {
        settle();
        resolve(result as Result);
      },
      refuse(reason) {
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
    for (const task of [...this.#waiting, ...running]) {
      if (!task.isSettled) task.refuse(stopped());
    }
    this.#waiting.clear();
    if (this.#patience !== null) clearTimeout(this.#patience);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  /** Gives waiting tasks to idle threads, and to new ones while there may be more. */
  #assign(): void {
    for (const task of this.#waiting) {
      if (!this.#mayRun(task)) return;
      this.#waiting.delete(task);
      this.#run(this.#idle.pop() ?? this.#start(), task);
    }
  }

  /** Whether the task that waits longest may have a thread now; if it may later, it will be looked at again. */
  #mayRun(task: Task): boolean {
    const { threads, reserve } = this.#options;
    const busy = this.#threads.size - this.#idle.length;
    if (busy < threads) return true;
    if (reserve === undefined || busy >= threads + reserve.threads) return false;
    const leftMs = task.since + reserve.afterMs - performance.now();
    if (leftMs <= 0) return true;
    this.#patience ??= setTimeout(() => {
      this.#patience = null;
      this.#assign();
    }, leftMs).unref();
    return false;
  }

  #start(): Thread {
    const worker = new Worker(this.#options.module, {
      name: 'content',
      // Page content is read by code that has no business with the operator's secrets.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.maxOldGenerationMb + engineLeewayMb,
        maxYoungGenerationSizeMb: youngGenerationMb,
      },
    });
    const thread: Thread = {
      worker,
      isReady: false,
      begin: null,
      task: null,
      taskId: 0,
      timer: null,
      watch: null,
    };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (said: ContentAnswer | ContentThreadReady) => {
      if ('ready' in said) {
        thread.isReady = true;
        thread.begin?.();
        thread.begin = null;
      } else this.#finish(thread, said);
    });
    worker.on('messageerror', (error) => this.#lose(thread, messageOf(error)));
    worker.on('error', (error) => this.#lose(thread, messageOf(error)));
    worker.on('exit', (code) => this.#lose(thread, `exit code ${code}`));
    return thread;
  }

  #run(thread: Thread, task: Task): void {
    this.#lastTaskId += 1;
    task.tries += 1;
    thread.task = task;
    thread.taskId = this.#lastTaskId;
    this.#setTimer(thread, this.#options.timeoutMs, () => {
      this.#lose(thread, `no answer within ${this.#options.timeoutMs} ms`);
    });
    thread.watch = setInterval(() => void this.#checkHeap(thread), watchEveryMs).unref();
    thread.worker.ref();
    const { task: message, transfer } = task.message(thread.taskId);
    const send = () => thread.worker.postMessage(message, transfer);
    if (thread.isReady) send();
    else thread.begin = send;
  }

  #finish(thread: Thread, answer: ContentAnswer): void {
    const task = thread.task;
    if (task === null || answer.id !== thread.taskId) return;
    if (!task.isSettled) {
      if ('fault' in answer) this.#giveUp(task, thread, answer.fault);
      else task.answer(answer.result);
    }
    this.#rest(thread);
    this.#assign();
  }

  #rest(thread: Thread): void {
    thread.task = null;
    if (thread.watch !== null) clearInterval(thread.watch);
    thread.worker.unref();
    this.#idle.push(thread);
    this.#setTimer(thread, this.#options.idleMs ?? 60_000, () => {
      if (this.#threads.size > 1) void this.#end(thread);
    });
  }

  async #checkHeap(thread: Thread): Promise<void> {
    const { taskId } = thread;
    // A thread that ended meanwhile has no heap; its end is noticed elsewhere.
    const heap = await thread.worker.getHeapStatistics().catch(() => null);
    if (heap === null || thread.task === null || thread.taskId !== taskId) return;
    const heldMb = heap.used_heap_size / (1024 * 1024);
    if (heldMb > this.#options.maxOldGenerationMb) this.#lose(thread, `heap of ${Math.round(heldMb)} MB`);
  }

  /** A thread that died or hangs is ended, its place is free again, and its page is tried once more. */
  #lose(thread: Thread, reason: string): void {
    if (!this.#threads.has(thread)) return;
    const task = thread.task;
    void this.#end(thread);
    if (this.#isClosed) return;
    this.#options.log.warn({ reason, host: task?.host, tries: task?.tries }, 'content thread lost');
    if (task !== null && !task.isSettled) {
      if (task.tries < maxTries) this.#run(this.#start(), task);
      else this.#giveUp(task, thread, reason);
    }
    this.#assign();
  }

  #giveUp(task: Task, thread: Thread, reason: string): void {
    const what = thread.isReady ? 'content threads gave up' : 'content threads cannot be started';
    this.#options.log.error({ reason, host: task.host }, what);
    try {
      task.answer(thread.isReady ? task.whenLost() : task.whenUnstarted());
    } catch (error) {
      task.refuse(error);
    }
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place !== -1) this.#idle.splice(place, 1);
    if (thread.timer !== null) clearTimeout(thread.timer);
    if (thread.watch !== null) clearInterval(thread.watch);
    thread.task = null;
    thread.worker.unref();
    await thread.worker.terminate();
  }

  #setTimer(thread: Thread, ms: number, onTime: () => void): void {
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.timer = setTimeout(onTime, ms).unref();
  }

  /** A waiting task is dropped; a running one goes on, but keeps the process alive no more. */
  #abandon(task: Task, reason: unknown): void {
    task.refuse(reason);
    this.#waiting.delete(task);
    for (const thread of this.#threads) {
      if (thread.task === task) thread.worker.unref();
    }
  }
}

function stopped(): Failure {
  return new Failure('unavailable', 'The service is stopping.');
}
