import type { Job } from '../../../../clients/typescript/src/index.ts';
import { shortAddress } from '../../text/address.ts';
import { countOf, toWords } from '../../text/format.ts';

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

/** Names of jobs whose type says little to people. */
const jobNames: Readonly<Record<string, string>> = {
  batch_scrape: 'Pages of a list',
  scrape: 'Page',
  extract: 'Extraction',
  collect: 'Records of a list',
  parse: 'File',
  compare: 'Comparison of countries',
};

/** Returns the kind of a job in words. */
export function jobName(type: Job['type']): string {
  return jobNames[type] ?? toWords(type);
}

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

/** Returns the URL, the name of the list, or the number of URLs that a job was given. */
export function startUrlOf({ params }: Job): string | null {
  const { url, urls, list, filename } = params as Record<'url' | 'urls' | 'filename', unknown> & {
    list?: { urls: number };
  };
  if (typeof url === 'string') return url;
  if (Array.isArray(urls)) return urls.length === 1 ? String(urls[0]) : countOf(urls.length, 'URL');
  if (list !== undefined) return typeof filename === 'string' ? filename : countOf(list.urls, 'URL');
  return null;
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
