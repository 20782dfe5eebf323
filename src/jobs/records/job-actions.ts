import { sql } from 'kysely';
import type { JobAction, JobStatus } from '../../domain/resources/job.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { inTransaction } from '../../store/transaction.ts';
import { endJob } from './job-end.ts';
import { jobKind } from './job-kind.ts';
import { notifyJobChange } from './job-signals.ts';
import { limitReachedCode } from './limit-warning.ts';

/** Options of an action on a job. */
export interface JobActionOptions {
  now: Date;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  /** New limit of pages, for `continue`. */
  limit?: number | undefined;
}

interface JobRow {
  job_id: string;
  account_id: string;
  webhook: string | null;
  status: JobStatus;
  paused: boolean;
  page_limit: number;
}

/** Page statuses that `retry` repeats: failed pages, and pages that were never tried. */
const retryableStatuses = ['failed', 'unavailable', 'budget_exhausted'] as const;

function lockJob(
  transaction: DatabaseTransaction,
  accountId: string,
  jobId: string,
): Promise<JobRow | undefined> {
  return transaction
    .selectFrom('jobs')
    .select(['job_id', 'account_id', 'webhook', 'status', 'paused', 'page_limit'])
    .where('job_id', '=', jobId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

function hasEnded({ status }: JobRow): boolean {
  return status !== 'queued' && status !== 'running';
}

function throwConflict(row: JobRow, action: string): never {
  const state = row.paused ? 'paused' : row.status;
  throw new Failure('conflict', `The job is ${state} and cannot be ${action}.`);
}

async function setPaused(transaction: DatabaseTransaction, row: JobRow, paused: boolean): Promise<void> {
  if (hasEnded(row) || row.paused === paused) throwConflict(row, paused ? 'paused' : 'resumed');
  await transaction
    .updateTable('jobs')
    .set({ paused, ...(!paused && { waiting: null }) })
    .where('job_id', '=', row.job_id)
    .execute();
  await notifyJobChange(transaction, row.job_id);
}

/** Queues failed pages again; their results stay in the list, superseded. */
async function retry(transaction: DatabaseTransaction, row: JobRow): Promise<void> {
  if (!hasEnded(row)) throwConflict(row, 'retried');
  const { job_id: jobId } = row;
  // An export in the order of a list contains the results that are replaced now.
  await transaction.deleteFrom('job_exports').where('job_id', '=', jobId).execute();
  // Rows that were still queued at the end of the job did not fail.
  await sql`
    update frontier set state = 'skipped', worker_id = null where job_id = ${jobId} and state in ('queued', 'running')
  `.execute(transaction);
  const requeued = await sql<{ pages: number }>`
    with failed as (
      update results set superseded = true
      where job_id = ${jobId} and not superseded and status = any(${[...retryableStatuses]}::text[])
      returning frontier_id, status
    ),
    queued as (
      update frontier set state = 'queued', lost = 0, suspected = 0
      from failed where frontier.id = failed.frontier_id
    ),
    tally as (
      select count(*)::integer as pages, ${sql.join(
        retryableStatuses.map(
          (status) => sql`count(*) filter (where status = ${sql.lit(status)})::integer as ${sql.ref(status)}`,
        ),
      )} from failed
    )
    update jobs set queued = pages, running = 0, chores = 0, counted = counted - pages,
      status = 'queued', paused = false, unfunded = false, error = null, finished_at = null, expires_at = null,
      ${sql.join(retryableStatuses.map((status) => sql`${sql.ref(status)} = jobs.${sql.ref(status)} - tally.${sql.ref(status)}`))}
    from tally where job_id = ${jobId} and pages > 0 returning pages
  `.execute(transaction);
  if (requeued.rows.length === 0)
    throw new Failure('conflict', 'No page of this job has failed, so there is nothing to retry.');
  await notifyJobChange(transaction, jobId);
}

/** Queues a job that ended at its limit again, with a higher limit: it reads the known URLs that are left. */
async function continueJob(
  transaction: DatabaseTransaction,
  row: JobRow,
  { limit }: JobActionOptions,
): Promise<void> {
  if (row.status !== 'completed') throwConflict(row, 'continued');
  const { job_id: jobId } = row;
  const detail = `Must be greater than ${row.page_limit}, the present limit of the job.`;
  if (limit === undefined || limit <= row.page_limit)
    throw new Failure('invalid', `/limit: ${detail}`, { errors: [{ pointer: '/limit', detail }] });
  const continued = await sql`
    with left_over as (
      select count(*) filter (where kind = 'page')::integer as pages,
        count(*) filter (where kind <> 'page')::integer as chores
      from frontier where job_id = ${jobId} and state = 'queued'
    )
    update jobs set page_limit = ${limit}, queued = pages, running = 0, chores = left_over.chores,
      status = 'queued', paused = false, unfunded = false, error = null, finished_at = null, expires_at = null,
      params = case when params::jsonb ? 'limit'
        then jsonb_set(params::jsonb, '{limit}', to_jsonb(${limit}::integer))::json else params end,
      warnings = (select coalesce(jsonb_agg(warning), '[]') from jsonb_array_elements(warnings::jsonb) as warning
        where warning ->> 'code' <> ${limitReachedCode})::json
    from left_over where job_id = ${jobId} and pages > 0 returning pages
  `.execute(transaction);
  if (continued.rows.length === 0)
    throw new Failure(
      'conflict',
      'The job knows no URL that it has not read, so there is nothing to continue.',
    );
  await notifyJobChange(transaction, jobId);
}

const actions: Record<
  JobAction,
  (transaction: DatabaseTransaction, row: JobRow, options: JobActionOptions) => Promise<void>
> = {
  async cancel(transaction, row, { now, keepMs }) {
    if (hasEnded(row)) throwConflict(row, 'cancelled');
    await endJob(transaction, row, { status: 'cancelled', error: null, now, keepMs });
  },
  pause: (transaction, row) => setPaused(transaction, row, true),
  resume: (transaction, row) => setPaused(transaction, row, false),
  retry: (transaction, row) => retry(transaction, row),
  continue: continueJob,
};

/** Performs an action on a job; throws Failure `not_found`, or `conflict` if the job's state does not allow it. */
export async function runJobAction(
  database: Database,
  accountId: string,
  jobId: string,
  action: JobAction,
  options: JobActionOptions,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const row = await lockJob(transaction, accountId, jobId);
    if (row === undefined) throw missingResource(jobKind);
    await actions[action](transaction, row, options);
  });
}
