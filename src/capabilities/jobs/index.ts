import { deriveKey } from '../../domain/crypto/secret-keys.ts';
import { isPageJob, type JobType } from '../../domain/resources/job.ts';
import { deleteJob } from '../../jobs/records/delete-job.ts';
import { runJobAction } from '../../jobs/records/job-actions.ts';
import { followJob } from '../../jobs/records/job-events.ts';
import { readResultsJson } from '../../jobs/records/job-results.ts';
import { reencryptJobs } from '../../jobs/records/job-secrets.ts';
import { countActiveJobs, findJob, listJobs, readQueueState } from '../../jobs/records/job-view.ts';
import { defineCapability } from '../capability.ts';
import { jobsTools } from './agent-tools.ts';
import { exportJob, sweepJobExports } from './export/export-job.ts';
import { exportJobOperation } from './export/export-operation.ts';
import { findPassages } from './find-passages.ts';
import { deleteJobFiles } from './job-files.ts';
import { jobOperations } from './jobs.ts';
import { operationTasks } from './operation-tasks.ts';
import { passagesOperation } from './passages-operation.ts';

/** Background jobs of all types. */
export const jobsCapability = defineCapability({
  name: 'jobs',
  topic: 'Jobs',
  tags: { jobs: 'Background jobs: status, results and events' },
  agentTools: jobsTools,
  operations: ({ database, blobs, clock, settings, signals, threads }, registry) => [
    ...jobOperations({
      listJobs: (accountId, filter) => listJobs(database, accountId, filter, clock.now()),
      findJob: (accountId, jobId) => findJob(database, accountId, jobId, clock.now()),
      readResults: (accountId, jobId, page) => readResultsJson(database, accountId, jobId, page),
      followJob: (accountId, jobId, last) => followJob({ database, signals }, accountId, jobId, last),
      performAction: (accountId, jobId, action, limit) =>
        runJobAction(database, accountId, jobId, action, {
          now: clock.now(),
          keepMs: settings.keep.pages,
          limit,
        }),
      deleteJob: (accountId, jobId) => {
        const ownsContents = (type: JobType) =>
          isPageJob(type) || registry().some(({ background }) => background === type);
        return deleteJob(database, { accountId, jobId }, ownsContents, clock.now());
      },
      findTaskView: (type) => registry().find(({ background }) => background === type)?.view ?? null,
    }),
    passagesOperation({
      findPassages: (search, now, signal) =>
        findPassages({ stores: { database, blobs }, threads }, search, now, signal),
      clock,
    }),
    exportJobOperation({
      findJob: (accountId, jobId) => findJob(database, accountId, jobId, clock.now()),
      exportJob: (wanted, now, signal) =>
        exportJob({ database, blobs, keepMs: settings.keep.files }, wanted, now, signal),
      openContent: (digest, range) => blobs.open(digest, range),
      clock,
    }),
  ],
  tasks: ({ database, blobs, clock, rootSecret }, registry) =>
    operationTasks(registry, { database, blobs, clock, rootSecret }),
  contentReferences: [{ table: 'job_files', column: 'digest' }],
  reencrypt: async (transaction, { previous, next }) => ({
    jobs: await reencryptJobs(transaction, deriveKey(previous, 'job'), deriveKey(next, 'job')),
  }),
  periodicTasks: ({ database, blobs }) => [
    { name: 'delete-job-files', intervalMs: 60_000, run: () => deleteJobFiles({ database, blobs }) },
    { name: 'sweep-job-exports', intervalMs: 10 * 60_000, run: (now) => sweepJobExports(database, now) },
  ],
  metrics: ({ database, clock }) => [
    {
      name: 'webdata_jobs',
      help: 'Jobs of all accounts that have not ended',
      labelNames: ['type', 'status'],
      sample: async () =>
        (await countActiveJobs(database)).map(({ type, status, jobs }) => ({
          labels: { type, status },
          value: jobs,
        })),
    },
    {
      name: 'webdata_queue_lag_seconds',
      help: 'Longest time for which a job with queued pages has waited for a worker; equal in all processes',
      sample: async () => [{ labels: {}, value: (await readQueueState(database, clock.now())).lagSeconds }],
    },
  ],
});
