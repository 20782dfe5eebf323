import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../../domain/system/failure.ts';
import { type PostgresBinaries, programPath } from './cluster/postgres-binaries.ts';
import type { PostgresSettings } from './cluster/postgres-settings.ts';
import type { DatabaseUser } from './database-user.ts';
import { clearStaleLocks, findPostmaster, isAlive, type RunningPostmaster } from './postmaster-file.ts';
import { bareEnvironment } from './run-program.ts';

/** Options of a postmaster. */
export interface PostmasterOptions {
  binaries: PostgresBinaries;
  cluster: string;
  user: DatabaseUser | null;
  socketFolder: string;
  settings: PostgresSettings;
  /** File to which its standard output and error are appended; the postmaster may outlive this process. */
  logFile: string;
}

/** Part of the socket's file name; there is one postmaster per folder. */
export const postgresPort = 5432;
const pollMs = 10;
const quitTimeoutMs = 2_000;

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function readLastLogMessage(logFile: string, from: number): Promise<string> {
  // The log only explains the failed start, which is reported even if the log cannot be read.
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(from).toString('utf8');
  const lines = text.trim().split('\n');
  const reason = lines.findLast((entry) => /(FATAL|PANIC): /.test(entry)) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*?(FATAL|PANIC): +/, '');
}

/**
 * Starts a postmaster in its own session, so that a terminal's Ctrl-C does not reach it. Resolves when it accepts
 * connections, after crash recovery. Throws a Failure with the last message of its log.
 */
export async function startPostmaster(
  plan: PostmasterOptions,
  signal: AbortSignal,
): Promise<RunningPostmaster> {
  await clearStaleLocks(plan.cluster, plan.socketFolder, postgresPort);
  const log = await open(plan.logFile, 'a', 0o600);
  const { size } = await log.stat();
  const settings = {
    ...plan.settings,
    unix_socket_directories: plan.socketFolder,
    port: String(postgresPort),
  };
  const child = spawn(
    programPath(plan.binaries, 'postgres'),
    ['-D', plan.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...(plan.user && { uid: plan.user.uid, gid: plan.user.gid }),
      cwd: '/',
      env: bareEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  const spawnError = new Promise<never>((_resolve, reject) => child.once('error', reject));
  child.unref();
  try {
    return await Promise.race([spawnError, waitUntilReady(plan, child, size, signal)]);
  } catch (error) {
    if (child.pid !== undefined && child.kill('SIGQUIT')) await waitForExit(child.pid, quitTimeoutMs);
    throw error;
  } finally {
    await log.close();
  }
}

async function waitUntilReady(
  plan: PostmasterOptions,
  child: ChildProcess,
  logStart: number,
  signal: AbortSignal,
): Promise<RunningPostmaster> {
  for (;;) {
    signal.throwIfAborted();
    if (hasExited(child)) {
      throw new Failure(
        'unavailable',
        `PostgreSQL did not start: ${await readLastLogMessage(plan.logFile, logStart)}. See ${plan.logFile}.`,
      );
    }
    const running = await findPostmaster(plan.cluster);
    if (running?.status === 'ready' && running.pid === child.pid) return running;
    await delay(pollMs, undefined, { signal });
  }
}

/** Resolves with true when a process has ended, or with false if it still runs after `ms` milliseconds. */
async function waitForExit(pid: number, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; isAlive(pid); await delay(pollMs)) {
    if (Date.now() > deadline) return false;
  }
  return true;
}

/**
 * Stops a postmaster with a fast shutdown (ends sessions and writes all data), and after `graceMs` with an immediate one,
 * which loses no committed data but requires recovery at the next start.
 */
export async function stopPostmaster(pid: number, graceMs = 30_000): Promise<void> {
  for (const [signal, ms] of [
    ['SIGINT', graceMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 1_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    if (await waitForExit(pid, ms)) return;
  }
}
