import { readdir, readFile } from 'node:fs/promises';

/** Returns the soft limit of open files from the text of `/proc/self/limits`; null for `unlimited` and any other text. */
export function parseOpenFilesLimit(limits: string): number | null {
  const match = /^Max open files\s+(\d+)/m.exec(limits);
  return match === null ? null : Number(match[1]);
}

/**
 * Returns the number of files and connections that this process can still open; null if unknown (only Linux reports it).
 */
export async function countFreeDescriptors(): Promise<number | null> {
  try {
    const [limits, open] = await Promise.all([
      readFile('/proc/self/limits', 'utf8'),
      readdir('/proc/self/fd'),
    ]);
    const limit = parseOpenFilesLimit(limits);
    return limit === null ? null : Math.max(0, limit - open.length);
  } catch {
    // The system has no /proc, or no descriptor is left to read it.
    return null;
  }
}
