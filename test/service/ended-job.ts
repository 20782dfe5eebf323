import { until } from '../until.ts';
import type { TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Service whose jobs are read, in this process or in another one. */
type JobClient = Pick<TestService, 'get'>;

/** Returns whether a job, a run or an answer of `/v2` has ended. */
export function hasEnded({ status }: Json): boolean {
  return !['queued', 'running', 'scraping'].includes(status);
}

/** Waits until the job satisfies `isSo`, and returns it. Default: until it has ended. */
export function endedJob(
  service: JobClient,
  jobId: string,
  isSo: (job: Json) => boolean = hasEnded,
): Promise<Json> {
  return until(async () => (await service.get(`/v1/jobs/${jobId}`)).json, isSo);
}

/** Waits until no refresh of the dataset is running, and returns the dataset. */
export function refreshedDataset(service: JobClient, did: string): Promise<Json> {
  return until(
    async () => (await service.get(`/v1/datasets/${did}`)).json,
    ({ refreshing }) => refreshing === null,
  );
}
