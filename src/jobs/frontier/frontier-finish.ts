import { sql } from 'kysely';
import { spendChargesQuery } from '../../account/credits/ledger.ts';
import type { JobStatus } from '../../domain/resources/job.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { storableJson } from '../../store/storable.ts';
import { emitJobEvent } from '../records/job-end.ts';
import { jobChangeNotification } from '../records/job-signals.ts';
import { buildContentRows, buildDiscoveredRows, buildEntryRows } from './finish-rows.ts';
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

interface GroupRow {
  has_ended: boolean;
  mine: number;
  queued: number;
  running: number;
  chores: number;
  delivered: number;
  charged: number;
  pages: Array<{ offset: number; status: string; receipt: string; url: string; credits: number }>;
}

async function write(database: Database | DatabaseTransaction, group: Group): Promise<GroupRow | null> {
  const { pages, workerId, now, keepMs } = group;
  const startUrl = pages.find((page) => page.startUrl !== null)?.startUrl ?? null;
  const redirected = pages.flatMap(({ digest, delivered }) =>
    delivered === null || delivered.digest.equals(digest) ? [] : delivered.digest,
  );
  const bodies = Buffer.concat(pages.flatMap((page) => page.delivered?.page ?? []));
  const written = await sql<GroupRow>`${sql.raw(preparedMarker)}
    with payload as materialized (
      select ${bodies}::bytea as pages, ${now.toISOString()}::timestamptz as at,
        ${addMs(now, keepMs).toISOString()}::timestamptz as expires_at, ${startUrl}::text as start_url,
        ${storableJson(pages.flatMap((page) => page.warnings))}::jsonb as warnings,
        ${group.notes === undefined ? null : JSON.stringify(group.notes)}::json as notes
    ),
    entry as (${buildEntryRows(pages)}),
    found as (${buildDiscoveredRows(pages)}),
    job as (select * from jobs where job_id = ${group.jobId} and status = 'running' for no key update),
    finished as (
      update frontier set state = case entry.outcome when 'delivered' then 'done' else 'skipped' end, worker_id = null
      from entry cross join job
      where frontier.id = entry.id and frontier.job_id = job.job_id and frontier.state = 'running'
        and frontier.worker_id = ${workerId} and frontier.attempt = entry.attempt
      returning entry.ord, frontier.kind, frontier.url as address
    ),
    ${deliver}, ${follow}, ${passOver(group.jobId, redirected)}, ${bringNearer(group.jobId, pages)}, ${count}, ${charge}, ${advance},
    kept as (
      insert into contents (ref, account_id, url, title, body, body_digest, length, sections, created_at, expires_at)
      ${buildContentRows(pages)}
    ),
    agreed as (
      select case when (select count(*) from stored) < (select delivered from tally)
        then try_again('a page was delivered meanwhile') end as first,
        (select sum(refuse('more was charged than the job had reserved')) from excess) as second,
        (select sum(spend_credits) from (${spendChargesQuery}) as spent) as third
    )
    select after.is_over as has_ended, (select count(*) from finished)::integer as mine, after.queued, after.running,
      after.chores, job.delivered + tally.delivered as delivered, job.charged + tally.credits as charged,
      (select coalesce(json_agg(json_build_object('offset', job.delivered + place, 'status', status,
        'receipt', receipt_id, 'url', url, 'credits', credits) order by place), '[]') from numbered) as pages,
      ${jobChangeNotification(group.jobId)}, agreed.first, agreed.second, agreed.third
    from job cross join after cross join tally cross join agreed
  `.execute(database);
  return written.rows[0] ?? null;
}

async function writeAndTell(database: Database, group: Group): Promise<GroupRow | null> {
  if (group.webhook === null) return write(database, group);
  return database.transaction().execute(async (transaction) => {
    const row = await write(transaction, group);
    if (row === null) return null;
    const job = { job_id: group.jobId, account_id: group.accountId, webhook: group.webhook };
    if (row.pages.length > 0)
      await emitJobEvent(transaction, job, 'job.page', { pages: row.pages }, group.now);
    const data = { status: 'completed' satisfies JobStatus, pages: row.delivered, credits: row.charged };
    if (row.has_ended) await emitJobEvent(transaction, job, 'job.completed', data, group.now);
    return row;
  });
}

/**
 * Writes the results of a group in ONE statement: results, receipts, long pages, the ledger row, the reservation, new
 * URLs, counters and, if nothing is left, the end of the job. The statement is fenced by worker and attempt: rows
 * that were taken from this worker have no effect. It locks the job's row first; changes that its snapshot missed
 * while it waited are either irrelevant or cause a serialization conflict and a retry.
 */
export async function finishGroup(database: Database, group: Group): Promise<WrittenGroup> {
  const row = await writeAndTell(database, group);
  if (row === null)
    return { isOpen: false, hasEnded: true, lost: group.pages.length, queued: 0, running: 0, chores: 0 };
  return {
    isOpen: true,
    hasEnded: row.has_ended,
    lost: group.pages.length - row.mine,
    queued: row.queued,
    running: row.running,
    chores: row.chores,
  };
}
