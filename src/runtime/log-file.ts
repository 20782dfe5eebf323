import { stat, truncate } from 'node:fs/promises';

/** Bytes after which the database's log starts over; it holds trouble only, so this is years or a flood. */
const longest = 4 * 1024 * 1024;
const lookEveryMs = 60_000;

/** Keeps a log file, which another process appends to, from growing without end (invariant 9). */
export function boundLogFile(path: string, limits = { longest, lookEveryMs }): { close(): void } {
  const timer = setInterval(async () => {
    const found = await stat(path).catch(() => null);
    // The writer appends, so that it goes on at the new end.
    if (found && found.size > limits.longest) await truncate(path).catch(() => {});
  }, limits.lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
