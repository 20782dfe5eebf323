import { sql } from 'kysely';
import { grantAvailable } from '../../account/credits/reservations.ts';
import type { JobDocument, JobType } from '../../domain/resources/job.ts';
import type { ThirdPartyHook } from '../../domain/resources/third-party-hook.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { inTransaction } from '../../store/transaction.ts';
import { computeSlice, reservationMs } from './job-credits.ts';
import { sealCommand, sealHook } from './job-secrets.ts';
import { jobChangeNotification } from './job-signals.ts';
import { type JobRow, newJobColumns, toJobDocument } from './job-view.ts';

/** URL that a job has to read. */
export interface NewUrl {
  kind: 'page' | 'sitemap';
  url: string;
  /** See `computeUrlDigest`. */
  digest: Buffer;
  depth: number;
}

/** New job over pages. */
export interface NewJob {
  type: JobType;
  accountId: string;
  requestId: string;
  /** Input of the job's work; never returned to callers. */
  command: unknown;
  /** Request parameters without secrets. */
  params: Record<string, unknown>;
  /** Maximum number of delivered pages. */
  pageLimit: number;
  /** Maximum cost of one page in credits. */
  pageCredits: number;
  /** Maximum number of concurrent pages; absent: as many as politeness and load allow. */
  maxRunning?: number;
  webhook: string | null;
  /** Third-party webhook format; absent for the service's own. */
  hook?: ThirdPartyHook;
  startUrl: string;
  /** Start URLs, at least one of them a page. */
  seeds: readonly NewUrl[];
}

/** The reservation of a new job; `isGranted` is true after its credits were counted and their account locked. */
interface JobReservation {
  credits: number;
  isGranted: boolean;
}

/** A statement runs in a transaction, or alone. */
type Connection = Database | DatabaseTransaction;

/**
 * Writes the job, its reservation, its first URLs and the notification of the workers in one statement. Returns null,
 * without changes, for an account with limits whose credits were not counted.
 */
async function writeJob(
  connection: Connection,
  job: NewJob,
  { credits, isGranted }: JobReservation,
  now: Date,
): Promise<JobDocument | null> {
  const jobId = newIdentifier('job', now);
  const reservationId = newIdentifier('rsv', now);
  const at = now.toISOString();
  const pages = job.seeds.filter((seed) => seed.kind === 'page').length;
  const { rows } = await sql<JobRow>`${sql.raw(preparedMarker)}
    with account as (
      select account_id from accounts where account_id = ${job.accountId}::text and (unlimited or ${isGranted}::boolean)
    ),
    reserved as (
      insert into reservations (reservation_id, account_id, credits, request_id, job_id, created_at, expires_at)
      select ${reservationId}::text, account_id, ${credits}::bigint, ${job.requestId}::text, ${jobId}::text,
        ${at}::timestamptz, ${addMs(now, reservationMs).toISOString()}::timestamptz
      from account
    ),
    jobs as (
      insert into jobs (
        job_id, account_id, request_id, type, status, created_at, served_at, command, params, page_limit, page_credits,
        max_running, webhook, hook, reservation_id, start_url, discovered, queued, chores
      )
      select ${jobId}::text, account_id, ${job.requestId}::text, ${job.type}::text, 'queued', ${at}::timestamptz,
        ${at}::timestamptz, ${sealCommand(connection, jobId, job.command)}::json, ${JSON.stringify(job.params)}::json,
        ${job.pageLimit}::integer, ${job.pageCredits}::integer,
        ${job.maxRunning ?? null}::integer, ${job.webhook}::text,
        ${job.hook === undefined ? null : sealHook(connection, jobId, job.hook)}::json, ${reservationId}::text,
        ${job.startUrl}::text, ${pages}::integer, ${pages}::integer, ${job.seeds.length - pages}::integer
      from account
      returning *
    ),
    urls as (
      insert into frontier (job_id, state, kind, url, digest, depth)
      select jobs.job_id, 'queued', seed.kind, seed.url, seed.digest, seed.depth
      from jobs, unnest(
        ${job.seeds.map((seed) => seed.kind)}::text[],
        ${job.seeds.map((seed) => seed.url)}::text[],
        ${job.seeds.map((seed) => seed.digest)}::bytea[],
        ${job.seeds.map((seed) => seed.depth)}::smallint[]
      ) with ordinality as seed (kind, url, digest, depth, position)
      order by seed.position
    )
    select ${newJobColumns}, ${credits}::bigint as reserved, ${jobChangeNotification(sql`jobs.job_id`)} from jobs
  `.execute(connection);
  const [row] = rows;
  return row === undefined ? null : toJobDocument(row);
}

function insufficientCredits({ pageCredits }: NewJob): Failure {
  return new Failure(
    'insufficient_credits',
    `The account does not have the ${pageCredits} credits that one page may cost. Add credits and try again.`,
  );
}

/** Counts the credits of the account, and writes the job with what is available of its first slice. */
async function reserveAndWriteJob(
  transaction: DatabaseTransaction,
  job: NewJob,
  now: Date,
): Promise<JobDocument> {
  const { accountId, pageLimit, pageCredits } = job;
  const request = { accountId, credits: computeSlice(pageLimit, pageCredits), minCredits: pageCredits };
  const credits = await grantAvailable(transaction, request, now);
  const created = credits === 0 ? null : await writeJob(transaction, job, { credits, isGranted: true }, now);
  if (created === null) throw insufficientCredits(job);
  return created;
}

/**
 * Creates the job with its first URLs and a first slice of credits, wakes the workers, and returns its document. Throws
 * Failure `insufficient_credits` if not even one page can be paid. `complete` runs in the transaction of the job. Without
 * it, the job of an account without limits takes one statement, which is what a client that starts hundreds needs.
 */
export async function createJob(
  database: Database,
  job: NewJob,
  now: Date,
  complete: ((transaction: DatabaseTransaction, created: JobDocument) => Promise<void>) | null = null,
): Promise<JobDocument> {
  if (complete === null) {
    const credits = computeSlice(job.pageLimit, job.pageCredits);
    const created = await writeJob(database, job, { credits, isGranted: false }, now);
    if (created !== null) return created;
  }
  return inTransaction(database, async (transaction) => {
    const created = await reserveAndWriteJob(transaction, job, now);
    await complete?.(transaction, created);
    return created;
  });
}
