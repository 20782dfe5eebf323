import type { Browser } from 'playwright-core';
import type { ProxyListener } from '../../guard-proxy/proxy-listener.ts';
import { type BrowserProgram, prepareLaunch, removeHome } from '../find/launch-command.ts';
import { openMemoryReader, type ReadMemory } from './browser-memory.ts';
import { loadDriver } from './load-driver.ts';

/** A running browser. */
export interface BrowserProcess {
  readonly browser: Browser;
  /** Process id of the browser, which leads its process group; null for a remote browser or if unknown. */
  readonly pid: number | null;
  /** Reads the memory of its processes; null for a remote browser. */
  readonly readMemory: ReadMemory | null;
  /** Listener through which a remote browser reaches the guard proxy; null for a local browser, which uses loopback. */
  readonly listener: ProxyListener | null;
  /** Ends the browser with all its processes and removes its home; only disconnects from a remote browser. */
  end(): Promise<void>;
}

const launchTimeoutMs = 20_000;
/** Maximum time for a browser to close by itself. */
const closeTimeoutMs = 3_000;

/** Starts a browser that is connected by a pipe, so that it ends with this process in any case. */
export async function startBrowser(program: BrowserProgram): Promise<BrowserProcess> {
  const chromium = await loadDriver();
  const { command, args, env, home, downloads } = await prepareLaunch(program);
  try {
    const browser = await chromium.launch({
      executablePath: command,
      ignoreDefaultArgs: true,
      args,
      env,
      downloadsPath: downloads,
      timeout: launchTimeoutMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const pid = await readPid(browser);
    const readMemory = await openMemoryReader(browser);
    return { browser, pid, readMemory, listener: null, end: () => end(browser, home) };
  } catch (error) {
    await removeHome(home);
    throw error;
  }

  async function end(browser: Browser, folder: string): Promise<void> {
    const pid = pids.get(browser) ?? null;
    const isClosed = await settlesWithin(closeTimeoutMs, browser.close());
    if (!isClosed && pid !== null) killGroup(pid);
    await removeHome(folder);
  }
}

const pids = new WeakMap<Browser, number>();

async function readPid(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? null;
  if (pid !== null) pids.set(browser, pid);
  return pid;
}

/** Resolves with true if the work settled in time, whether it resolved or rejected. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  // A rejection also counts as settled.
  const onSettled = () => resolve(true);
  work.then(onSettled, onSettled);
  return promise.finally(() => clearTimeout(timer));
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
