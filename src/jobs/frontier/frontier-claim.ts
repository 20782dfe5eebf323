import { sql } from 'kysely';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { JobError, JobType } from '../../domain/resources/job.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { storableJson } from '../../store/storable.ts';
import { fundPages } from '../records/job-credits.ts';
import { emitJobEvent, endJob } from '../records/job-end.ts';
import { openCommand } from '../records/job-secrets.ts';
import { notifyJobChange } from '../records/job-signals.ts';
import { limitWarnings } from '../records/limit-warning.ts';
import { holdsLease, isolateAfter } from './frontier-leases.ts';

/** Job in the form that its work receives. */
export interface ClaimedJob {
  jobId: string;
  accountId: string;
  requestId: string;
  type: JobType;
  command: unknown;
  /** URL whose site the job is limited to. */
  startUrl: string;
  webhook: string | null;
  /** State that the work of this job stored last; null if there is none. */
  notes: unknown;
}

/** Row of the frontier that this worker has claimed. */
export interface ClaimedPage {
  /** Why it may cost nothing, if the limit of the key is the reason. */
  refusal?: string | undefined;
  id: number;
  kind: 'page' | 'sitemap';
  url: string;
  digest: Buffer;
  depth: number;
  /** Fencing token: only the latest claim may write its result. */
  attempt: number;
  /** Line of the list that the URL was read from; null for other URLs. */
  line?: number | null;
  /** Name of the line; null without one. */
  name?: string | null;
  /** Number of workers that died while this page was the only suspect. */
  suspected: number;
  /** Maximum cost in credits; 0 if the account has none left. */
  credits: number;
}

/** Rows claimed of one job. */
export interface Claim {
  job: ClaimedJob;
  pages: ClaimedPage[];
  /** True if the only claimed page may have ended many workers. */
  isSuspect: boolean;
}

/** Request to claim rows of one job. */
export interface ClaimRequest {
  jobId: string;
  workerId: string;
  /** Maximum number of rows. */
  want: number;
  now: Date;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  /** True while this worker runs a row that may have ended others (`isolateAfter`): it receives no second one. */
  hasSuspect?: boolean;
  /**
   * Called before a job starts: returns the error that prevents it, null, or `unknown` while that is being checked.
   */
  refuse(job: ClaimedJob): JobError | null | 'unknown';
}

/** Maximum number of rows per claim that are not pages. */
export const maxChores = 2;
/** A page that was running when this many workers died is claimed alone from then on. */
export const minLostAlone = 2;

type JobRow = Awaited<ReturnType<typeof lockJob>>;

/** Columns from which {@link toClaimedJob} makes a job. */
export type ClaimedJobRow = Pick<
  NonNullable<JobRow>,
  'job_id' | 'account_id' | 'request_id' | 'type' | 'command' | 'start_url' | 'webhook' | 'notes'
>;

function lockJob(transaction: DatabaseTransaction, jobId: string) {
  return transaction
    .selectFrom('jobs')
    .select([
      'job_id',
      'account_id',
      'key_id',
      'request_id',
      'type',
      'status',
      'command',
      'start_url',
      'webhook',
      'notes',
    ])
    .select(['reservation_id', 'page_limit', 'page_credits', 'max_running', 'unfunded'])
    .select(['queued', 'running', 'chores', 'counted'])
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'running'])
    .where('paused', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns how many pages may be claimed within limit and credits, and the reservation that pays for them. */
async function computeAllowance(
  transaction: DatabaseTransaction,
  row: NonNullable<JobRow>,
  request: ClaimRequest,
) {
  const remaining = Math.max(0, row.page_limit - row.counted - row.running);
  const pace = row.max_running === null ? remaining : Math.max(0, row.max_running - row.running);
  const wanted = Math.min(request.want, remaining, row.queued, pace);
  const unchanged = {
    refusal: undefined,
    pages: wanted,
    reservationId: row.reservation_id,
    unfunded: row.unfunded,
  };
  // Jobs without a price per page, such as tasks, pay in another way.
  if (wanted === 0 || row.unfunded || row.page_credits === 0) return unchanged;
  const { job_id: jobId, account_id: accountId, request_id: requestId, running } = row;
  const job = {
    jobId,
    accountId,
    keyId: row.key_id,
    requestId,
    reservationId: row.reservation_id,
    running,
    room: remaining,
  };
  const funded = await fundPages(transaction, { ...job, pageCredits: row.page_credits }, wanted, request.now);
  // Running pages may turn out to be free, so the account counts as empty only if none is running.
  const unfunded = funded.pages === 0 && running === 0;
  return {
    pages: unfunded ? wanted : Math.min(wanted, funded.pages),
    reservationId: funded.reservationId,
    unfunded,
    refusal: funded.refusal,
  };
}

interface ClaimedRow extends Omit<ClaimedPage, 'credits' | 'refusal'> {
  lost: number;
}

async function claimRows(
  transaction: DatabaseTransaction,
  request: ClaimRequest,
  pages: number,
  isAlone: boolean,
): Promise<ClaimedRow[]> {
  const { jobId, workerId, hasSuspect = false } = request;
  const queued = sql`select id from frontier where job_id = ${jobId} and state = 'queued'`;
  const maxLost = hasSuspect ? isolateAfter - 1 : 32_767;
  const limit = isAlone
    ? sql`lost between ${minLostAlone} and ${maxLost}::integer`
    : sql`lost < ${minLostAlone}`;
  const taken = await sql<ClaimedRow>`
    with pages as (
      ${queued} and kind = 'page' and ${limit} order by lost, depth, id limit ${pages} for update skip locked
    ),
    chores as (
      ${queued} and kind <> 'page' order by lost, depth, id limit ${maxChores} for update skip locked
    )
    update frontier set state = 'running', worker_id = ${workerId}, attempt = attempt + 1
    where id in (select id from pages union all select id from chores)
    returning id, kind, url, digest, depth, attempt, lost, suspected, line, name
  `.execute(transaction);
  return taken.rows.toSorted((one, other) => one.depth - other.depth || one.id - other.id);
}

async function startJob(
  transaction: DatabaseTransaction,
  row: NonNullable<JobRow>,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({ status: 'running', started_at: sql`coalesce(started_at, ${now.toISOString()}::timestamptz)` })
    .where('job_id', '=', row.job_id)
    .execute();
  await emitJobEvent(transaction, row, 'job.started', {}, now);
  await notifyJobChange(transaction, row.job_id);
}

/** Returns a claimed job. Throws if its command cannot be decrypted. */
export function toClaimedJob(connection: Database | DatabaseTransaction, row: ClaimedJobRow): ClaimedJob {
  return {
    jobId: row.job_id,
    accountId: row.account_id,
    requestId: row.request_id,
    type: row.type,
    command: openCommand(connection, row.job_id, row.command),
    startUrl: row.start_url,
    webhook: row.webhook,
    notes: row.notes,
  };
}

function outOfCreditsWarning(refusal: string | undefined): Warning {
  const message =
    refusal === undefined
      ? 'The account ran out of credits. The remaining pages were not read. Add credits and retry the job.'
      : `The remaining pages were not read. ${refusal} Then retry the job.`;
  return { code: 'insufficient_credits', message };
}

async function claimLocked(
  transaction: DatabaseTransaction,
  row: NonNullable<JobRow>,
  request: ClaimRequest,
): Promise<Claim | null> {
  const { now, keepMs } = request;
  const job = toClaimedJob(transaction, row);
  if (row.status === 'queued') {
    const error = request.refuse(job);
    if (error === 'unknown') return null;
    if (error !== null) {
      await endJob(transaction, row, { status: 'failed', error, now, keepMs });
      return null;
    }
    await startJob(transaction, row, now);
  }
  const isOver = row.counted >= row.page_limit || row.queued + row.chores === 0;
  if (row.running === 0 && isOver) {
    const warnings = limitWarnings(sql.ref('job_id'), sql.ref('page_limit'), sql.ref('queued'));
    await sql`update jobs set warnings = (warnings::jsonb || ${warnings})::json where job_id = ${row.job_id}`.execute(
      transaction,
    );
    await endJob(transaction, row, { status: 'completed', error: null, now, keepMs });
    return null;
  }
  const allowed = await computeAllowance(transaction, row, request);
  let taken = await claimRows(transaction, request, allowed.pages, false);
  if (taken.length === 0 && row.running === 0 && allowed.pages > 0)
    taken = await claimRows(transaction, request, 1, true);
  const pages = taken.filter((page) => page.kind === 'page').length;
  const warning =
    allowed.unfunded && !row.unfunded ? storableJson([outOfCreditsWarning(allowed.refusal)]) : '[]';
  await sql`
    update jobs set queued = queued - ${pages}::integer, running = running + ${pages}::integer,
      served_at = ${now.toISOString()}::timestamptz, reservation_id = ${allowed.reservationId},
      unfunded = ${allowed.unfunded}, warnings = (warnings::jsonb || ${warning}::jsonb)::json
    where job_id = ${row.job_id}
  `.execute(transaction);
  const credits = allowed.unfunded ? 0 : row.page_credits;
  return {
    job,
    pages: taken.map((page) => ({
      ...page,
      credits: page.kind === 'page' ? credits : 0,
      refusal: allowed.refusal,
    })),
    isSuspect: taken.some(({ lost }) => lost >= isolateAfter),
  };
}

/**
 * Claims rows of one job for a worker, within the job's limit and credits. Starts a queued job, and ends one that has
 * no work left. Returns null if the job cannot be worked on.
 */
export async function claimPages(database: Database, request: ClaimRequest): Promise<Claim | null> {
  return database.transaction().execute(async (transaction) => {
    // A claim that is lost in a crash has had no visible effect.
    await sql`set local synchronous_commit = off`.execute(transaction);
    if (!(await holdsLease(transaction, request.workerId, request.now))) return null;
    const row = await lockJob(transaction, request.jobId);
    return row === undefined ? null : claimLocked(transaction, row, request);
  });
}

/** A job with rows to claim. */
export interface ServableJob {
  jobId: string;
  type: JobType;
  /** True for a job that has not started. */
  isNew: boolean;
}

/** Jobs and types of jobs that are not served now. */
export interface ExcludedJobs {
  jobs: readonly string[];
  types: readonly string[];
}

/**
 * Returns jobs with rows to claim, except those in `excluded`, alternating between accounts: first jobs that never
 * had a page, then the least recently served.
 */
export async function findJobsToServe(
  database: Database,
  limit: number,
  excluded: ExcludedJobs = { jobs: [], types: [] },
): Promise<ServableJob[]> {
  const found = await sql<ServableJob>`${sql.raw(preparedMarker)}
    select job_id as "jobId", type, status = 'queued' as "isNew" from (
      select job_id, type, status, served_at, row_number() over (partition by account_id order by served_at) as turn
      from jobs
      where status in ('queued', 'running') and not paused and job_id <> all(${[...excluded.jobs]}::text[])
        and type <> all(${[...excluded.types]}::text[])
        and ((queued > 0 and (max_running is null or running < max_running)) or running = 0 or exists (
          select from frontier where frontier.job_id = jobs.job_id and state = 'queued' and kind <> 'page'
        ))
    ) as waiting
    order by turn, status = 'running', served_at limit ${limit}
  `.execute(database);
  return found.rows;
}

/** Returns those of the jobs that have not ended. */
export async function findOpenJobs(database: Database, jobIds: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('jobs')
    .select('job_id')
    .where('job_id', 'in', [...jobIds])
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return new Set(rows.map((row) => row.job_id));
}
