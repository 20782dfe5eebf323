import type { Browser } from 'playwright-core';
import type { ProxyListener } from '../proxy-listener.ts';
import { openMemoryReader, type ReadMemory } from './browser-memory.ts';
import { type BrowserProgram, prepareLaunch, removeHome } from './launch-command.ts';

/** One running browser. */
export interface BrowserProcess {
  readonly browser: Browser;
  /** Process id of the browser, which leads a group of its own; null for one elsewhere, or when it did not tell. */
  readonly pid: number | null;
  /** What its processes hold; null for a browser elsewhere. */
  readonly readMemory: ReadMemory | null;
  /** Where it reaches the guard proxy; null for a browser here, which reaches one on loopback. */
  readonly listener: ProxyListener | null;
  /** Ends it with everything that it started, and removes its home; from a browser elsewhere it only parts. */
  end(): Promise<void>;
}

const launchWithinMs = 20_000;
/** How long a browser may take to close by itself. */
const closeWithinMs = 3_000;

/** Starts a browser that speaks over a pipe and so ends with this process, however that ends. */
export async function startBrowser(program: BrowserProgram): Promise<BrowserProcess> {
  // A second of start time and 40 MB that nobody pays who needs no browser.
  const { chromium } = await import('playwright-core');
  const { command, args, env, home, downloads } = await prepareLaunch(program);
  try {
    const browser = await chromium.launch({
      executablePath: command,
      ignoreDefaultArgs: true,
      args,
      env,
      downloadsPath: downloads,
      timeout: launchWithinMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const pid = await pidOf(browser);
    const readMemory = await openMemoryReader(browser);
    return { browser, pid, readMemory, listener: null, end: () => end(browser, home) };
  } catch (error) {
    await removeHome(home);
    throw error;
  }

  async function end(browser: Browser, folder: string): Promise<void> {
    const pid = pids.get(browser) ?? null;
    const isClosed = await within(closeWithinMs, browser.close());
    if (!isClosed && pid !== null) killGroup(pid);
    await removeHome(folder);
  }
}

const pids = new WeakMap<Browser, number>();

async function pidOf(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? null;
  if (pid !== null) pids.set(browser, pid);
  return pid;
}

/** Whether the work was done in time; how it ended does not matter. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  work.then(
    () => resolve(true),
    () => resolve(true),
  );
  return promise.finally(() => clearTimeout(timer));
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
