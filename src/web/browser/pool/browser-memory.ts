import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

/** Private memory of one browser process. */
export interface ProcessMemory {
  pid: number;
  /** True if it renders pages and can be ended separately. */
  isRenderer: boolean;
  bytes: number;
}

/** Returns the memory of the processes of one browser; empty if the system does not report it. */
export type ReadMemory = () => Promise<ProcessMemory[]>;

/** Memory page size of Linux on the supported machines (proc_pid_statm(5)). */
const pageBytes = 4_096;

/** Creates a memory reader for a local browser, over one lasting session. */
export async function openMemoryReader(browser: Browser): Promise<ReadMemory> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const processes = processInfo.map(async ({ id, type }) => {
      const bytes = await readPrivateBytes(id);
      return { pid: id, isRenderer: type === 'renderer', bytes };
    });
    return Promise.all(processes);
  };
}

/** Returns resident minus shared memory; 0 for a process that has ended. */
async function readPrivateBytes(pid: number): Promise<number> {
  // A process that has ended uses no memory.
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  const [, resident = 0, shared = 0] = text.split(' ').map(Number);
  return (resident - shared) * pageBytes;
}

/** Memory limits of browsers in bytes. */
export interface MemoryLimits {
  /** Limit of one renderer; above it, it is ended together with its page. */
  renderer: number;
  /** Limit of a browser without pages; above it, it is replaced. */
  browser: number;
  /** Additional limit per open page. */
  page: number;
}

const megabyte = 2 ** 20;
/** Default limits. An average page takes about 90 MB. */
export const defaultMemory: MemoryLimits = {
  renderer: 1_000 * megabyte,
  browser: 600 * megabyte,
  page: 150 * megabyte,
};

/** Returns whether the browser must be replaced, and the processes to end now. */
export function checkMemory(
  processes: readonly ProcessMemory[],
  pages: number,
  limits: MemoryLimits,
): { isOverLimit: boolean; pidsOverLimit: number[] } {
  const overLimit = processes.filter(({ isRenderer, bytes }) => isRenderer && bytes > limits.renderer);
  const totalBytes = processes.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    isOverLimit: totalBytes > limits.browser + pages * limits.page,
    pidsOverLimit: overLimit.map(({ pid }) => pid),
  };
}

/** Ends a process at once, if it still runs. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended or belongs to another user.
  }
}
