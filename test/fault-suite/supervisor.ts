import { setTimeout as pause } from 'node:timers/promises';
import type { LaunchedProcess } from '../service-process.ts';
import type { ProcessWatch } from './process-watch.ts';
import { listenerOf, type ProcessFacts, readProcess, stillRuns } from './processes.ts';

/** An end of the service that nobody in the suite caused. */
export interface UnexpectedEnd {
  pid: number;
  /** Milliseconds since the process was started. */
  afterMs: number;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last lines that the process wrote. */
  lastWords: string;
}

/** Keeps one service running, as a container runtime does that always restarts it. */
export interface Supervisor {
  /** The process that was started, which may be a launcher of the service. */
  root(): ProcessFacts | null;
  /** The process that listens on the port of the service, or null while none does. */
  service(): ProcessFacts | null;
  /** How often the service was started. */
  starts(): number;
  /** What all processes of the service wrote so far. */
  output(): string;
  /** Ends of the service that the suite did not cause, oldest first. */
  unexpectedEnds: UnexpectedEnd[];
  /** Says whether the suite is about to end the service, so that its end is no violation. */
  expectEnd(isExpected: boolean): void;
  /** Ends the service in order (SIGTERM) and starts it no more; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Ends the service at once and starts it no more. */
  kill(): Promise<void>;
}

const restartPauseMs = 300;
const lastWordsCharacters = 600;

/** Starts the service with `launch` and again whenever its process ends. `port` is where it listens. */
export function superviseService(options: {
  launch(): LaunchedProcess;
  port: number;
  watch: ProcessWatch;
}): Supervisor {
  const { launch, port, watch } = options;
  const unexpectedEnds: UnexpectedEnd[] = [];
  let earlierOutput = '';
  let current = launch();
  let startedAt = performance.now();
  let known: ProcessFacts | null = null;
  let isEndExpected = false;
  let hasServed = false;
  let isStopped = false;
  let starts = 1;
  watch.add(current.pid);

  let hasEnded = false;

  const outputOf = (process: LaunchedProcess) => process.stdout() + process.stderr();

  async function restartForever(): Promise<void> {
    while (!isStopped) {
      const { code, signal } = await current.ended;
      hasEnded = true;
      earlierOutput += outputOf(current);
      // A start that fails, because the database cannot be reached for example, may be tried again.
      if (!isStopped && !isEndExpected && hasServed) {
        const lastWords = outputOf(current).slice(-lastWordsCharacters);
        const afterMs = Math.round(performance.now() - startedAt);
        unexpectedEnds.push({ pid: current.pid, afterMs, code, signal, lastWords });
      }
      isEndExpected = false;
      hasServed = false;
      if (isStopped) return;
      await pause(restartPauseMs);
      if (isStopped) return;
      current = launch();
      startedAt = performance.now();
      hasEnded = false;
      starts += 1;
      watch.add(current.pid);
    }
  }

  const restarting = restartForever();
  return {
    root: () => readProcess(current.pid),
    service() {
      if (known === null || !stillRuns(known)) known = listenerOf(port, current.pid);
      if (known !== null) hasServed = true;
      return known;
    },
    starts: () => starts,
    output: () => earlierOutput + (hasEnded ? '' : outputOf(current)),
    unexpectedEnds,
    expectEnd(isExpected) {
      isEndExpected = isExpected;
    },
    async stop() {
      isStopped = true;
      const { code } = await current.stop();
      await restarting;
      return code;
    },
    async kill() {
      isStopped = true;
      await current.kill();
      await restarting;
    },
  };
}
