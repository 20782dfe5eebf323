import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../domain/failure.ts';
import type { DatabaseUser } from './database-user.ts';
import { type PostgresBinaries, programOf } from './postgres-binaries.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { clearStaleLocks, findPostmaster, isAlive, type RunningPostmaster } from './postmaster-file.ts';
import { bareEnvironment } from './run-program.ts';

/** Everything a postmaster is started with. */
export interface PostmasterPlan {
  binaries: PostgresBinaries;
  cluster: string;
  user: DatabaseUser | null;
  socketFolder: string;
  settings: PostgresSettings;
  /** Its standard output and error are added to this file, which outlives us as it does. */
  logFile: string;
}

/** Part of the socket's file name; there is one postmaster a folder. */
export const postgresPort = 5432;
const pollMs = 10;
const quitWithinMs = 2_000;

function exited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function lastWords(logFile: string, from: number): Promise<string> {
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(from).toString('utf8');
  const lines = text.trim().split('\n');
  const reason = lines.findLast((entry) => /(FATAL|PANIC): /.test(entry)) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*?(FATAL|PANIC): +/, '');
}

/**
 * Starts a postmaster and resolves when it takes connections, crash recovery included. It gets a session of its own, so
 * that a terminal's Ctrl-C reaches us alone. A `Failure` carries its last words.
 */
export async function startPostmaster(plan: PostmasterPlan, signal: AbortSignal): Promise<RunningPostmaster> {
  await clearStaleLocks(plan.cluster, plan.socketFolder, postgresPort);
  const log = await open(plan.logFile, 'a', 0o600);
  const { size } = await log.stat();
  const settings = {
    ...plan.settings,
    unix_socket_directories: plan.socketFolder,
    port: String(postgresPort),
  };
  const child = spawn(
    programOf(plan.binaries, 'postgres'),
    ['-D', plan.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...(plan.user && { uid: plan.user.uid, gid: plan.user.gid }),
      cwd: '/',
      env: bareEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  const broken = new Promise<never>((_resolve, reject) => child.once('error', reject));
  child.unref();
  try {
    return await Promise.race([broken, waitUntilReady(plan, child, size, signal)]);
  } catch (error) {
    if (child.pid !== undefined && child.kill('SIGQUIT')) await waitUntilGone(child.pid, quitWithinMs);
    throw error;
  } finally {
    await log.close();
  }
}

async function waitUntilReady(
  plan: PostmasterPlan,
  child: ChildProcess,
  logStart: number,
  signal: AbortSignal,
): Promise<RunningPostmaster> {
  for (;;) {
    signal.throwIfAborted();
    if (exited(child)) {
      throw new Failure(
        'unavailable',
        `PostgreSQL did not start: ${await lastWords(plan.logFile, logStart)}`,
      );
    }
    const found = await findPostmaster(plan.cluster);
    if (found?.status === 'ready' && found.pid === child.pid) return found;
    await delay(pollMs, undefined, { signal });
  }
}

/** Resolves when a process is gone, or with false when it still runs after `ms` milliseconds. */
export async function waitUntilGone(pid: number, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; isAlive(pid); await delay(pollMs)) {
    if (Date.now() > end) return false;
  }
  return true;
}

/**
 * Stops a postmaster: a fast shutdown (sessions are ended, everything is written), and after `graceMs` an immediate one,
 * which loses nothing that was acknowledged but leaves the next start to recover.
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
    if (await waitUntilGone(pid, ms)) return;
  }
}
