import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PoolConfig } from 'pg';
import { postgresPort, stopPostmaster } from '../src/runtime/postgres/postmaster.ts';
import { findPostmaster, isAlive, type RunningPostmaster } from '../src/runtime/postgres/postmaster-file.ts';

/** Exit status and output of a process. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** `node bin/webdata.mjs` as a separate process, started like a user does. */
export interface ServiceProcess {
  /** URL that the process printed. */
  url: string;
  key: string;
  pid: number;
  /** Milliseconds from spawn to readiness. */
  readyMs: number;
  /** Returns the standard output so far. */
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
  /** Sends a signal; after `SIGKILL` the process cannot clean up. */
  signal(name: NodeJS.Signals): void;
  /** Stops the process with SIGTERM, and with SIGKILL after five minutes. */
  stop(): Promise<Ended>;
  kill(): Promise<Ended>;
}

/** Folder of one data directory, which stops its processes when it is closed. */
export interface Home {
  /** Value of DATA_DIR; the service creates the folder. */
  dataDir: string;
  /** Returns the postmaster of the embedded database, if it runs. */
  postmaster(): Promise<RunningPostmaster | null>;
  /** Returns the connection settings of the embedded database. */
  connection(): Promise<PoolConfig>;
  /** Starts the service and waits until it is ready; rejects with its output if it exits instead. */
  start(environment?: Record<string, string>): Promise<ServiceProcess>;
  /** Starts the program without waiting. */
  launch(environment?: Record<string, string>, args?: string[]): LaunchedProcess;
  /** Stops all processes of the folder. */
  end(): Promise<void>;
  /** Stops all processes and deletes the folder. */
  close(): Promise<void>;
}

/** The program as a process, ready or not. */
export type LaunchedProcess = Omit<ServiceProcess, 'url' | 'key' | 'readyMs'>;

const prefix = 'webdata-process-';
const key = 'wd_process_key_of_no_consequence';

/** Flags and variables that `bin/webdata.mjs` sets for the service. */
export const serviceFlags = ['--max-semi-space-size=8', '--expose-gc'];
export const allocatorVariables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
const program = fileURLToPath(new URL('../bin/webdata.mjs', import.meta.url));
const stopWithinMs = 300_000;

/** Running child processes; they are killed when this process exits unexpectedly. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function killIfOurs(pid: number): void {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has exited, or this system has no /proc.
  }
}

async function endDatabase(folder: string): Promise<void> {
  const postmaster = await findPostmaster(join(folder, 'data', 'postgres')).catch(() => null);
  if (postmaster) await stopPostmaster(postmaster.pid, 5_000);
}

/**
 * Unmounts a data directory that is a separate disk (test/faults/small-disk.ts) and that a killed run left mounted.
 */
function unmount(folder: string): void {
  if (!readFileSync('/proc/mounts', 'utf8').includes(` ${folder} `)) return;
  execFileSync('umount', ['-l', folder]);
}

async function endAll(folder: string): Promise<void> {
  await endDatabase(folder);
  if (process.platform === 'linux') unmount(join(folder, 'data'));
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Stops the processes and deletes the folders of killed test runs. A folder's name contains the process that created
 * it and the processes it started.
 */
async function sweepLeftOvers(): Promise<void> {
  for (const entry of readdirSync(tmpdir())) {
    if (!entry.startsWith(prefix)) continue;
    const folder = join(tmpdir(), entry);
    const text = await readFile(join(folder, 'processes'), 'utf8').catch(() => '');
    const [owner, ...started] = text.split('\n').filter(Boolean).map(Number);
    if (owner === undefined || isAlive(owner)) continue;
    for (const pid of started) killIfOurs(pid);
    await endAll(folder).catch(() => {});
  }
}

function spawnProgram(environment: Record<string, string>, args: readonly string[]): ChildProcess {
  // With the flags that the program would otherwise restart itself for, which takes time.
  const child = spawn(process.execPath, [...serviceFlags, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...allocatorVariables, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Collects the output and the exit status of a child process. */
export function watchChild(child: ChildProcess): LaunchedProcess {
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  const ended = once(child, 'close').then(
    ([code, signal]): Ended => ({ code: code as number | null, signal: signal as Ended['signal'], ...said }),
  );
  return {
    pid: child.pid as number,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      return ended.finally(() => clearTimeout(impatience));
    },
    async kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Resolves with the URL that the process prints when it is ready. No limit: a busy machine starts it slowly, and a failed start ends. */
async function untilReady(launched: LaunchedProcess): Promise<string> {
  let hasEnded = false;
  launched.ended.then(() => {
    hasEnded = true;
  });
  for (; !hasEnded; await delay(10)) {
    const url = /^serving +(\S+)$/m.exec(launched.stdout())?.[1];
    if (url !== undefined && (await isReady(url))) return url;
  }
  const { code, signal, stdout, stderr } = await launched.kill();
  throw new Error(`the service was never ready (code ${code}, signal ${signal}): ${stdout}${stderr}`);
}

/** Creates the folder; the caller closes it. `command` holds the arguments of Node. Default: the program. */
export async function openHome(command: readonly string[] = [program]): Promise<Home> {
  await sweepLeftOvers();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  // Under root, the database runs as another user, who needs access to its folder.
  await chmod(folder, 0o711);
  const processes = join(folder, 'processes');
  writeFileSync(processes, `${process.pid}\n`);
  const dataDir = join(folder, 'data');
  const children = new Set<LaunchedProcess>();

  function launch(environment: Record<string, string> = {}, args: string[] = []): LaunchedProcess {
    const child = spawnProgram(
      {
        DATA_DIR: dataDir,
        PORT: '0',
        WEBDATA_API_KEY: key,
        WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8',
        WEBDATA_LIMITS: '1000000/m,1000',
        WEBDATA_LOG_LEVEL: 'warn',
        // The started process is the service itself, so that signals reach it and no launcher restarts it.
        WEBDATA_RESTART: 'false',
        ...environment,
      },
      [...command, ...args],
    );
    appendFileSync(processes, `${child.pid}\n`);
    const launched = watchChild(child);
    children.add(launched);
    launched.ended.then(() => children.delete(launched));
    return launched;
  }

  const postmaster = () => findPostmaster(join(dataDir, 'postgres'));

  async function end(): Promise<void> {
    await Promise.all([...children].map((child) => child.kill()));
    await endDatabase(folder);
  }

  return {
    dataDir,
    postmaster,
    async connection() {
      const password = (await readFile(join(dataDir, 'secrets', 'database-password'), 'utf8')).trim();
      const found = await postmaster();
      return {
        host: found?.socketFolder ?? join(dataDir, 'socket'),
        port: postgresPort,
        user: 'webdata',
        password,
        database: 'webdata',
      };
    },
    async start(environment) {
      const since = performance.now();
      const launched = launch(environment);
      const url = await untilReady(launched);
      return { ...launched, url, key, readyMs: performance.now() - since };
    },
    launch,
    end,
    async close() {
      await end();
      await endAll(folder);
    },
  };
}
