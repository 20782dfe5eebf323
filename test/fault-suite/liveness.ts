import { Worker } from 'node:worker_threads';
import { type ProcessFacts, stillRuns } from './processes.ts';
import type { Supervisor } from './supervisor.ts';

/** One question to `/livez`. */
export interface Probe {
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
  /** `late` when there was no answer in time, `refused` when the connection or the answer was. */
  result: 'ok' | 'late' | 'refused';
}

/** Watches that the service answers `/livez` whenever its process is there and not stopped. */
export interface LivenessWatch {
  /** Says that nothing may be expected of the service from now on, until `expect` is called. */
  excuse(): void;
  /** Says that the service must answer from now on. Call it when the service has answered. */
  expect(): void;
  /** Whether refused connections are excused, as without descriptors nobody can be accepted. */
  allowRefusals(isAllowed: boolean): void;
  /** What went wrong since the last call. */
  takeProblems(): string[];
  stop(): Promise<void>;
}

const everyMs = 100;

/**
 * Starts asking. `withinMs` is how soon an answer must come, without the time that the service waits for a processor
 * which other programs hold.
 */
export function watchLiveness(url: string, withinMs: number, supervisor: Supervisor): LivenessWatch {
  const worker = new Worker(new URL('./liveness-thread.ts', import.meta.url), {
    workerData: { url, everyMs, withinMs },
    // The thread writes nothing of its own.
    stdout: false,
  });
  let problems: string[] = [];
  let expected: { process: ProcessFacts; since: number } | null = null;
  let areRefusalsAllowed = false;

  worker.on('message', ({ startedAt, endedAt, result }: Probe) => {
    if (result === 'ok' || expected === null || startedAt < expected.since) return;
    // A process that ended meanwhile is no longer asked for an answer.
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
