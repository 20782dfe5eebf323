import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseUser } from '../../src/runtime/postgres/database-user.ts';
import { hangsAfterMs } from '../until.ts';

/** A program of the operating system that a test runs. */
export interface RunningProgram {
  readonly pid: number;
  /** Its output, for the messages of failed tests. */
  output(): string;
  /** Resolves when the program has ended. */
  ended: Promise<unknown>;
  /** Sends the signal to the program and all its children, and waits for the end of the program. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Returns the reason why a test of these Debian packages is skipped, or false. */
export function findMissingPackages(programs: Readonly<Record<string, string>>): string | false {
  const missing = Object.entries(programs)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name);
  return missing.length === 0 ? false : `not installed: the Debian packages ${missing.join(' ')}`;
}

/** Starts a program in a process group of its own. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: { user: DatabaseUser | null; environment?: Record<string, string>; folder: string },
): RunningProgram {
  const { user, environment = {}, folder } = options;
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder, ...environment },
    ...(user !== null && { uid: user.uid, gid: user.gid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit');
  return {
    pid,
    output: () => output,
    ended: exited,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      process.kill(-pid, signal);
      await exited;
    },
  };
}

/** Repeats a check until it returns a value; throws with `describe()` after `timeoutMs`. */
export async function untilFound<Value>(
  check: () => Promise<Value | null>,
  describe: () => string,
): Promise<Value> {
  for (const end = performance.now() + hangsAfterMs; performance.now() < end; await delay(100)) {
    // A program that starts refuses connections.
    const found = await check().catch(() => null);
    if (found !== null) return found;
  }
  throw new Error(describe());
}
