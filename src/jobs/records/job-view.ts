import { type Expression, sql } from 'kysely';
import { pageStatuses } from '../../domain/pages/outcome.ts';
import type { JobDocument, JobStatus, JobType, JobWait } from '../../domain/resources/job.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { openWebhook } from '../../store/sealed-columns.ts';
import { disabledNotice } from '../webhooks/targets.ts';

/** Filter and page of a job list. */
export interface JobFilter {
  type: JobType | null;
  status: JobStatus | null;
  /** Selects jobs older than the one with this id. */
  before: string | null;
  offset: number;
  limit: number;
}

/** Page of the list, newest first. */
export interface JobPage {
  jobs: JobDocument[];
  total: number;
  next_offset: number | null;
}

/** The columns of a job document that are columns of its row. */
const jobColumns = [
  'job_id',
  'account_id',
  'type',
  'status',
  'paused',
  'created_at',
  'started_at',
  'finished_at',
  'expires_at',
  'params',
  'error',
  'webhook',
  'charged',
  'robots_blocked',
  'robots_total',
  'skipped',
  'warnings',
  'discovered',
  'queued',
  'running',
  ...pageStatuses,
] as const;

/** Tells whether deliveries to the webhook of a job are disabled. */
const isWebhookDisabled = sql<boolean>`exists (select from webhook_targets target
  where target.account_id = jobs.account_id and target.url_digest = jobs.webhook_digest
    and target.disabled_at is not null)`;

function selectJobs(database: Database, accountId: string, now: Date) {
  const deliveries = (status: 'delivered' | 'failed'): Expression<number> => {
    const statuses = status === 'failed' ? ['failed', 'disabled'] : [status];
    return sql<number>`(select count(*) from deliveries where deliveries.job_id = jobs.job_id
      and deliveries.status = any(${statuses}::text[]))`;
  };
  return database
    .selectFrom('jobs')
    .select(jobColumns)
    .select([
      sql<number>`coalesce((select sum(credits) from reservations
        where reservations.job_id = jobs.job_id and reservations.expires_at > ${now}), 0)::bigint`.as(
        'reserved',
      ),
      sql<number>`case when webhook is null then 0 else ${deliveries('delivered')} end`.as(
        'delivered_events',
      ),
      sql<number>`case when webhook is null then 0 else ${deliveries('failed')} end`.as('failed_events'),
      isWebhookDisabled.as('webhook_disabled'),
      sql<JobWait | null>`case when status in ('queued', 'running')
          and ((waiting->>'until')::timestamptz > ${now} or (paused and waiting->>'code' = 'login_expired'))
        then waiting end`.as('waiting'),
    ])
    .where('account_id', '=', accountId);
}

/** The row of a job with what its document needs of other tables. */
export type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['execute']>>[number];

/** What the document of a new job needs of its row in `jobs`, as a list of columns. */
export const newJobColumns = sql`${sql.join(jobColumns.map((name) => sql.ref(`jobs.${name}`)))},
  0 as delivered_events, 0 as failed_events, ${isWebhookDisabled} as webhook_disabled, null as waiting`;

/** Returns the document of a job. */
export function toJobDocument(connection: Database | DatabaseTransaction, row: JobRow): JobDocument {
  const byStatus = Object.fromEntries(pageStatuses.map((status) => [status, row[status]])) as Record<
    (typeof pageStatuses)[number],
    number
  >;
  const { discovered, queued, running } = row;
  const done = pageStatuses.reduce((sum, status) => sum + row[status], 0);
  return {
    jid: row.job_id,
    type: row.type,
    status: row.status,
    paused: row.paused,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    params: row.params,
    progress: { discovered, queued, running, done, ...byStatus },
    credits: { reserved: row.reserved, charged: row.charged },
    error: row.error,
    webhook:
      row.webhook === null
        ? null
        : {
            url: openWebhook(connection, row.account_id, row.webhook),
            delivered: row.delivered_events,
            failed: row.failed_events,
            ...(row.webhook_disabled && { notice: disabledNotice }),
          },
    robots_blocked: row.robots_blocked,
    robots_blocked_total: row.robots_total,
    skipped: row.skipped,
    waiting: row.waiting,
    warnings: row.warnings,
  };
}

/** Returns a job of this account, or null. */
export async function findJob(
  database: Database,
  accountId: string,
  jobId: string,
  now: Date,
): Promise<JobDocument | null> {
  const row = await selectJobs(database, accountId, now).where('job_id', '=', jobId).executeTakeFirst();
  return row === undefined ? null : toJobDocument(database, row);
}

/** Returns the account's jobs, newest first. */
export async function listJobs(
  database: Database,
  accountId: string,
  filter: JobFilter,
  now: Date,
): Promise<JobPage> {
  const { type, status, before, offset, limit } = filter;
  let jobs = selectJobs(database, accountId, now);
  let all = database
    .selectFrom('jobs')
    .select(sql<number>`count(*)`.as('total'))
    .where('account_id', '=', accountId);
  if (type !== null) {
    jobs = jobs.where('type', '=', type);
    all = all.where('type', '=', type);
  }
  if (status !== null) {
    jobs = jobs.where('status', '=', status);
    all = all.where('status', '=', status);
  }
  if (before !== null) {
    jobs = jobs.where('job_id', '<', before);
    all = all.where('job_id', '<', before);
  }
  const [rows, { total }] = await Promise.all([
    jobs.orderBy('job_id', 'desc').offset(offset).limit(limit).execute(),
    all.executeTakeFirstOrThrow(),
  ]);
  const next = offset + rows.length;
  return {
    jobs: rows.map((row) => toJobDocument(database, row)),
    total,
    next_offset: next < total ? next : null,
  };
}

/** Counts the jobs of all accounts that have not ended. */
export async function countActiveJobs(
  database: Database,
): Promise<{ type: string; status: string; jobs: number }[]> {
  const { rows } = await sql<{ type: string; status: string; jobs: number }>`
    select type, status, count(*)::int as jobs from jobs where status in ('queued', 'running') group by 1, 2
  `.execute(database);
  return rows;
}

/** Jobs with queued pages that no worker reads. */
export interface QueueState {
  waiting: number;
  /** Longest time for which one of them has waited; 0 without such a job. */
  lagSeconds: number;
}

/** Returns how many jobs wait for a worker, and the longest time for which one of them has waited. */
export async function readQueueState(database: Database, now: Date): Promise<QueueState> {
  const { rows } = await sql<{ seconds: number; waiting: number }>`
    select count(*)::integer as waiting,
      coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(served_at)), 0)::double precision as seconds
    from jobs
    where status in ('queued', 'running') and not paused and running = 0 and (queued > 0 or chores > 0)
  `.execute(database);
  const { seconds = 0, waiting = 0 } = rows[0] ?? {};
  return { waiting, lagSeconds: Math.max(0, seconds) };
}
