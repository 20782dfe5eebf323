import { spawn } from 'node:child_process';
import { Failure } from '../domain/failure.ts';

/** How a program is run: as whom, with what on its standard input, and for how long at most. */
export interface ProgramOptions {
  /** Null runs it as this process's own user. */
  user: { uid: number; gid: number } | null;
  input?: string;
  /** Milliseconds after which it is killed; 60 seconds unless told. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Added to the bare environment that programs get. */
  environment?: Record<string, string>;
}

/** What a program left behind. */
export interface ProgramResult {
  /** Exit code, or null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Enough for every message of a database tool, and a bound on what a runaway one can make us hold. */
const outputLimit = 64 * 1024;
const standardPath = '/usr/local/bin:/usr/bin:/bin';

/**
 * The environment of every program we start: nothing of ours crosses over, so that neither a secret nor a `PG*` variable
 * of the operator's shell reaches the database.
 */
export const bareEnvironment: Readonly<Record<string, string>> = { LC_ALL: 'C', PATH: standardPath };

/** Runs a program to its end; rejects only when it cannot be started, is cancelled or runs out of time. */
export function runProgram(file: string, args: string[], options: ProgramOptions): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...(options.user && { uid: options.user.uid, gid: options.user.gid }),
      cwd: '/',
      env: { ...bareEnvironment, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: options.timeoutMs ?? 60_000,
      killSignal: 'SIGKILL',
      signal: options.signal,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(-outputLimit);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-outputLimit);
    });
    child.on('error', reject);
    child.on('close', (code, signalName) => {
      if (signalName === 'SIGKILL') reject(new Failure('unavailable', `${file} took too long`));
      else resolve({ code, stdout, stderr });
    });
    // A program that ends before it has read its input breaks the pipe; its exit code tells why.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}
