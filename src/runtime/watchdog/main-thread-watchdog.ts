import { url as debuggerUrl } from 'node:inspector';
import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Activity, listenForActivities } from '../../domain/system/activity.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { createWatchdogMemory } from './watchdog-memory.ts';

/** Times of the watchdog, in milliseconds. */
export interface WatchdogTimes {
  /** Interval of heartbeats of the main thread and of checks by the watchdog. */
  tickMs: number;
  /** Duration of a block after which it is logged. */
  warnAfterMs: number;
  /** Duration of a block after which the process is ended. */
  endAfterMs: number;
}

export const defaultWatchdogTimes: WatchdogTimes = { tickMs: 500, warnAfterMs: 2_000, endAfterMs: 30_000 };

/** Options of the watchdog. */
export interface WatchdogOptions {
  times: WatchdogTimes;
  level: Settings['logLevel'];
  /** True for readable log lines, false for JSON. */
  readable: boolean;
  /** Existing folder for a report about the end of the process. */
  reportFolder: string;
  log: Log;
}

/** Worker data of the watchdog thread. */
export interface WatchdogThreadData extends Omit<WatchdogOptions, 'log'> {
  buffer: SharedArrayBuffer;
}

/** A running watchdog. */
export interface MainThreadWatchdog {
  /** Returns the number of blocks of `warnAfterMs` or longer. */
  blocks(): number;
  close(): Promise<void>;
}

/**
 * The thread takes about 9 MB, or 22 MB if it must strip types first. An idle thread collects no garbage, so the limit only
 * guards against a leak.
 */
const maxHeapMb = 64;

/** Formats an activity as `scrape example.com`; the URL itself may contain secrets. */
function describeActivity({ operation, jobId, pages }: Activity): string {
  const host = URL.parse(pages.at(-1) ?? '')?.host;
  return [operation, jobId, host].filter(Boolean).join(' ');
}

/**
 * Watches the main thread from a worker thread. A block is logged with call stack and operation. If it lasts, the process
 * is ended with SIGKILL, so that the launcher restarts the service, and a report is written (see
 * src/runtime/watchdog/take-crashes.ts). A process under a debugger is never ended. Does not keep the process alive.
 */
export function startMainThreadWatchdog(options: WatchdogOptions): MainThreadWatchdog {
  const { log, ...shared } = options;
  const memory = createWatchdogMemory();
  const beat = () => memory.beat(debuggerUrl() !== undefined);
  beat();
  const compiled = getCompileCacheDir();
  const worker = new Worker(
    new URL(`./main-thread-watchdog-worker${extname(import.meta.url)}`, import.meta.url),
    {
      name: 'watchdog',
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
      workerData: { ...shared, buffer: memory.buffer } satisfies WatchdogThreadData,
    },
  );
  worker.unref();
  worker.on('error', (error) => {
    log.error({ error: errorMessage(error) }, 'the main thread watchdog has ended; blocks are not detected');
  });
  const timer = setInterval(beat, options.times.tickMs).unref();
  const unlisten = listenForActivities({
    started: (activity) => memory.setLastActivity(describeActivity(activity)),
  });
  return {
    blocks: () => memory.blocks(),
    async close() {
      clearInterval(timer);
      unlisten();
      await worker.terminate();
    },
  };
}
