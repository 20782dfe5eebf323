import { type RawBuilder, sql } from 'kysely';
import { chargeLedgerCtes } from '../../account/credits/ledger.ts';
import { pageUsageCte } from '../../account/credits/usage.ts';
import { pageStatuses } from '../../domain/pages/outcome.ts';
import type { FinishedPage } from './finished-page.ts';

/** Rows of one job that one worker has finished. */
export interface Group {
  jobId: string;
  accountId: string;
  webhook: string | null;
  workerId: string;
  pages: readonly FinishedPage[];
  now: Date;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  /** New state of the job's work; left out to keep the stored one. */
  notes?: unknown;
}

/** Maximum queued URLs: this number, plus ten for each page of the limit. */
const minWaiting = 1_000;
const waitingAPage = 10;
const maxRobotsBlocked = 1_000;

const byStatus = sql.join(
  pageStatuses.map(
    (status) => sql`count(*) filter (where status = ${sql.lit(status)})::integer as ${sql.ref(status)}`,
  ),
);
const addedByStatus = sql.join(
  pageStatuses.map((status) => sql`${sql.ref(status)} = job.${sql.ref(status)} + tally.${sql.ref(status)}`),
);

/**
 * Stores the delivered pages of the group, each URL once. `finished` contains the rows that still belonged to this
 * worker. A page whose URL was delivered between this statement's snapshot and its lock causes a retry.
 */
export const deliver: RawBuilder<unknown> = sql`
  fresh as (
    select distinct on (entry.digest) entry.* from entry join finished using (ord) cross join job
    left join lateral (
      select 1 as known from results
      where results.job_id = job.job_id and results.digest = entry.digest and not superseded limit 1
    ) as before on true
    where outcome = 'delivered' and known is null
    order by entry.digest, ord
  ),
  numbered as (select fresh.*, (row_number() over (order by ord) - 1)::integer as place from fresh),
  stored as (
    insert into results (job_id, ordinal, frontier_id, digest, status, url, ref, receipt_id, bytes, page)
    select job.job_id, job.delivered + place, numbered.id, digest, numbered.status, numbered.url, ref, receipt_id, bytes,
      substring(payload.pages from page_from for page_length)
    from numbered cross join job cross join payload
    on conflict (job_id, digest) where not superseded do nothing
    returning ordinal
  ),
  signed as (
    insert into receipts (receipt_id, account_id, request_id, at, receipt)
    select receipt_id, job.account_id, job.request_id, payload.at, fresh.receipt::json
    from fresh cross join job cross join payload
  )`;

/**
 * Charges the group to the job's reservation; a charge above the reservation of a limited account undoes the
 * statement.
 */
export const charge: RawBuilder<unknown> = sql`
  charge as (
    select 1 as ord, job.account_id, sum(credits)::bigint as credits, payload.at, job.request_id, job.job_id,
      count(*)::integer as pages, job.type as note
    from fresh cross join job cross join payload where credits > 0
    group by job.account_id, payload.at, job.request_id, job.job_id, job.type
  ),
  locked as (
    select account_id, plan_balance, top_up_balance, unlimited from accounts
    where account_id in (select account_id from charge) for no key update
  ),
  ${chargeLedgerCtes},
  ${pageUsageCte},
  held as (
    select reservation_id, credits from reservations
    where reservation_id in (select reservation_id from job) for update
  ),
  spending as (select coalesce((select sum(credits) from charge), 0)::bigint as credits),
  excess as (
    select 1 from charge join locked using (account_id)
    where not locked.unlimited and charge.credits > coalesce((select credits from held), 0)
  ),
  used as (
    update reservations set credits = held.credits - spending.credits from held cross join spending cross join after
    where reservations.reservation_id = held.reservation_id and not after.is_over
      and spending.credits > 0 and held.credits > spending.credits
  ),
  released as (
    delete from reservations using held cross join spending cross join after
    where reservations.reservation_id = held.reservation_id
      and (after.is_over or (spending.credits > 0 and held.credits <= spending.credits))
  )`;

/** Adds new URLs to the frontier. */
export const follow: RawBuilder<unknown> = sql`
  added as (
    insert into frontier (job_id, kind, digest, url, depth, state)
    select job.job_id, found.kind, digest, url, depth, 'queued'
    from found join finished using (ord) cross join job
    where job.queued < ${minWaiting} + ${waitingAPage} * job.page_limit
    on conflict (job_id, digest) do nothing
    returning kind
  )`;

/** Skips queued URLs that were delivered through a redirect. */
export function passOver(jobId: string, digests: readonly Buffer[]): RawBuilder<unknown> {
  if (digests.length === 0) return sql`passed as (select null::bigint as id where false)`;
  return sql`
    passed as (
      update frontier set state = 'skipped' from job
      where frontier.job_id = ${jobId} and frontier.digest = any(${[...digests]}::bytea[])
        and frontier.state = 'queued' and frontier.digest in (select digest from fresh)
      returning frontier.id
    ),
    remembered as (
      insert into frontier (job_id, kind, digest, url, depth, state)
      select job.job_id, 'page', digest, fresh.url, 0, 'skipped' from fresh cross join job
      where digest = any(${[...digests]}::bytea[])
      on conflict (job_id, digest) do nothing
    )`;
}

/** Reduces the depth of URLs to which a shorter path was found. */
export function bringNearer(jobId: string, pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const nearer = pages.flatMap((page) => page.nearer);
  if (nearer.length === 0) return sql`nearer as (select 1)`;
  return sql`
    nearer as (
      update frontier set depth = link.depth
      from unnest(
        ${nearer.map((address) => address.digest)}::bytea[],
        ${nearer.map((address) => address.depth)}::smallint[]
      ) as link (digest, depth) cross join job
      where frontier.job_id = ${jobId} and frontier.digest = any(${nearer.map((address) => address.digest)}::bytea[])
        and frontier.digest = link.digest and frontier.state = 'queued' and frontier.depth > link.depth
        and not exists (select from fresh where fresh.digest = frontier.digest)
    )`;
}

export const count: RawBuilder<unknown> = sql`
  tally as (
    select ${byStatus}, count(*)::integer as delivered, coalesce(sum(credits), 0)::bigint as credits from fresh
  ),
  moved as (
    select
      (select count(*) from finished where kind = 'page')::integer as pages,
      (select count(*) from finished where kind <> 'page')::integer as chores,
      (select count(*) from added where kind = 'page')::integer as added_pages,
      (select count(*) from added where kind <> 'page')::integer as added_chores,
      (select count(*) from passed)::integer as passed
  ),
  after as (
    select job.queued + added_pages - passed as queued, job.running - pages as running,
      job.chores + added_chores - moved.chores as chores,
      job.counted + tally.delivered - tally.invalid as counted,
      job.running = pages and (
        job.counted + tally.delivered - tally.invalid >= job.page_limit
        or job.queued + added_pages - passed + job.chores + added_chores - moved.chores = 0
      ) as is_over
    from job cross join moved cross join tally
  ),
  refused as (
    select coalesce(json_agg(address order by ord), '[]')::jsonb as urls, count(*)::integer as total
    from entry join finished using (ord) where outcome = 'robots'
  )`;

/** Counters are written as differences from the values that `job` read under the lock. */
export const advance: RawBuilder<unknown> = sql`
  changed as (
    update jobs set
      ${addedByStatus},
      delivered = job.delivered + tally.delivered,
      charged = job.charged + tally.credits,
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
      start_url = coalesce(payload.start_url, job.start_url),
      notes = case when is_over then null else coalesce(payload.notes, job.notes) end,
      robots_total = job.robots_total + refused.total,
      robots_blocked = case when refused.total > 0 and json_array_length(job.robots_blocked) < ${maxRobotsBlocked}
        then (job.robots_blocked::jsonb || refused.urls)::json else job.robots_blocked end,
      warnings = case when payload.warnings = '[]' then job.warnings
        else (job.warnings::jsonb || payload.warnings)::json end
    from job cross join tally cross join moved cross join after cross join refused cross join payload
    where jobs.job_id = job.job_id
  )`;
