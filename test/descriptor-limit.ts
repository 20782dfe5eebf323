import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parseOpenFilesLimit } from '../src/runtime/files/file-descriptors.ts';

/**
 * Limits a running process to `count` file descriptors more than it has open. Returns a function that restores its
 * limit, or null if that is not possible: it requires Linux and `prlimit` of util-linux.
 */
export function leaveDescriptors(pid: number, count: number): (() => void) | null {
  const limitTo = (files: number) =>
    execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`], { stdio: 'ignore' });
  try {
    const before = parseOpenFilesLimit(readFileSync(`/proc/${pid}/limits`, 'utf8'));
    if (before === null) return null;
    limitTo(readdirSync(`/proc/${pid}/fd`).length + count);
    return () => limitTo(before);
  } catch {
    return null;
  }
}
