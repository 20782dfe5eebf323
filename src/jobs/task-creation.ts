import { newIdentifier } from '../domain/identifier.ts';
import type { JobType } from '../domain/job.ts';
import type { DatabaseTransaction } from '../store/database.ts';
import { addressDigest } from './finished-page.ts';
import { notifyOfJob } from './job-signals.ts';
import type { TaskOrder } from './task-work.ts';

/** A task that is about to begin. */
export interface NewTask {
  type: JobType;
  order: TaskOrder;
  /** The request that asks for it. */
  requestId: string;
  /** What it is about; empty when there is no address. */
  url: string;
  webhook: string | null;
}

/**
 * Writes the job of one piece of work in the caller's transaction and wakes the workers; returns its id. It reserves
 * nothing: its work does, when it begins.
 */
export async function createTask(
  transaction: DatabaseTransaction,
  task: NewTask,
  now: Date,
): Promise<string> {
  const { type, order, requestId, url, webhook } = task;
  const jobId = newIdentifier('job', now);
  await transaction
    .insertInto('jobs')
    .values({
      job_id: jobId,
      account_id: order.principal.accountId,
      request_id: requestId,
      type,
      status: 'queued',
      created_at: now,
      served_at: now,
      command: JSON.stringify(order),
      params: JSON.stringify(order.params),
      page_limit: 1,
      page_credits: 0,
      webhook,
      hook: null,
      reservation_id: null,
      start_url: url,
      discovered: 1,
      queued: 1,
    })
    .execute();
  await transaction
    .insertInto('frontier')
    .values({ job_id: jobId, state: 'queued', kind: 'page', url, digest: addressDigest(url), depth: 0 })
    .execute();
  await notifyOfJob(transaction, jobId);
  return jobId;
}
