import type { ContentThreads } from '../../domain/pages/content.ts';
import type { Log } from '../../domain/system/log.ts';

/** Options of the content threads. */
export interface ContentThreadsOptions {
  /** Entry module of the worker. */
  module: URL;
  /** Modules with further handlers of text tasks, which the entry module imports. */
  handlers?: readonly URL[];
  /** Maximum number of concurrently working threads; they are started on demand. */
  threads: number;
  /**
   * Additional threads that work only while a task has waited longer than `afterMs`, so that one slow page does not block
   * the others. Otherwise the processor is left to the rest of the process.
   */
  reserve?: { threads: number; afterMs: number };
  /** Milliseconds of processor time for one attempt of a page before its thread is terminated. */
  timeoutMs: number;
  /** Maximum JavaScript heap of a thread in megabytes; a thread with more is terminated. */
  maxOldGenerationMb: number;
  /** Milliseconds after which an idle thread ends, unless it is the last one. Default: one minute. */
  idleMs?: number;
  log: Log;
}

/** {@link ContentThreads} on worker threads of this process. */
export interface ContentThreadPool extends ContentThreads {
  /** Terminates all threads; waiting and running tasks are rejected as `unavailable`. */
  close(): Promise<void>;
  /** Returns the number of running threads. */
  threadCount(): number;
  /** Returns the numbers of busy and idle threads and of waiting tasks. */
  getLoad(): { busy: number; idle: number; waiting: number };
  /** Starts one thread and processes a small page, so that all modules are loaded before the first request. */
  warm(): Promise<void>;
}
