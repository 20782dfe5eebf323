import type { Commit } from '../../account/requests/idempotency.ts';
import type { JobDocument } from '../../domain/resources/job.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { TargetCheck } from '../../fetching/target-check.ts';
import { createJob, type NewJob } from '../../jobs/records/job-creation.ts';
import { findJob } from '../../jobs/records/job-view.ts';
import type { Database } from '../../store/database.ts';
import { createJobStarter } from './start-job.ts';

/** Creates a job and completes the request that asked for it, in one transaction. Returns the new job. */
async function createAndCommit(
  database: Database,
  job: NewJob,
  now: Date,
  commit: Commit,
): Promise<JobDocument> {
  const { promise, resolve } = Promise.withResolvers<JobDocument>();
  await createJob(database, job, now, async (transaction, jobId) => {
    const created = (await findJob(transaction, job.accountId, jobId, now)) as JobDocument;
    await commit(transaction, created);
    resolve(created);
  });
  return promise;
}

/** Starts jobs that read pages: crawls, batches of pages, and extractions of `/v2`. */
export function createPageJobStart({
  database,
  clock,
  targets,
}: {
  database: Database;
  clock: Clock;
  targets: TargetCheck;
}): ReturnType<typeof createJobStarter> {
  return createJobStarter({
    createJob: (job, now, commit) => createAndCommit(database, job, now, commit),
    addressErrors: targets.addressErrors,
    clock,
  });
}
