import type { Job } from '../../../clients/typescript/src/index.ts';
import { shortAddress } from './address.ts';
import { countOf, toWords } from './format.ts';

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

/** Returns what people call a job: its kind and what it is about. */
export function jobTitle(job: Job): string {
  return `${jobName(job.type)} ${shortAddress(startUrlOf(job) ?? '')}`.trim();
}

/** Groups jobs of the same kind with the same address: each group, and the list of them, in the order of `jobs`. */
export function groupSameJobs(jobs: readonly Job[]): (readonly [Job, ...Job[]])[] {
  const groups = new Map<string, [Job, ...Job[]]>();
  for (const job of jobs) {
    const key = typeof job.params.url === 'string' ? `${job.type} ${job.params.url}` : job.jid;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [job]);
    else group.push(job);
  }
  return [...groups.values()];
}
