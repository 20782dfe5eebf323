import { setTimeout as pause } from 'node:timers/promises';
import type { LaunchedProcess } from '../service-process.ts';
import type { ProcessWatch } from './process-watch.ts';
import { listenerOf, type ProcessFacts, readProcess, stillRuns } from './processes.ts';

/** Exit of the service that the suite did not cause. */
export interface UnexpectedEnd {
  pid: number;
  /** Milliseconds since the process was started. */
  afterMs: number;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Last lines of the process output. */
  lastWords: string;
}

/** Keeps one service running, like a container runtime with restart policy `always`. */
export interface Supervisor {
  /** Returns the started process, which may be a launcher of the service. */
  root(): ProcessFacts | null;
  /** Returns the process that listens on the service's port, or null. */
  service(): ProcessFacts | null;
  /** Returns the number of starts. */
  starts(): number;
  /** Returns the output of all processes of the service so far. */
  output(): string;
  /** Exits of the service that the suite did not cause, oldest first. */
  unexpectedEnds: UnexpectedEnd[];
  /** Sets whether an exit of the service is expected and therefore no violation. */
  expectEnd(isExpected: boolean): void;
  /** Stops the service with SIGTERM without a restart; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Kills the service without a restart. */
  kill(): Promise<void>;
}

const restartPauseMs = 300;
const lastWordsCharacters = 600;

/** Starts the service with `launch`, again after each exit. `port` is the port of the service. */
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
      // A failed start may be repeated, for example if the database cannot be reached.
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
