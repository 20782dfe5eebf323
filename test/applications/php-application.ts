import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A web application of a Debian package, with its own copy of the program and its own data. */
export interface Application {
  readonly origin: string;
  /** Folder of the copy and its data, deleted by `close`. */
  readonly folder: string;
  url(path: string): string;
  close(): Promise<void>;
}

/** Steps that an application needs before it is served. */
export interface PhpApplicationOptions {
  /** Folder of the package's program, `/usr/share/NAME`. */
  program: string;
  address: string;
  /** Path that answers 200 once the application works. */
  readyPath: string;
  /** Writes configuration and data. `site` is the folder that is served, `origin` the later address. */
  prepare(site: string, origin: string): Promise<void>;
}

export const run = promisify(execFile);
const startTimeoutMs = 20_000;

async function findFreePort(address: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve));
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return bound.port;
}

/** Returns true if a file or folder is there. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && server.exitCode === null) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await sleep(100);
  }
  throw new Error(`${url} did not answer 200 within ${startTimeoutMs} ms`);
}

/** Returns true if PHP and the program are installed on this machine. */
export async function isInstalled(program: string): Promise<boolean> {
  return (await exists('/usr/bin/php')) && (await exists(program));
}

/** Serves a copy of a PHP program on a loopback address with PHP's own server. */
export async function startPhpApplication(options: PhpApplicationOptions): Promise<Application> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-application-'));
  const site = join(folder, 'site');
  await run('cp', ['-rL', '--no-preserve=ownership', options.program, site]).catch((error: unknown) => {
    // Packages hold links to files that are created later by hand, such as settings.
    if (!/cannot stat/.test(String(error))) throw error;
  });
  const port = await findFreePort(options.address);
  const origin = `http://${options.address}:${port}`;
  await options.prepare(site, origin);
  const server = spawn('php', ['-S', `${options.address}:${port}`, '-t', site], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '3' },
    stdio: 'ignore',
    detached: true,
  });
  async function close(): Promise<void> {
    // The workers are children of the server and share its process group.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    await waitUntilReady(`${origin}${options.readyPath}`, server);
  } catch (error) {
    await close();
    throw error;
  }
  return { origin, folder, url: (path) => `${origin}${path}`, close };
}
