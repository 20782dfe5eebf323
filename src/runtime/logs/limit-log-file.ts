import { stat, truncate } from 'node:fs/promises';

/** Maximum size of the database's log in bytes. The log contains only warnings and errors, so that it rarely gets there. */
const maxBytes = 4 * 1024 * 1024;
const checkIntervalMs = 60_000;

/** Truncates a log file, to which another process appends, when it exceeds a size. */
export function limitLogFile(
  path: string,
  limits = { longest: maxBytes, lookEveryMs: checkIntervalMs },
): { close(): void } {
  const timer = setInterval(async () => {
    // A missing or unreachable file needs no limit; the next interval checks it again.
    const stats = await stat(path).catch(() => null);
    // The writer appends, so that it continues at the new end.
    if (stats && stats.size > limits.longest) await truncate(path).catch(() => {});
  }, limits.lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
