import type { Job } from '../../../../clients/typescript/src/index.ts';
import { shortAddress } from '../../text/address.ts';
import { startUrlOf } from '../../text/job-title.ts';

/** Statuses of pages, in the order of the progress bar. */
const pageStatuses = [
  'ok',
  'not_found',
  'blocked',
  'failed',
  'unavailable',
  'budget_exhausted',
  'invalid',
] as const;

const pageJobTypes: ReadonlySet<string> = new Set(['crawl', 'batch_scrape', 'extract']);

/** Returns true if the results of a job are pages. */
export function hasPages({ type }: Job): boolean {
  return pageJobTypes.has(type);
}

/** Returns true if a job has ended. */
export function hasEnded({ status }: Job): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Returns the maximum number of pages of a job; null if it has none. */
export function limitOf({ params }: Job): number | null {
  return typeof params.limit === 'number' ? params.limit : null;
}

/** Returns true if a job ended because it has read as many pages as it may. */
export function isAtLimit(job: Job): boolean {
  return hasEnded(job) && job.warnings.some(({ code }) => code === 'limit_reached');
}

/** Returns the counts of pages by status that are not zero. */
export function countsOf(job: Job): { status: string; count: number }[] {
  const progress = job.progress as unknown as Record<string, number>;
  const known = new Set<string>(['discovered', 'queued', 'running', 'done']);
  const others = Object.keys(progress).filter((name) => !known.has(name));
  const order = [...new Set<string>([...pageStatuses, ...others])];
  return order.map((status) => ({ status, count: progress[status] ?? 0 })).filter(({ count }) => count > 0);
}

/** Returns the path of a URL on the site of the job, otherwise the URL without its scheme. */
export function shortUrl(job: Job, url: string): string {
  const site = URL.parse(startUrlOf(job) ?? '')?.origin;
  return site !== undefined && url.startsWith(`${site}/`) ? url.slice(site.length) : shortAddress(url);
}
