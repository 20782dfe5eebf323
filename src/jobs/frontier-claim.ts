import { sql } from 'kysely';
import type { JobError, JobType } from '../domain/job.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { holdsLease } from './frontier-leases.ts';
import { fundPages } from './job-credits.ts';
import { endJob, tellOf } from './job-end.ts';
import { notifyOfJob } from './job-signals.ts';

/** A job as its work sees it. */
export interface ClaimedJob {
  jobId: string;
  accountId: string;
  requestId: string;
  type: JobType;
  command: unknown;
  /** The address that the job keeps to the site of. */
  startUrl: string;
  webhook: string | null;
  /** What the work of this job has noticed so far, as it gave it; null when nothing was written. */
  notes: unknown;
}

/** A row of the frontier that this worker has now. */
export interface ClaimedPage {
  id: number;
  kind: 'page' | 'sitemap';
  url: string;
  digest: Buffer;
  depth: number;
  /** Fences what comes of it: only the latest claim may write. */
  attempt: number;
  /** How often a worker died while it ran this page alone. */
  suspected: number;
  /** What it may cost; 0 when the account has nothing left. */
  credits: number;
}

/** What a claim brought. */
export interface Claim {
  job: ClaimedJob;
  pages: ClaimedPage[];
}

/** A claim on one job. */
export interface ClaimWish {
  jobId: string;
  workerId: string;
  /** Rows wanted at most. */
  want: number;
  now: Date;
  /** Milliseconds that an ended job is kept. */
  keepMs: number;
  /** Asked before a job begins: why it cannot, null, or `unknown` when that is still being looked into. */
  refuse(job: ClaimedJob): JobError | null | 'unknown';
}

/** Other rows than pages that one claim takes. */
const choresAtOnce = 2;
/** A page on which workers died so often in company is claimed alone from then on. */
const lostBeforeAlone = 2;

type JobRow = Awaited<ReturnType<typeof lockJob>>;

function lockJob(transaction: DatabaseTransaction, jobId: string) {
  return transaction
    .selectFrom('jobs')
    .select([
      'job_id',
      'account_id',
      'request_id',
      'type',
      'status',
      'command',
      'start_url',
      'webhook',
      'notes',
    ])
    .select(['reservation_id', 'page_limit', 'page_credits', 'unfunded'])
    .select(['queued', 'running', 'chores', 'counted'])
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'running'])
    .where('paused', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Pages that may be claimed now by limit and credits, and the reservation that pays for them. */
async function allowance(transaction: DatabaseTransaction, row: NonNullable<JobRow>, wish: ClaimWish) {
  const room = Math.max(0, row.page_limit - row.counted - row.running);
  const wanted = Math.min(wish.want, room, row.queued);
  const unchanged = { pages: wanted, reservationId: row.reservation_id, unfunded: row.unfunded };
  // What costs nothing by the page, such as a task, pays for itself.
  if (wanted === 0 || row.unfunded || row.page_credits === 0) return unchanged;
  const { job_id: jobId, account_id: accountId, request_id: requestId, running } = row;
  const job = { jobId, accountId, requestId, reservationId: row.reservation_id, running, room };
  const funded = await fundPages(transaction, { ...job, pageCredits: row.page_credits }, wanted, wish.now);
  // What runs may yet turn out to cost nothing; only when nothing runs there is nothing to hope for.
  const unfunded = funded.pages === 0 && running === 0;
  return {
    pages: unfunded ? wanted : Math.min(wanted, funded.pages),
    reservationId: funded.reservationId,
    unfunded,
  };
}

interface ClaimedRow extends Omit<ClaimedPage, 'credits'> {
  lost: number;
}

async function take(
  transaction: DatabaseTransaction,
  wish: ClaimWish,
  pages: number,
  alone: boolean,
): Promise<ClaimedRow[]> {
  const { jobId, workerId } = wish;
  const queued = sql`select id from frontier where job_id = ${jobId} and state = 'queued'`;
  const limit = alone ? sql`lost >= ${lostBeforeAlone}` : sql`lost < ${lostBeforeAlone}`;
  const taken = await sql<ClaimedRow>`
    with pages as (
      ${queued} and kind = 'page' and ${limit} order by lost, depth, id limit ${pages} for update skip locked
    ),
    chores as (
      ${queued} and kind <> 'page' order by lost, depth, id limit ${choresAtOnce} for update skip locked
    )
    update frontier set state = 'running', worker_id = ${workerId}, attempt = attempt + 1
    where id in (select id from pages union all select id from chores)
    returning id, kind, url, digest, depth, attempt, lost, suspected
  `.execute(transaction);
  return taken.rows.toSorted((one, other) => one.depth - other.depth || one.id - other.id);
}

async function begin(transaction: DatabaseTransaction, row: NonNullable<JobRow>, now: Date): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({ status: 'running', started_at: sql`coalesce(started_at, ${now.toISOString()}::timestamptz)` })
    .where('job_id', '=', row.job_id)
    .execute();
  await tellOf(transaction, row, 'job.started', {}, now);
  await notifyOfJob(transaction, row.job_id);
}

function jobOf(row: NonNullable<JobRow>): ClaimedJob {
  return {
    jobId: row.job_id,
    accountId: row.account_id,
    requestId: row.request_id,
    type: row.type,
    command: row.command,
    startUrl: row.start_url,
    webhook: row.webhook,
    notes: row.notes,
  };
}

const outOfCredits = {
  code: 'insufficient_credits',
  message: 'The account ran out of credits; the pages that were left were not read.',
};

async function claimLocked(
  transaction: DatabaseTransaction,
  row: NonNullable<JobRow>,
  wish: ClaimWish,
): Promise<Claim | null> {
  const { now, keepMs } = wish;
  const job = jobOf(row);
  if (row.status === 'queued') {
    const error = wish.refuse(job);
    if (error === 'unknown') return null;
    if (error !== null) {
      await endJob(transaction, row, { status: 'failed', error, now, keepMs });
      return null;
    }
    await begin(transaction, row, now);
  }
  const isOver = row.counted >= row.page_limit || row.queued + row.chores === 0;
  if (row.running === 0 && isOver) {
    await endJob(transaction, row, { status: 'completed', error: null, now, keepMs });
    return null;
  }
  const allowed = await allowance(transaction, row, wish);
  let taken = await take(transaction, wish, allowed.pages, false);
  if (taken.length === 0 && row.running === 0 && allowed.pages > 0)
    taken = await take(transaction, wish, 1, true);
  const pages = taken.filter((page) => page.kind === 'page').length;
  const warning = allowed.unfunded && !row.unfunded ? JSON.stringify([outOfCredits]) : '[]';
  await sql`
    update jobs set queued = queued - ${pages}::integer, running = running + ${pages}::integer,
      served_at = ${now.toISOString()}::timestamptz, reservation_id = ${allowed.reservationId},
      unfunded = ${allowed.unfunded}, warnings = (warnings::jsonb || ${warning}::jsonb)::json
    where job_id = ${row.job_id}
  `.execute(transaction);
  const credits = allowed.unfunded ? 0 : row.page_credits;
  return { job, pages: taken.map((page) => ({ ...page, credits: page.kind === 'page' ? credits : 0 })) };
}

/**
 * Takes rows of one job for a worker: never more pages than the job's limit and credits leave room for. Begins a job that
 * waits, and ends one that has nothing left to do. Null when there is no such job to work on.
 */
export async function claimPages(database: Database, wish: ClaimWish): Promise<Claim | null> {
  return database.transaction().execute(async (transaction) => {
    // A claim that a crash loses was never begun as far as anybody can tell.
    await sql`set local synchronous_commit = off`.execute(transaction);
    if (!(await holdsLease(transaction, wish.workerId, wish.now))) return null;
    const row = await lockJob(transaction, wish.jobId);
    return row === undefined ? null : claimLocked(transaction, row, wish);
  });
}

/** Jobs that have something to be claimed, account by account: first who never had a page, then the least recently served. */
export async function jobsToServe(database: Database, limit: number): Promise<string[]> {
  const found = await sql<{ job_id: string }>`
    select job_id from (
      select job_id, status, served_at, row_number() over (partition by account_id order by served_at) as turn
      from jobs
      where status in ('queued', 'running') and not paused
        and (queued > 0 or running = 0 or exists (
          select from frontier where frontier.job_id = jobs.job_id and state = 'queued' and kind <> 'page'
        ))
    ) as waiting
    order by turn, status = 'running', served_at limit ${limit}
  `.execute(database);
  return found.rows.map((row) => row.job_id);
}

/** Those of the jobs that have not ended. */
export async function openJobs(database: Database, jobIds: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('jobs')
    .select('job_id')
    .where('job_id', 'in', [...jobIds])
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return new Set(rows.map((row) => row.job_id));
}
