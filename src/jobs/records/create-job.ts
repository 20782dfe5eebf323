import { type RawBuilder, sql } from 'kysely';
import { isLimitedKey } from '../../account/credits/key-spending.ts';
import { grantAvailable, reserveCredits } from '../../account/credits/reservations.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { JobDocument, JobType } from '../../domain/resources/job.ts';
import type { ThirdPartyHook } from '../../domain/resources/third-party-hook.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { addressDigest, sealWebhook } from '../../store/sealed-columns.ts';
import { sqlRows } from '../../store/sql-rows.ts';
import { storableJson } from '../../store/storable.ts';
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
  /** Line of the list that the URL was read from; absent for other URLs. */
  line?: number;
  /** Name of the line; null without one. */
  name?: string | null;
}

/** New job over pages. */
export interface NewJob {
  type: JobType;
  accountId: string;
  /** Key that starts it, whose limit of credits holds for it. */
  keyId: string;
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
  /** Warnings that the job starts with. */
  warnings?: readonly Warning[];
}

/** URLs that one statement inserts. */
const urlsPerStatement = 1_000;

/** The reservation of a new job; `isGranted` is true after its credits were counted and their account locked. */
interface JobReservation {
  /** 0 for a job that gets its reservation later, in the same transaction. */
  credits: number;
  isGranted: boolean;
}

/** A statement runs in a transaction, or alone. */
type Connection = Database | DatabaseTransaction;

/** The URLs as a table of a statement. */
function seedRows(seeds: readonly NewUrl[]): RawBuilder<unknown> {
  return sqlRows(
    'seed',
    seeds,
    {
      kind: ['text', ({ kind }) => kind],
      url: ['text', ({ url }) => url],
      digest: ['bytea', ({ digest }) => digest],
      depth: ['smallint', ({ depth }) => depth],
      line: ['integer', ({ line }) => line ?? null],
      name: ['text', ({ name }) => name ?? null],
    },
    'position',
  );
}

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
      select account_id from accounts where account_id = ${job.accountId}::text
        and (${isGranted}::boolean or (unlimited and not ${isLimitedKey(sql`${job.keyId}::text`)}))
    ),
    reserved as (
      insert into reservations (reservation_id, account_id, credits, request_id, job_id, key_id, created_at, expires_at)
      select ${reservationId}::text, account_id, ${credits}::bigint, ${job.requestId}::text, ${jobId}::text, ${job.keyId}::text,
        ${at}::timestamptz, ${addMs(now, reservationMs).toISOString()}::timestamptz
      from account where ${credits}::bigint > 0
    ),
    jobs as (
      insert into jobs (
        job_id, account_id, key_id, request_id, type, status, created_at, served_at, command, params, page_limit, page_credits,
        max_running, webhook, webhook_digest, hook, reservation_id, start_url, discovered, queued, chores, warnings
      )
      select ${jobId}::text, account_id, ${job.keyId}::text, ${job.requestId}::text, ${job.type}::text, 'queued', ${at}::timestamptz,
        ${at}::timestamptz, ${sealCommand(connection, jobId, job.command)}::json, ${JSON.stringify(job.params)}::json,
        ${job.pageLimit}::integer, ${job.pageCredits}::integer,
        ${job.maxRunning ?? null}::integer, ${sealWebhook(connection, job.accountId, job.webhook)}::text,
        ${job.webhook === null ? null : addressDigest(job.webhook)}::bytea,
        ${job.hook === undefined ? null : sealHook(connection, jobId, job.hook)}::json, ${reservationId}::text,
        ${job.startUrl}::text, ${pages}::integer, ${pages}::integer, ${job.seeds.length - pages}::integer,
        ${storableJson(job.warnings ?? [])}::json
      from account
      returning *
    ),
    urls as (
      insert into frontier (job_id, state, kind, url, digest, depth, line, name)
      select jobs.job_id, 'queued', seed.kind, seed.url, seed.digest, seed.depth, seed.line, seed.name
      from jobs, ${seedRows(job.seeds.slice(0, urlsPerStatement))}
      order by seed.position
    )
    select ${newJobColumns}, ${credits}::bigint as reserved, ${jobChangeNotification(sql`jobs.job_id`)} from jobs
  `.execute(connection);
  const [row] = rows;
  return row === undefined ? null : toJobDocument(connection, row);
}

function insufficientCredits({ pageCredits }: NewJob, refusal: string | undefined): Failure {
  return new Failure(
    'insufficient_credits',
    refusal ??
      `The account does not have the ${pageCredits} credits that one page may cost. Add credits and try again.`,
  );
}

/** Returns the request for the first slice of credits of a job. */
function firstSlice({ accountId, keyId, pageLimit, pageCredits }: NewJob) {
  return { accountId, keyId, credits: computeSlice(pageLimit, pageCredits), minCredits: pageCredits };
}

/** Counts the credits of the account, and writes the job with what is available of its first slice. */
async function reserveAndWriteJob(
  transaction: DatabaseTransaction,
  job: NewJob,
  now: Date,
): Promise<JobDocument> {
  const { credits, refusal } = await grantAvailable(transaction, firstSlice(job), now);
  const created = credits === 0 ? null : await writeJob(transaction, job, { credits, isGranted: true }, now);
  if (created === null) throw insufficientCredits(job, refusal);
  return created;
}

/**
 * Writes a job with a long list of URLs, in groups. The credits are counted at the end, because the account stays locked from
 * then on.
 */
async function writeLongJob(transaction: DatabaseTransaction, job: NewJob, now: Date): Promise<JobDocument> {
  const created = await writeJob(transaction, job, { credits: 0, isGranted: true }, now);
  if (created === null) throw insufficientCredits(job, undefined);
  const { jid: jobId } = created;
  for (let from = urlsPerStatement; from < job.seeds.length; from += urlsPerStatement) {
    await sql`${sql.raw(preparedMarker)}
      insert into frontier (job_id, state, kind, url, digest, depth, line, name)
      select ${jobId}::text, 'queued', kind, url, digest, depth, line, name
      from ${seedRows(job.seeds.slice(from, from + urlsPerStatement))} order by position
    `.execute(transaction);
  }
  const { accountId, requestId } = job;
  const [{ reservation, refusal } = { reservation: null }] = await reserveCredits(
    transaction,
    [{ ...firstSlice(job), requestId, jobId, expiresAt: addMs(now, reservationMs) }],
    now,
  );
  if (reservation === null) throw insufficientCredits(job, refusal);
  const { reservationId, credits } = reservation;
  await transaction
    .updateTable('jobs')
    .set({ reservation_id: reservationId })
    .where('job_id', '=', jobId)
    .where('account_id', '=', accountId)
    .execute();
  return { ...created, credits: { ...created.credits, reserved: credits } };
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
  const isLong = job.seeds.length > urlsPerStatement;
  if (complete === null && !isLong) {
    const { credits } = firstSlice(job);
    const created = await writeJob(database, job, { credits, isGranted: false }, now);
    if (created !== null) return created;
  }
  return inTransaction(database, async (transaction) => {
    const write = isLong ? writeLongJob : reserveAndWriteJob;
    const created = await write(transaction, job, now);
    await complete?.(transaction, created);
    return created;
  });
}
