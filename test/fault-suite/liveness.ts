import { Worker } from 'node:worker_threads';
import { type ProcessFacts, stillRuns } from './processes.ts';
import type { Supervisor } from './supervisor.ts';

/** Result of one request to `/livez`. */
export interface Probe {
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
  /** `late` means no response in time, `refused` a refused or failed connection. */
  result: 'ok' | 'late' | 'refused';
}

/** Checks that the service answers `/livez` whenever its process exists and is not stopped. */
export interface LivenessWatch {
  /** Suspends the check until `expect` is called. */
  excuse(): void;
  /** Starts the check. Call it when the service has responded. */
  expect(): void;
  /** Sets whether refused connections are accepted: without file descriptors the service cannot accept any. */
  allowRefusals(isAllowed: boolean): void;
  /** Returns the violations since the last call. */
  takeProblems(): string[];
  stop(): Promise<void>;
}

const everyMs = 100;

/**
 * Starts polling. `withinMs` is the maximum response time, excluding the time that the service waits for a processor
 * used by other programs.
 */
export function watchLiveness(url: string, withinMs: number, supervisor: Supervisor): LivenessWatch {
  const worker = new Worker(new URL('./liveness-thread.ts', import.meta.url), {
    workerData: { url, everyMs, withinMs },
    // The thread has no output of its own.
    stdout: false,
  });
  let problems: string[] = [];
  let expected: { process: ProcessFacts; since: number } | null = null;
  let areRefusalsAllowed = false;

  worker.on('message', ({ startedAt, endedAt, result }: Probe) => {
    if (result === 'ok' || expected === null || startedAt < expected.since) return;
    // A process that has exited meanwhile need not respond.
    if (!stillRuns(expected.process)) return;
    if (result === 'refused' && areRefusalsAllowed) return;
    const { pid } = expected.process;
    problems.push(
      result === 'late'
        ? `/livez is not answered within ${withinMs} ms although process ${pid} runs`
        : `/livez is refused after ${endedAt - startedAt} ms although process ${pid} runs`,
    );
  });

  return {
    excuse() {
      expected = null;
    },
    expect() {
      if (expected !== null && stillRuns(expected.process)) return;
      const service = supervisor.service();
      expected = service === null ? null : { process: service, since: Date.now() };
      if (service !== null) worker.postMessage(service.pid);
    },
    allowRefusals(isAllowed) {
      areRefusalsAllowed = isAllowed;
    },
    takeProblems() {
      const taken = problems;
      problems = [];
      return taken;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
