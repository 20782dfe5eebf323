import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The service as a process of its own, started as a user would. */
export interface ServiceProcess {
  url: string;
  key: string;
  /** Process ids to account for: the service and its database. */
  pids: number[];
  /** Milliseconds from spawn to readiness. */
  readyMs: number;
  stop(): Promise<void>;
}

const key = 'wd_bench_key_of_no_consequence';

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service was not ready in time');
}

/** Starts the service on a fresh data directory, with loopback opened. */
export async function startService(port: number): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'webdata-bench-'));
  // As root, the database runs as another user, who must get to its folder.
  await chmod(dataDir, 0o711);
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [new URL('../src/main.ts', import.meta.url).pathname], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: join(dataDir, 'data'),
      PORT: String(port),
      WEBDATA_API_KEY: key,
      WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBDATA_LIMITS: '1000000/m,1000',
      WEBDATA_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilReady(url, child);
  const readyMs = performance.now() - started;
  const postmaster = await readFile(join(dataDir, 'data', 'postgres', 'postmaster.pid'), 'utf8').catch(
    () => '',
  );
  return {
    url,
    key,
    pids: [child.pid as number, Number(postmaster.split('\n', 1)[0])].filter((pid) => pid > 0),
    readyMs,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a module as a child that prints its address on its first line. */
export async function startSite(): Promise<{ url: string; pid: number; stop(): void }> {
  const child = spawn(process.execPath, [new URL('./site.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, pid: child.pid as number, stop: () => child.kill('SIGTERM') };
}
