import type { JobType } from '../../domain/resources/job.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { addressDigest, sealWebhook } from '../../store/sealed-columns.ts';
import { computeUrlDigest } from '../frontier/finished-page.ts';
import { sealCommand } from '../records/job-secrets.ts';
import { notifyJobChange } from '../records/job-signals.ts';
import type { TaskInput } from './task-work.ts';

/** New task. */
export interface NewTask {
  type: JobType;
  order: TaskInput;
  /** Request that creates it. */
  requestId: string;
  /** URL of its subject; empty if there is none. */
  url: string;
  webhook: string | null;
}

/**
 * Writes the job of one piece of work in the caller's transaction, wakes the workers and returns the job id. Credits
 * are reserved later, when the work starts.
 */
export async function createTask(
  transaction: DatabaseTransaction,
  task: NewTask,
  now: Date,
): Promise<string> {
  const { type, order, requestId, url, webhook } = task;
  const { accountId, keyId } = order.principal;
  const jobId = newIdentifier('job', now);
  await transaction
    .insertInto('jobs')
    .values({
      job_id: jobId,
      account_id: accountId,
      key_id: keyId,
      request_id: requestId,
      type,
      status: 'queued',
      created_at: now,
      served_at: now,
      command: sealCommand(transaction, jobId, order),
      params: JSON.stringify(order.params),
      page_limit: 1,
      page_credits: 0,
      webhook: sealWebhook(transaction, accountId, webhook),
      webhook_digest: webhook === null ? null : addressDigest(webhook),
      hook: null,
      reservation_id: null,
      start_url: url,
      discovered: 1,
      queued: 1,
    })
    .execute();
  await transaction
    .insertInto('frontier')
    .values({ job_id: jobId, state: 'queued', kind: 'page', url, digest: computeUrlDigest(url), depth: 0 })
    .execute();
  await notifyJobChange(transaction, jobId);
  return jobId;
}
