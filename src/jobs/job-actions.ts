import { sql } from 'kysely';
import { Failure } from '../domain/failure.ts';
import type { JobAction, JobStatus } from '../domain/job.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { endJob } from './job-end.ts';
import { notifyOfJob } from './job-signals.ts';

/** What a job is acted on with. */
export interface ActionOptions {
  now: Date;
  /** Milliseconds that an ended job is kept. */
  keepMs: number;
}

interface JobRow {
  job_id: string;
  account_id: string;
  webhook: string | null;
  status: JobStatus;
  paused: boolean;
}

/** Page outcomes that `retry` tries again: what broke, and what was never tried. */
const retried = ['failed', 'unavailable', 'budget_exhausted'] as const;

function lockJob(
  transaction: DatabaseTransaction,
  accountId: string,
  jobId: string,
): Promise<JobRow | undefined> {
  return transaction
    .selectFrom('jobs')
    .select(['job_id', 'account_id', 'webhook', 'status', 'paused'])
    .where('job_id', '=', jobId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

function hasEnded({ status }: JobRow): boolean {
  return status !== 'queued' && status !== 'running';
}

function refuse(row: JobRow, action: string): never {
  const state = row.paused ? 'paused' : row.status;
  throw new Failure('conflict', `a job that is ${state} cannot be ${action}`);
}

async function setPaused(transaction: DatabaseTransaction, row: JobRow, paused: boolean): Promise<void> {
  if (hasEnded(row) || row.paused === paused) refuse(row, paused ? 'paused' : 'resumed');
  await transaction.updateTable('jobs').set({ paused }).where('job_id', '=', row.job_id).execute();
  await notifyOfJob(transaction, row.job_id);
}

/** Puts the pages that failed back in line; their results stay where they are in the list, superseded. */
async function retry(transaction: DatabaseTransaction, row: JobRow): Promise<void> {
  if (!hasEnded(row)) refuse(row, 'retried');
  const { job_id: jobId } = row;
  // What the job's end left in line is not part of what failed.
  await sql`
    update frontier set state = 'skipped', worker_id = null where job_id = ${jobId} and state in ('queued', 'running')
  `.execute(transaction);
  const again = await sql<{ pages: number }>`
    with failed as (
      update results set superseded = true
      where job_id = ${jobId} and not superseded and status = any(${[...retried]}::text[])
      returning frontier_id, status
    ),
    queued as (
      update frontier set state = 'queued', lost = 0, suspected = 0
      from failed where frontier.id = failed.frontier_id
    ),
    tally as (
      select count(*)::integer as pages, ${sql.join(
        retried.map(
          (status) => sql`count(*) filter (where status = ${sql.lit(status)})::integer as ${sql.ref(status)}`,
        ),
      )} from failed
    )
    update jobs set queued = pages, running = 0, chores = 0, counted = counted - pages,
      status = 'queued', paused = false, unfunded = false, error = null, finished_at = null, expires_at = null,
      ${sql.join(retried.map((status) => sql`${sql.ref(status)} = jobs.${sql.ref(status)} - tally.${sql.ref(status)}`))}
    from tally where job_id = ${jobId} and pages > 0 returning pages
  `.execute(transaction);
  if (again.rows.length === 0) throw new Failure('conflict', 'no page of this job has failed');
  await notifyOfJob(transaction, jobId);
}

const actions: Record<
  JobAction,
  (transaction: DatabaseTransaction, row: JobRow, options: ActionOptions) => Promise<void>
> = {
  async cancel(transaction, row, { now, keepMs }) {
    if (hasEnded(row)) refuse(row, 'cancelled');
    await endJob(transaction, row, { status: 'cancelled', error: null, now, keepMs });
  },
  pause: (transaction, row) => setPaused(transaction, row, true),
  resume: (transaction, row) => setPaused(transaction, row, false),
  retry: (transaction, row) => retry(transaction, row),
};

/** Acts on a job; throws Failure `not_found`, or `conflict` when the action does not fit the job's state. */
export async function actOnJob(
  database: Database,
  accountId: string,
  jobId: string,
  action: JobAction,
  options: ActionOptions,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await lockJob(transaction, accountId, jobId);
    if (row === undefined) throw new Failure('not_found', 'there is no such job');
    await actions[action](transaction, row, options);
  });
}

/** Takes from the stored texts of the job's long pages everything but their names. */
function expireContents(transaction: DatabaseTransaction, jobIds: readonly string[], now: Date) {
  return sql`
    update contents set body = null, body_digest = null, url = '', title = null, sections = '[]',
      expires_at = least(expires_at, ${now.toISOString()}::timestamptz)
    where ref in (select ref from results where job_id = any(${[...jobIds]}::text[]) and ref is not null)
  `.execute(transaction);
}

/** Removes a job that has ended, with its pages; receipts and ledger stay. Throws as {@link actOnJob} does. */
export async function deleteJob(
  database: Database,
  accountId: string,
  jobId: string,
  now: Date,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await lockJob(transaction, accountId, jobId);
    if (row === undefined) throw new Failure('not_found', 'there is no such job');
    if (!hasEnded(row)) throw new Failure('conflict', 'this job has not ended; cancel it first');
    await expireContents(transaction, [jobId], now);
    await transaction.deleteFrom('jobs').where('job_id', '=', jobId).execute();
  });
}

/** Removes jobs whose time is over, a few a call; returns how many. */
export async function sweepJobs(database: Database, now: Date, limit = 20): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('jobs')
      .select('job_id')
      .where('expires_at', '<=', now)
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const jobIds = rows.map((row) => row.job_id);
    if (jobIds.length === 0) return 0;
    await expireContents(transaction, jobIds, now);
    await transaction.deleteFrom('jobs').where('job_id', 'in', jobIds).execute();
    return jobIds.length;
  });
}
