import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

/** Memory of one process of a browser that it shares with no other. */
export interface HeldMemory {
  pid: number;
  /** Whether it shows pages, and can be ended without the rest. */
  isRenderer: boolean;
  bytes: number;
}

/** Tells what the processes of one browser hold; nothing where the system does not tell. */
export type ReadMemory = () => Promise<HeldMemory[]>;

/** Linux counts memory in pages of this size on the machines that browsers are made for (proc_pid_statm(5)). */
const pageBytes = 4_096;

/** Reads it of a browser that runs here, over one session that is kept. */
export async function openMemoryReader(browser: Browser): Promise<ReadMemory> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const held = processInfo.map(async ({ id, type }) => {
      const bytes = await ownBytes(id);
      return { pid: id, isRenderer: type === 'renderer', bytes };
    });
    return Promise.all(held);
  };
}

/** Resident memory without what is shared; 0 for a process that is gone. */
async function ownBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  const [, resident = 0, shared = 0] = text.split(' ').map(Number);
  return (resident - shared) * pageBytes;
}

/** What browsers may hold, in bytes. */
export interface MemoryLimits {
  /** One process that shows pages; more, and it is ended, which its page does not survive. */
  renderer: number;
  /** A browser without pages; more, and it is replaced. */
  browser: number;
  /** What each open page adds to that. */
  page: number;
}

const megabyte = 2 ** 20;
/** A page of a usual size takes some 90 MB. */
export const usualMemory: MemoryLimits = {
  renderer: 1_000 * megabyte,
  browser: 600 * megabyte,
  page: 150 * megabyte,
};

/** Whether the browser is to be replaced, and which processes are to be ended now. */
export function judgeMemory(
  held: readonly HeldMemory[],
  pages: number,
  limits: MemoryLimits,
): { isGrown: boolean; tooBig: number[] } {
  const tooBig = held.filter(({ isRenderer, bytes }) => isRenderer && bytes > limits.renderer);
  const inAll = held.reduce((sum, { bytes }) => sum + bytes, 0);
  return { isGrown: inAll > limits.browser + pages * limits.page, tooBig: tooBig.map(({ pid }) => pid) };
}

/** Ends one process at once; one that is gone already is fine. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already, or not ours to end.
  }
}
