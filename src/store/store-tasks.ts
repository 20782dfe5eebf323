import { addMs } from '../domain/system/clock.ts';
import type { PeriodicTask } from '../domain/system/periodic-task.ts';
import { expireBlobs, type SweepPorts, sweepBlobContents } from './blobs/sweep-blobs.ts';
import { sweepCachedPages } from './pages/cached-pages.ts';
import { sweepContents } from './pages/contents.ts';
import { sweepPageCrashes } from './pages/page-crashes.ts';
import { sealPlainValues } from './sealed-columns.ts';

const staleFileMs = 60 * 60_000;

/** Housekeeping of stored pages, texts and files. */
export function storeTasks(
  { database, blobs, references }: SweepPorts,
  crashRetentionMs: number,
): PeriodicTask[] {
  return [
    { name: 'seal-plain-values', intervalMs: 60_000, run: () => sealPlainValues(database) },
    { name: 'sweep-page-cache', intervalMs: 10 * 60_000, run: (now) => sweepCachedPages(database, now) },
    { name: 'sweep-contents', intervalMs: 10 * 60_000, run: (now) => sweepContents(database, now) },
    {
      name: 'sweep-blobs',
      intervalMs: 10 * 60_000,
      run: async (now, signal) =>
        (await expireBlobs(database, now)) +
        (await sweepBlobContents({ database, blobs, references }, now, signal)),
    },
    { name: 'sweep-stale-files', intervalMs: 60 * 60_000, run: () => blobs.sweepStale(staleFileMs) },
    {
      name: 'sweep-page-crashes',
      intervalMs: 60 * 60_000,
      run: (now) => sweepPageCrashes(database, addMs(now, -crashRetentionMs)),
    },
  ];
}
