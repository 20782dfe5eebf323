import { spawn } from 'node:child_process';
import { Failure } from '../../domain/system/failure.ts';

/** Options of running a program. */
export interface ProgramOptions {
  /** User to run it as; null for the user of this process. */
  user: { uid: number; gid: number } | null;
  input?: string;
  /** Milliseconds after which it is killed. Default: 60 seconds. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Variables added to {@link bareEnvironment}. */
  environment?: Record<string, string>;
}

/** Result of a program. */
export interface ProgramResult {
  /** Exit code, or null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Maximum characters kept of each output stream. */
const maxOutputLength = 64 * 1024;
const standardPath = '/usr/local/bin:/usr/bin:/bin';

/**
 * Environment of every program that is started. Nothing is inherited, so that no secret and no `PG*` variable of the
 * operator's shell reaches the database.
 */
export const bareEnvironment: Readonly<Record<string, string>> = { LC_ALL: 'C', PATH: standardPath };

/** Runs a program to its end. Rejects only if it cannot be started, is aborted or exceeds its time. */
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
      stdout = (stdout + text).slice(-maxOutputLength);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-maxOutputLength);
    });
    child.on('error', reject);
    child.on('close', (code, signalName) => {
      if (signalName === 'SIGKILL')
        reject(new Failure('unavailable', `${file} did not end within ${options.timeoutMs ?? 60_000} ms.`));
      else resolve({ code, stdout, stderr });
    });
    // A program that ends before it has read its input breaks the pipe; its exit code is returned.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}
