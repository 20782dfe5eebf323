import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuMsOf, pssMbOf } from '../process-tree.ts';

const programs = fileURLToPath(new URL('./programs/', import.meta.url));
const sampleMs = 1_000;

/** Measurements of a program that ran to its end. */
export interface ProgramRun {
  /** The line of JSON that the program printed when its work was done. */
  result: Record<string, unknown>;
  /** Milliseconds from the start of the process to that line. */
  ms: number;
  /** Processor time of the process and all its descendants. */
  cpuMs: number;
  /** Largest sampled proportional set size of the process and all its descendants. */
  peakMb: number;
}

/** A running program. */
export interface Program {
  child: ChildProcess;
  pid: number;
  /** Resolves when the program prints its result; rejects if it ends without one or exceeds the time. */
  done: Promise<ProgramRun>;
  /** Kills the process group at once, as `kill -9` does. */
  kill(): Promise<void>;
}

/** How to run a program. */
export interface ProgramOptions {
  /** Interpreter, or the program itself if `script` is null. */
  program: string;
  /** File in `programs`, or null. */
  script: string | null;
  args: readonly string[];
  /** File that receives the standard error output. */
  errorLog: string;
  timeoutMs: number;
  environment?: Readonly<Record<string, string>>;
}

/** Returns why a program has no result: the time limit, or the last line of its standard error output. */
function lastError(errorLog: string, ms: number, timeoutMs: number): string {
  if (ms > timeoutMs) return `printed no result within ${timeoutMs / 1_000} s`;
  const last = readFileSync(errorLog, 'utf8').trim().split('\n').at(-1) ?? '';
  return `ended without a result: ${last.slice(0, 300)}`;
}

/** Resolves with the first line of output that is a JSON object. */
function firstJsonLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the program has no output');
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (text) => {
      if (text.startsWith('{')) resolve(text);
    });
  });
}

/**
 * Starts a program that prints one line of JSON when its work is done and then waits for the end of its standard
 * input, so that its processor time can be read before it exits.
 */
export function startProgram(options: ProgramOptions): Program {
  const { program, script, args, errorLog, timeoutMs, environment = {} } = options;
  const since = performance.now();
  const child = spawn(program, [...(script === null ? [] : [join(programs, script)]), ...args], {
    stdio: ['pipe', 'pipe', openSync(errorLog, 'a')],
    env: { ...process.env, PYTHONUNBUFFERED: '1', ...environment },
    // A group of its own, so that browsers and workers end with it.
    detached: true,
  });
  const pid = child.pid ?? 0;
  const ended = once(child, 'exit');
  const kill = async () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
    await ended;
  };
  async function watch(): Promise<ProgramRun> {
    let peakMb = 0;
    let line: string | null = null;
    const printed = firstJsonLine(child).then((text) => {
      line = text;
    });
    while (line === null && child.exitCode === null && child.signalCode === null) {
      if (performance.now() - since > timeoutMs) break;
      peakMb = Math.max(peakMb, pssMbOf([pid]));
      await Promise.race([delay(sampleMs), printed, ended]);
    }
    const ms = performance.now() - since;
    const cpuMs = cpuMsOf([pid]);
    peakMb = Math.max(peakMb, pssMbOf([pid]));
    child.stdin?.end();
    await Promise.race([ended, delay(5_000)]);
    await kill();
    if (line === null) throw new Error(`${script ?? program} ${lastError(errorLog, ms, timeoutMs)}`);
    return { result: JSON.parse(line) as Record<string, unknown>, ms, cpuMs, peakMb };
  }
  const done = watch();
  // A program that is killed on purpose rejects without a reader.
  done.catch(() => undefined);
  return { child, pid, done, kill };
}
