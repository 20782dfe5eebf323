import { type RawBuilder, sql } from 'kysely';
import { keySpendingCte } from '../../account/credits/key-spending.ts';
import { chargeLedgerCtes, spendChargesQuery } from '../../account/credits/ledger.ts';
import { pageUsageCte } from '../../account/credits/usage.ts';
import { pageStatuses } from '../../domain/pages/outcome.ts';
import { addMs } from '../../domain/system/clock.ts';
import { insertContentsQuery } from '../../store/pages/contents.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { jobChangeNotification } from '../records/job-signals.ts';
import { limitWarnings } from '../records/limit-warning.ts';
import { digestRows, entryRows, foundRows, groupRows, nearerRows } from './finish-rows.ts';
import type { FinishedPage, PageGroup } from './finished-page.ts';

/** Writer of groups and time of writing. */
export interface FinishOptions {
  workerId: string;
  now: Date;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
}

/** What the statement returns for a job that still ran. */
export interface GroupRow {
  job_id: string;
  has_ended: boolean;
  /** Rows that still belonged to the worker. */
  mine: number;
  queued: number;
  running: number;
  chores: number;
  delivered: number;
  charged: number;
  /** Delivered pages, if the job has a webhook. */
  pages: Array<{ offset: number; status: string; receipt: string; url: string; credits: number }> | null;
}

/** Maximum queued URLs: this number, plus ten for each page of the limit. */
const minWaiting = 1_000;
const waitingAPage = 10;
const maxRobotsBlocked = 1_000;

const byStatus = sql.join(
  pageStatuses.map(
    (status) => sql`count(*) filter (where fresh.status = ${sql.lit(status)})::integer as ${sql.ref(status)}`,
  ),
);
const addedByStatus = sql.join(
  pageStatuses.map((status) => sql`${sql.ref(status)} = job.${sql.ref(status)} + tally.${sql.ref(status)}`),
);

/** 1. Input: `payload` (documents and times), `grouped` (jobs), `entry` (rows), and the URLs that the pages name. */
function input(groups: readonly PageGroup[], now: Date, keepMs: number): RawBuilder<unknown> {
  const pages = groups.flatMap((group) => group.pages);
  const bodies = Buffer.concat(pages.flatMap(({ delivered }) => delivered?.document.page ?? []));
  return sql`
  payload as materialized (
    select ${bodies}::bytea as pages, ${now.toISOString()}::timestamptz as at,
      ${addMs(now, keepMs).toISOString()}::timestamptz as expires_at
  ),
  grouped as (select * from ${groupRows(groups)}),
  entry as (select * from ${entryRows(groups)}),
  found as (select * from ${foundRows(groups)}),
  variant as (
    select variant.*, variant.digest = entry.digest as is_own
    from ${digestRows('variant', pages, ({ variants }) => variants)} join entry using (ord)
  ),
  canonical as (select * from ${digestRows('canonical', pages, ({ canonicals }) => canonicals)})`;
}

/**
 * 2. Locks the rows of the jobs that still run, in one order. `seen` are their counters in the snapshot of the statement,
 * and `job` those under the lock: they differ if another process wrote pages of the job while this statement waited.
 */
function lockJobs(jobIds: readonly string[]): RawBuilder<unknown> {
  return sql`
  seen as materialized (
    select job_id, delivered, canonicals from jobs where job_id = any(${[...jobIds]}::text[])
  ),
  job as (
    select jobs.*, new_start_url, new_warnings, new_notes, new_skipped from jobs join grouped using (job_id)
    where jobs.job_id = any(${[...jobIds]}::text[]) and status = 'running' order by job_id for no key update of jobs
  )`;
}

/**
 * 3. Ends the rows that still belong to this worker and attempt. A page that has variants stays in the queue if one of them
 * was delivered, or named as canonical, since it was read.
 */
function endRows(workerId: string): RawBuilder<unknown> {
  return sql`
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
  )`;
}

/**
 * 4. Stores the delivered pages (`fresh`), each URL of a job once, with their receipts and canonical URLs. `stored` has fewer
 * rows if a URL was delivered between the snapshot and the lock.
 */
const storeResults: RawBuilder<unknown> = sql`
  fresh as (
    select distinct on (entry.job_id, entry.digest) entry.* from entry join finished using (ord)
    left join lateral (
      select 1 as known from results
      where results.job_id = entry.job_id and results.digest = entry.digest and not superseded limit 1
    ) as before on true
    where outcome = 'delivered' and known is null
    order by entry.job_id, entry.digest, ord
  ),
  numbered as (
    select fresh.*, (row_number() over (partition by job_id order by ord) - 1)::integer as place from fresh
  ),
  stored as (
    insert into results (job_id, ordinal, frontier_id, digest, status, url, ref, receipt_id, bytes, text_at, line, page)
    select job_id, job.delivered + place, numbered.id, digest, numbered.status, numbered.url, ref, receipt_id, bytes,
      text_at, numbered.line, substring(payload.pages from page_from for page_length)
    from numbered join job using (job_id) cross join payload
    on conflict (job_id, digest) where not superseded do nothing
    returning ordinal
  ),
  named as (
    insert into result_canonicals (job_id, digest, ordinal)
    select job_id, canonical.digest, job.delivered + place
    from canonical join numbered using (ord) join job using (job_id)
    on conflict do nothing
    returning job_id
  ),
  signed as (
    insert into receipts (receipt_id, account_id, request_id, at, receipt)
    select receipt_id, job.account_id, job.request_id, payload.at, fresh.receipt::json
    from fresh join job using (job_id) cross join payload
  )`;

/** 5. Stores the long texts of delivered pages. */
function storeContents(pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const contents = pages.flatMap(({ delivered }) => {
    if (delivered === null || delivered.content === null) return [];
    return { ...delivered.content, hasResult: delivered.document.textAt !== null };
  });
  const join = sql`join fresh using (ref) join job using (job_id)`;
  return sql`
  kept as (${insertContentsQuery(contents, sql.ref('job.account_id'), join)})`;
}

/** 6. Adds new URLs to the frontier (`added`). */
const addUrls: RawBuilder<unknown> = sql`
  added as (
    insert into frontier (job_id, kind, digest, url, depth, state)
    select job_id, found.kind, digest, url, depth, 'queued'
    from found join finished using (ord) join job using (job_id)
    where job.queued < ${minWaiting} + ${waitingAPage} * job.page_limit
    on conflict (job_id, digest) do nothing
    returning job_id, kind
  )`;

/** 7. Skips queued URLs that were delivered through a redirect (`passed`), and marks those that are not queued yet. */
function skipRedirected(jobIds: readonly string[], pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const digests = pages.flatMap(({ digest, delivered }) =>
    delivered === null || delivered.digest.equals(digest) ? [] : delivered.digest,
  );
  if (digests.length === 0) return sql`passed as (select null::text as job_id where false)`;
  return sql`
    passed as (
      update frontier set state = 'skipped' from fresh
      where frontier.job_id = any(${[...jobIds]}::text[]) and frontier.digest = any(${[...digests]}::bytea[])
        and frontier.job_id = fresh.job_id and frontier.digest = fresh.digest and frontier.state = 'queued'
      returning frontier.job_id
    ),
    remembered as (
      insert into frontier (job_id, kind, digest, url, depth, state)
      select job_id, 'page', digest, fresh.url, 0, 'skipped' from fresh
      where digest = any(${[...digests]}::bytea[])
      on conflict (job_id, digest) do nothing
    )`;
}

/** 8. Reduces the depth of queued URLs to which a shorter path was found. */
function reduceDepths(groups: readonly PageGroup[]): RawBuilder<unknown> {
  const digests = groups.flatMap(({ pages }) =>
    pages.flatMap((page) => page.nearer.map(({ digest }) => digest)),
  );
  if (digests.length === 0) return sql`nearer as (select 1)`;
  return sql`
    nearer as (
      update frontier set depth = link.depth
      from ${nearerRows(groups)} join job using (job_id)
      where frontier.job_id = any(${groups.map(({ jobId }) => jobId)}::text[])
        and frontier.digest = any(${digests}::bytea[])
        and frontier.job_id = link.job_id and frontier.digest = link.digest
        and frontier.state = 'queued' and frontier.depth > link.depth
        and not exists (
          select from fresh where fresh.job_id = frontier.job_id and fresh.digest = frontier.digest
        )
    )`;
}

/**
 * 9. Computes the new counters of each job: `tally` of its pages, `moved` of its rows, `after` (with `is_over`, if nothing is
 * left or the limit is reached), and the URLs that robots.txt excludes (`refused`).
 */
const countRows: RawBuilder<unknown> = sql`
  tally as (
    select job.job_id, ${byStatus}, count(fresh.id)::integer as delivered,
      coalesce(sum(fresh.credits), 0)::bigint as credits
    from job left join fresh using (job_id) group by job.job_id
  ),
  moved as (
    select job_id, coalesce(finished_pages, 0) as pages, coalesce(finished_chores, 0) as chores,
      coalesce(added_pages, 0) as added_pages, coalesce(added_chores, 0) as added_chores, coalesce(passed, 0) as passed
    from job left join (
      select job_id, count(*) filter (where kind = 'page')::integer as finished_pages,
        count(*) filter (where kind <> 'page')::integer as finished_chores
      from finished group by job_id
    ) as by_finished using (job_id) left join (
      select job_id, count(*) filter (where kind = 'page')::integer as added_pages,
        count(*) filter (where kind <> 'page')::integer as added_chores
      from added group by job_id
    ) as by_added using (job_id) left join (
      select job_id, count(*)::integer as passed from passed group by job_id
    ) as by_passed using (job_id)
  ),
  after as (
    select job_id, job.queued + added_pages - passed as queued, job.running - pages as running,
      job.chores + added_chores - moved.chores as chores,
      job.counted + tally.delivered - tally.invalid as counted,
      job.running = pages and (
        job.counted + tally.delivered - tally.invalid >= job.page_limit
        or job.queued + added_pages - passed + job.chores + added_chores - moved.chores = 0
      ) as is_over
    from job join moved using (job_id) join tally using (job_id)
  ),
  refused as (
    select finished.job_id, json_agg(address order by ord)::jsonb as urls, count(*)::integer as total
    from entry join finished using (ord) where outcome = 'robots' group by finished.job_id
  )`;

/**
 * 10. Charges each group to the reservation of its job, and releases the reservation of a job that is over; `excess` has a row
 * for a charge above the reservation of a limited account. Accounts are locked in one order, so that two statements do
 * not wait for each other.
 */
const chargeJobs: RawBuilder<unknown> = sql`
  charge as (
    select row_number() over (order by job_id) as ord, job.account_id, sum(credits)::bigint as credits, payload.at,
      job.request_id, job_id, count(*)::integer as pages, job.type as note
    from fresh join job using (job_id) cross join payload where credits > 0
    group by job_id, job.account_id, payload.at, job.request_id, job.type
  ),
  locked as (
    select account_id, plan_balance, top_up_balance, unlimited from accounts
    where account_id in (select account_id from charge) order by account_id for no key update
  ),
  ${chargeLedgerCtes},
  ${pageUsageCte},
  ${keySpendingCte(sql`
    select charge.account_id, job.key_id, charge.at, charge.credits from charge join job using (job_id)
  `)},
  held as (
    select reservation_id, credits from reservations
    where reservation_id in (select reservation_id from job) order by reservation_id for update
  ),
  spending as (
    select job.job_id, job.account_id, job.reservation_id, after.is_over,
      coalesce((select credits from charge where charge.job_id = job.job_id), 0)::bigint as credits
    from job join after using (job_id)
  ),
  excess as (
    select 1 from spending join locked using (account_id) left join held using (reservation_id)
    where not locked.unlimited and spending.credits > coalesce(held.credits, 0)
  ),
  used as (
    update reservations set credits = held.credits - spending.credits from held join spending using (reservation_id)
    where reservations.reservation_id = held.reservation_id and not is_over
      and spending.credits > 0 and held.credits > spending.credits
  ),
  released as (
    delete from reservations using held join spending using (reservation_id)
    where reservations.reservation_id = held.reservation_id
      and (is_over or (spending.credits > 0 and held.credits <= spending.credits))
  )`;

/** Pages of a job have the same warnings, such as one about its exit, which the job states once. */
const newWarnings = sql`(
  select coalesce(jsonb_agg(distinct warning), '[]') from jsonb_array_elements(job.new_warnings::jsonb) as warning
  where not job.warnings::jsonb @> jsonb_build_array(warning)
)`;

/** 11. Writes the jobs. Counters are differences from the values that `job` read under the lock. */
const updateJobs: RawBuilder<unknown> = sql`
  changed as (
    update jobs set
      ${addedByStatus},
      delivered = job.delivered + tally.delivered,
      charged = job.charged + tally.credits,
      canonicals = job.canonicals + (select count(*) from named where named.job_id = job.job_id)::integer,
      counted = after.counted,
      discovered = job.discovered + moved.added_pages,
      queued = case when is_over then 0 else after.queued end,
      running = after.running,
      chores = case when is_over then 0 else after.chores end,
      status = case when is_over then 'completed' else job.status end,
      paused = job.paused and not is_over,
      finished_at = case when is_over then payload.at end,
      expires_at = case when is_over then payload.expires_at end,
      reservation_id = case when is_over then null else job.reservation_id end,
      start_url = coalesce(job.new_start_url, job.start_url),
      notes = case when is_over then null else coalesce(job.new_notes::json, job.notes) end,
      robots_total = job.robots_total + coalesce(refused.total, 0),
      robots_blocked = case when refused.total > 0 and json_array_length(job.robots_blocked) < ${maxRobotsBlocked}
        then (job.robots_blocked::jsonb || refused.urls)::json else job.robots_blocked end,
      skipped = case when job.new_skipped = '{}' then job.skipped else (
        select jsonb_object_agg(reason, total) from (
          select reason, sum(value::bigint) as total
          from (select * from jsonb_each_text(job.skipped) union all select * from jsonb_each_text(job.new_skipped::jsonb))
            as counted (reason, value) group by reason
        ) as summed
      ) end,
      warnings = case when job.new_warnings = '[]' and not is_over then job.warnings
        else (job.warnings::jsonb || ${newWarnings} || case when is_over
          then ${limitWarnings(sql.ref('job.job_id'), sql.ref('job.page_limit'), sql.ref('after.queued'))}
          else '[]'::jsonb end)::json end
    from job join tally using (job_id) join moved using (job_id) join after using (job_id)
      left join refused using (job_id) cross join payload
    where jobs.job_id = job.job_id
  )`;

/**
 * 12. Undoes the whole statement, with an error that causes a retry, if another process delivered a page that the snapshot
 * does not contain; and with a lasting error if a charge exceeds its reservation or balance.
 */
const checkAgreement: RawBuilder<unknown> = sql`
  agreed as (
    select case when (select count(*) from stored) < (select sum(delivered) from tally)
        or exists (
          select from variant join entry using (ord) join job using (job_id) join seen using (job_id)
          where job.canonicals <> seen.canonicals or (not is_own and job.delivered <> seen.delivered)
        )
      then try_again('a page was delivered meanwhile') end as first,
      (select sum(refuse('more was charged than the job had reserved')) from excess) as second,
      (select sum(spend_credits) from (${spendChargesQuery}) as spent) as third
  )`;

/** 13. Lists the delivered pages of jobs with a webhook. */
function listPages(groups: readonly PageGroup[]): RawBuilder<unknown> {
  const hasWebhook = groups.some(({ webhook }) => webhook !== null);
  return sql`
  listed as (
    select job_id, json_agg(json_build_object('offset', job.delivered + place, 'status', numbered.status,
      'receipt', receipt_id, 'url', numbered.url, 'credits', credits) order by place) as pages
    from numbered join job using (job_id) where ${sql.lit(hasWebhook)} and job.webhook is not null group by job_id
  )`;
}

/**
 * Returns the statement that writes the results of groups, one for each job. Its parts are common table expressions,
 * numbered in the order of execution: each uses the names of those before it, and all see the same snapshot.
 */
export function finishStatement(
  groups: readonly PageGroup[],
  { workerId, now, keepMs }: FinishOptions,
): RawBuilder<GroupRow> {
  const jobIds = groups.map(({ jobId }) => jobId);
  const pages = groups.flatMap((group) => group.pages);
  return sql<GroupRow>`${sql.raw(preparedMarker)}
    with ${input(groups, now, keepMs)}, ${lockJobs(jobIds)}, ${endRows(workerId)}, ${storeResults},
    ${storeContents(pages)}, ${addUrls}, ${skipRedirected(jobIds, pages)}, ${reduceDepths(groups)}, ${countRows},
    ${chargeJobs}, ${updateJobs}, ${checkAgreement}, ${listPages(groups)}
    select job_id, after.is_over as has_ended, moved.pages + moved.chores as mine, after.queued, after.running,
      after.chores, job.delivered + tally.delivered as delivered, job.charged + tally.credits as charged,
      listed.pages, ${jobChangeNotification(sql.ref('job_id'))}, agreed.first, agreed.second, agreed.third
    from job join after using (job_id) join tally using (job_id) join moved using (job_id)
      left join listed using (job_id) cross join agreed`;
}
