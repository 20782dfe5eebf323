import { sql } from 'kysely';
import { spendChargesQuery } from '../../account/credits/ledger.ts';
import type { JobStatus } from '../../domain/resources/job.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { emitJobEvent } from '../records/job-end.ts';
import { emptyJobs } from '../records/job-secrets.ts';
import { jobChangeNotification } from '../records/job-signals.ts';
import {
  buildCanonicalRows,
  buildContentRows,
  buildDiscoveredRows,
  buildEntryRows,
  buildGroupRows,
  buildVariantRows,
} from './finish-rows.ts';
import {
  advance,
  bringNearer,
  charge,
  count,
  deliver,
  follow,
  type Group,
  passOver,
} from './finish-statements.ts';

/** Result of writing a group. */
export interface WrittenGroup {
  /** False if the job is no longer running: nothing was written. */
  isOpen: boolean;
  hasEnded: boolean;
  /** Rows that no longer belonged to this worker: nothing was written for them. */
  lost: number;
  queued: number;
  running: number;
  /** Queued and running rows that are not pages. */
  chores: number;
}

/** Writer of groups and time of writing. */
export interface FinishOptions {
  workerId: string;
  now: Date;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
}

interface GroupRow {
  job_id: string;
  has_ended: boolean;
  mine: number;
  queued: number;
  running: number;
  chores: number;
  delivered: number;
  charged: number;
  pages: Array<{ offset: number; status: string; receipt: string; url: string; credits: number }> | null;
}

const closedGroup: WrittenGroup = {
  isOpen: false,
  hasEnded: true,
  lost: 0,
  queued: 0,
  running: 0,
  chores: 0,
};

async function write(
  database: Database | DatabaseTransaction,
  groups: readonly Group[],
  { workerId, now, keepMs }: FinishOptions,
): Promise<GroupRow[]> {
  const jobIds = groups.map(({ jobId }) => jobId);
  const pages = groups.flatMap((group) => group.pages);
  const redirected = pages.flatMap(({ digest, delivered }) =>
    delivered === null || delivered.digest.equals(digest) ? [] : delivered.digest,
  );
  const hasWebhook = groups.some(({ webhook }) => webhook !== null);
  const bodies = Buffer.concat(pages.flatMap((page) => page.delivered?.page ?? []));
  const written = await sql<GroupRow>`${sql.raw(preparedMarker)}
    with payload as materialized (
      select ${bodies}::bytea as pages, ${now.toISOString()}::timestamptz as at,
        ${addMs(now, keepMs).toISOString()}::timestamptz as expires_at
    ),
    grouped as (${buildGroupRows(groups)}),
    entry as (${buildEntryRows(groups)}),
    found as (${buildDiscoveredRows(pages)}),
    variant as (${buildVariantRows(pages)}),
    canonical as (${buildCanonicalRows(pages)}),
    seen as materialized (select job_id, delivered, canonicals from jobs where job_id = any(${jobIds}::text[])),
    job as (
      select jobs.*, new_start_url, new_warnings, new_notes, new_skipped from jobs join grouped using (job_id)
      where jobs.job_id = any(${jobIds}::text[]) and status = 'running' order by job_id for no key update of jobs
    ),
    finished as (
      update frontier set state = case entry.outcome when 'delivered' then 'done' else 'skipped' end, worker_id = null
      from entry join job using (job_id)
      where frontier.id = entry.id and frontier.job_id = job.job_id and frontier.state = 'running'
        and frontier.worker_id = ${workerId} and frontier.attempt = entry.attempt
        and not exists (
          select from variant join results on results.job_id = job.job_id and results.digest = variant.digest
          where variant.ord = entry.ord and not is_own and not superseded
        )
        and not exists (
          select from variant join result_canonicals as other on other.job_id = job.job_id and other.digest = variant.digest
          where variant.ord = entry.ord
        )
      returning entry.ord, job.job_id, frontier.kind, frontier.url as address
    ),
    ${deliver}, ${follow}, ${passOver(jobIds, redirected)}, ${bringNearer(groups)}, ${count}, ${charge}, ${advance},
    kept as (
      insert into contents (ref, account_id, url, title, body, body_digest, length, sections, created_at, expires_at)
      ${buildContentRows(pages)}
    ),
    agreed as (
      select case when (select count(*) from stored) < (select sum(delivered) from tally)
          or exists (
            select from variant join entry using (ord) join job using (job_id) join seen using (job_id)
            where job.canonicals <> seen.canonicals or (not is_own and job.delivered <> seen.delivered)
          )
        then try_again('a page was delivered meanwhile') end as first,
        (select sum(refuse('more was charged than the job had reserved')) from excess) as second,
        (select sum(spend_credits) from (${spendChargesQuery}) as spent) as third
    ),
    listed as (
      select job_id, json_agg(json_build_object('offset', job.delivered + place, 'status', numbered.status,
        'receipt', receipt_id, 'url', numbered.url, 'credits', credits) order by place) as pages
      from numbered join job using (job_id) where ${sql.lit(hasWebhook)} and job.webhook is not null group by job_id
    )
    select job_id, after.is_over as has_ended, moved.pages + moved.chores as mine, after.queued, after.running,
      after.chores, job.delivered + tally.delivered as delivered, job.charged + tally.credits as charged,
      listed.pages, ${jobChangeNotification(sql.ref('job_id'))}, agreed.first, agreed.second, agreed.third
    from job join after using (job_id) join tally using (job_id) join moved using (job_id)
      left join listed using (job_id) cross join agreed
  `.execute(database);
  return written.rows;
}

/** Emits the webhook events of a written group. */
async function emitEvents(
  transaction: DatabaseTransaction,
  group: Group,
  row: GroupRow,
  now: Date,
): Promise<void> {
  const job = { job_id: group.jobId, account_id: group.accountId, webhook: group.webhook };
  if (row.pages !== null) await emitJobEvent(transaction, job, 'job.page', { pages: row.pages }, now);
  if (!row.has_ended) return;
  const data = { status: 'completed' satisfies JobStatus, pages: row.delivered, credits: row.charged };
  await emitJobEvent(transaction, job, 'job.completed', data, now);
}

async function writeAndEmit(
  database: Database,
  groups: readonly Group[],
  options: FinishOptions,
): Promise<Map<string, GroupRow>> {
  const announced = groups.filter(({ webhook }) => webhook !== null);
  if (announced.length === 0) return byJob(await write(database, groups, options));
  return database.transaction().execute(async (transaction) => {
    const rows = byJob(await write(transaction, groups, options));
    for (const group of announced) {
      const row = rows.get(group.jobId);
      if (row !== undefined) await emitEvents(transaction, group, row, options.now);
    }
    return rows;
  });
}

function byJob(rows: readonly GroupRow[]): Map<string, GroupRow> {
  return new Map(rows.map((row) => [row.job_id, row]));
}

/**
 * Writes the results of groups, one for each job, in ONE statement: results, receipts, long pages, ledger rows,
 * reservations, new URLs, counters and, for jobs with nothing left, their end. The statement is fenced by worker and
 * attempt: rows that were taken from this worker have no effect. It locks the rows of the jobs first; changes that its
 * snapshot missed while it waited are either irrelevant or cause a serialization conflict and a retry. Returns the
 * results in the order of the groups. An error concerns all groups: nothing is written.
 */
export async function finishGroups(
  database: Database,
  groups: readonly Group[],
  options: FinishOptions,
): Promise<WrittenGroup[]> {
  const rows = await writeAndEmit(database, groups, options);
  const endedJobs = [...rows.values()].filter((row) => row.has_ended).map((row) => row.job_id);
  // A process that dies here leaves them to the periodic task.
  if (endedJobs.length > 0) await emptyJobs(database, endedJobs);
  return groups.map(({ jobId, pages }) => {
    const row = rows.get(jobId);
    if (row === undefined) return { ...closedGroup, lost: pages.length };
    return {
      isOpen: true,
      hasEnded: row.has_ended,
      lost: pages.length - row.mine,
      queued: row.queued,
      running: row.running,
      chores: row.chores,
    };
  });
}
