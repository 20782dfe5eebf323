import { sql } from 'kysely';
import type { JobType } from '../../domain/resources/job.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { addressDigest, sealWebhook } from '../../store/sealed-columns.ts';
import { computeUrlDigest } from '../frontier/finished-page.ts';
import { sealCommand } from '../records/job-secrets.ts';
import { jobChangeNotification } from '../records/job-signals.ts';
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
  await sql`${sql.raw(preparedMarker)}
    with job as (
      insert into jobs (
        job_id, account_id, key_id, request_id, type, status, created_at, served_at, command, params, page_limit, page_credits,
        webhook, webhook_digest, start_url, discovered, queued
      )
      values (
        ${jobId}::text, ${accountId}::text, ${keyId}::text, ${requestId}::text, ${type}::text, 'queued',
        ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, ${sealCommand(transaction, jobId, order)}::json,
        ${JSON.stringify(order.params)}::json, 1, 0, ${sealWebhook(transaction, accountId, webhook)}::text,
        ${webhook === null ? null : addressDigest(webhook)}::bytea, ${url}::text, 1, 1
      )
      returning job_id
    ),
    subject as (
      insert into frontier (job_id, state, kind, url, digest, depth)
      select job_id, 'queued', 'page', ${url}::text, ${computeUrlDigest(url)}::bytea, 0 from job
    )
    select ${jobChangeNotification(sql`job_id`)} from job
  `.execute(transaction);
  return jobId;
}
