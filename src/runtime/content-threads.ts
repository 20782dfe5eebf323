import { Worker } from 'node:worker_threads';
import type {
  ContentAnswer,
  ContentJob,
  ContentTask,
  ContentThreads,
  PageContent,
} from '../domain/content.ts';
import { Failure, messageOf } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';

/** What the content threads are made with. */
export interface ContentThreadsOptions {
  /** The worker's entry module. */
  module: URL;
  /** Most threads at once; they are started when there is work for them. */
  threads: number;
  /** Milliseconds that one try of a page may take before its thread is ended. */
  timeoutMs: number;
  /** Megabytes of JavaScript heap that one thread may hold. */
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
}

/** A page is given to this many threads before its content counts as unreadable. */
const maxTries = 2;

interface Task {
  job: ContentJob;
  tries: number;
  /** True when nobody waits for the answer any more. */
  isSettled: boolean;
  answer(content: PageContent): void;
  refuse(reason: unknown): void;
}

interface Thread {
  worker: Worker;
  task: Task | null;
  taskId: number;
  /** Ends a hanging thread while it works, and a superfluous one while it is idle. */
  timer: NodeJS.Timeout | null;
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
  #lastTaskId = 0;
  #isClosed = false;

  constructor(options: ContentThreadsOptions) {
    this.#options = options;
  }

  size(): number {
    return this.#threads.size;
  }

  process(job: ContentJob, signal: AbortSignal): Promise<PageContent> {
    if (this.#isClosed) return Promise.reject(stopped());
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<PageContent>();
    const onAbort = () => {
      task.refuse(signal.reason);
      this.#waiting.delete(task);
      this.#unrefAbandoned(task);
    };
    const settle = () => {
      task.isSettled = true;
      signal.removeEventListener('abort', onAbort);
    };
    const task: Task = {
      job,
      tries: 0,
      isSettled: false,
      answer(content) {
        settle();
        resolve(content);
      },
      refuse(reason) {
        settle();
        reject(reason);
      },
    };
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
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  /** Gives waiting tasks to idle threads, and to new ones while there may be more. */
  #assign(): void {
    for (const task of this.#waiting) {
      const thread = this.#idle.pop() ?? (this.#threads.size < this.#options.threads ? this.#start() : null);
      if (thread === null) return;
      this.#waiting.delete(task);
      this.#run(thread, task);
    }
  }

  #start(): Thread {
    const worker = new Worker(this.#options.module, {
      name: 'content',
      // Page content is read by code that has no business with the operator's secrets.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.maxOldGenerationMb },
    });
    const thread: Thread = { worker, task: null, taskId: 0, timer: null };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (answer: ContentAnswer) => this.#finish(thread, answer));
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
    thread.worker.ref();
    // The body is copied once and the copy handed over: a second try needs the original, and a view into a larger buffer
    // would be sent with all of it.
    const bytes = new Uint8Array(task.job.bytes);
    const message: ContentTask = { id: thread.taskId, job: { ...task.job, bytes } };
    thread.worker.postMessage(message, [bytes.buffer]);
  }

  #finish(thread: Thread, answer: ContentAnswer): void {
    const task = thread.task;
    if (task === null || answer.id !== thread.taskId) return;
    if (!task.isSettled) {
      if ('fault' in answer) this.#giveUp(task, answer.fault);
      else task.answer(answer.content);
    }
    this.#rest(thread);
    this.#assign();
  }

  #rest(thread: Thread): void {
    thread.task = null;
    thread.worker.unref();
    this.#idle.push(thread);
    this.#setTimer(thread, this.#options.idleMs ?? 60_000, () => {
      if (this.#threads.size > 1) void this.#end(thread);
    });
  }

  /** A thread that died or hangs is ended, its place is free again, and its page is tried once more. */
  #lose(thread: Thread, reason: string): void {
    if (!this.#threads.has(thread)) return;
    const task = thread.task;
    void this.#end(thread);
    if (this.#isClosed) return;
    this.#options.log.warn({ reason, host: hostOf(task), tries: task?.tries }, 'content thread lost');
    if (task !== null && !task.isSettled) {
      if (task.tries < maxTries) this.#run(this.#start(), task);
      else this.#giveUp(task, reason);
    }
    this.#assign();
  }

  #giveUp(task: Task, reason: string): void {
    this.#options.log.error({ reason, host: hostOf(task) }, 'page content could not be read');
    task.answer(unreadable());
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place !== -1) this.#idle.splice(place, 1);
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.task = null;
    thread.worker.unref();
    await thread.worker.terminate();
  }

  #setTimer(thread: Thread, ms: number, onTime: () => void): void {
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.timer = setTimeout(onTime, ms).unref();
  }

  #unrefAbandoned(task: Task): void {
    for (const thread of this.#threads) {
      if (thread.task === task) thread.worker.unref();
    }
  }
}

/** The host alone: the rest of an address may hold secrets. */
function hostOf(task: Task | null): string | undefined {
  return task === null ? undefined : URL.parse(task.job.url)?.host;
}

function stopped(): Failure {
  return new Failure('unavailable', 'The service is stopping.');
}

/** What a page gives that no thread could read. */
function unreadable(): PageContent {
  return {
    error: { code: 'document', message: 'The content of the page could not be read.' },
    title: null,
    markdown: '',
    length: 0,
    truncated: false,
    metadata: {},
    packed: null,
    contentSha256: null,
    warnings: [],
  };
}
