import { type RawBuilder, sql } from 'kysely';
import { chargeLedgerCtes } from '../../account/credits/ledger.ts';
import { pageUsageCte } from '../../account/credits/usage.ts';
import { pageStatuses } from '../../domain/pages/outcome.ts';
import { limitWarnings } from '../records/limit-warning.ts';
import type { FinishedPage } from './finished-page.ts';

/** Rows of one job that one worker has finished. */
export interface Group {
  jobId: string;
  accountId: string;
  webhook: string | null;
  pages: readonly FinishedPage[];
  /** New state of the job's work; left out to keep the stored one. */
  notes?: unknown;
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

/**
 * Stores the delivered pages of the groups, each URL of a job once. `finished` contains the rows that still belonged to
 * this worker. A page whose URL was delivered between this statement's snapshot and its lock causes a retry.
 */
export const deliver: RawBuilder<unknown> = sql`
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
    insert into results (job_id, ordinal, frontier_id, digest, status, url, ref, receipt_id, bytes, page)
    select job_id, job.delivered + place, numbered.id, digest, numbered.status, numbered.url, ref, receipt_id, bytes,
      substring(payload.pages from page_from for page_length)
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

/**
 * Charges each group to the reservation of its job; a charge above the reservation of a limited account undoes the
 * statement. Accounts are locked in one order, so that two statements do not wait for each other.
 */
export const charge: RawBuilder<unknown> = sql`
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

/** Adds new URLs to the frontier. */
export const follow: RawBuilder<unknown> = sql`
  added as (
    insert into frontier (job_id, kind, digest, url, depth, state)
    select job_id, found.kind, digest, url, depth, 'queued'
    from found join finished using (ord) join job using (job_id)
    where job.queued < ${minWaiting} + ${waitingAPage} * job.page_limit
    on conflict (job_id, digest) do nothing
    returning job_id, kind
  )`;

/** Skips queued URLs that were delivered through a redirect. */
export function passOver(jobIds: readonly string[], digests: readonly Buffer[]): RawBuilder<unknown> {
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

/** Reduces the depth of URLs to which a shorter path was found. */
export function bringNearer(groups: readonly Group[]): RawBuilder<unknown> {
  const nearer = groups.flatMap(({ jobId, pages }) =>
    pages.flatMap((page) => page.nearer.map((address) => ({ jobId, ...address }))),
  );
  if (nearer.length === 0) return sql`nearer as (select 1)`;
  return sql`
    nearer as (
      update frontier set depth = link.depth
      from unnest(
        ${nearer.map(({ jobId }) => jobId)}::text[],
        ${nearer.map(({ digest }) => digest)}::bytea[],
        ${nearer.map(({ depth }) => depth)}::smallint[]
      ) as link (job_id, digest, depth) join job using (job_id)
      where frontier.job_id = any(${groups.map(({ jobId }) => jobId)}::text[])
        and frontier.digest = any(${nearer.map(({ digest }) => digest)}::bytea[])
        and frontier.job_id = link.job_id and frontier.digest = link.digest
        and frontier.state = 'queued' and frontier.depth > link.depth
        and not exists (
          select from fresh where fresh.job_id = frontier.job_id and fresh.digest = frontier.digest
        )
    )`;
}

export const count: RawBuilder<unknown> = sql`
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

/** Pages of a job have the same warnings, such as one about its exit, which the job states once. */
const newWarnings = sql`(
  select coalesce(jsonb_agg(distinct warning), '[]') from jsonb_array_elements(job.new_warnings::jsonb) as warning
  where not job.warnings::jsonb @> jsonb_build_array(warning)
)`;

/** Counters are written as differences from the values that `job` read under the lock. */
export const advance: RawBuilder<unknown> = sql`
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
