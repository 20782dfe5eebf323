import { Failure } from '../../domain/failure.ts';
import { identifierOfUuid } from '../../domain/identifier.ts';
import type { JobDocument, JobType } from '../../domain/job.ts';

/** The types of jobs that clients of `/v2` know, each under a path of its own. */
export type V2JobType = Extract<JobType, 'crawl' | 'batch_scrape' | 'extract'>;

/** Where the jobs of a type stand. */
export const jobPaths: Readonly<Record<V2JobType, string>> = {
  crawl: '/v2/crawl',
  batch_scrape: '/v2/batch/scrape',
  extract: '/v2/extract',
};

/** Finds a job of one type of this account; anything else is missing, whatever the reason. */
export async function requireJob(
  findJob: (accountId: string, jobId: string) => Promise<JobDocument | null>,
  accountId: string,
  uuid: string,
  type: V2JobType,
): Promise<JobDocument> {
  const jobId = identifierOfUuid('job', uuid);
  const job = jobId === null ? null : await findJob(accountId, jobId);
  if (job === null || job.type !== type)
    throw new Failure('not_found', `there is no ${type.replace('_', ' ')} with this id`);
  return job;
}
