import { readFileSync } from 'node:fs';

const millisecond = 1_000_000;

/**
 * Returns the milliseconds for which a thread was runnable and waited for a processor since its start; 0 if the
 * system does not report it. The path is a folder of /proc such as `/proc/PID/task/TID` or `/proc/thread-self`.
 */
export function processorWaitMs(folder: string): number {
  try {
    const [, waited] = readFileSync(`${folder}/schedstat`, 'latin1').split(' ');
    return Number(waited) / millisecond;
  } catch {
    return 0;
  }
}

/** Returns the folder of a process's main thread. */
export function mainThreadOf(pid: number): string {
  return `/proc/${pid}/task/${pid}`;
}
