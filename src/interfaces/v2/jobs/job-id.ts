import type { JobDocument, JobType } from '../../../domain/resources/job.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { identifierOfUuid } from '../../../domain/values/identifier.ts';

/** Job types of `/v2`, each with its own path. */
export type V2JobType = Extract<JobType, 'crawl' | 'batch_scrape' | 'extract'>;

/** Paths of the job types. */
export const jobPaths: Readonly<Record<V2JobType, string>> = {
  crawl: '/v2/crawl',
  batch_scrape: '/v2/batch/scrape',
  extract: '/v2/extract',
};

/** Returns a job of one type of this account. Throws Failure `not_found` in all other cases. */
export async function requireJob(
  findJob: (accountId: string, jobId: string) => Promise<JobDocument | null>,
  accountId: string,
  uuid: string,
  type: V2JobType,
): Promise<JobDocument> {
  const jobId = identifierOfUuid('job', uuid);
  const job = jobId === null ? null : await findJob(accountId, jobId);
  if (job === null || job.type !== type)
    throw new Failure('not_found', `There is no ${type.replace('_', ' ')} with this id.`);
  return job;
}
