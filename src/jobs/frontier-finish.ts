import { type RawBuilder, sql } from 'kysely';
import { writeChargesAlone } from '../account/ledger.ts';
import { writeUsageOfPages } from '../account/usage.ts';
import { addMs } from '../domain/clock.ts';
import type { JobStatus } from '../domain/job.ts';
import { pageStatuses } from '../domain/outcome.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { preparedMark } from '../store/prepared-statements.ts';
import { contentRows, entryRows, foundRows } from './finish-rows.ts';
import type { FinishedPage } from './finished-page.ts';
import { tellOf } from './job-end.ts';
import { notifyOfJobInline } from './job-signals.ts';

/** Rows of one job that one worker is done with. */
export interface Group {
  jobId: string;
  accountId: string;
  webhook: string | null;
  workerId: string;
  pages: readonly FinishedPage[];
  now: Date;
  /** Milliseconds that an ended job is kept. */
  keepMs: number;
  /** What the job's work has noticed; left out where it is to stay as it was written. */
  notes?: unknown;
}

/** What came of writing a group. */
export interface WrittenGroup {
  /** False when the job is not running any more: nothing was written. */
  isOpen: boolean;
  hasEnded: boolean;
  /** Rows of the frontier that were this worker's no longer: of those, nothing was written. */
  lost: number;
  queued: number;
  running: number;
  /** Rows that are no pages, waiting or under way. */
  chores: number;
}

/** Addresses that may wait, beside ten for each page of the limit. */
const fewestWaiting = 1_000;
const waitingAPage = 10;
const mostRobotsBlocked = 1_000;

const byStatus = sql.join(
  pageStatuses.map(
    (status) => sql`count(*) filter (where status = ${sql.lit(status)})::integer as ${sql.ref(status)}`,
  ),
);
const addedByStatus = sql.join(
  pageStatuses.map((status) => sql`${sql.ref(status)} = job.${sql.ref(status)} + tally.${sql.ref(status)}`),
);

/**
 * The pages of the group that are delivered: once an address. `finished` holds what was really this worker's. A page
 * whose address was delivered between this statement's snapshot and its lock makes it run again.
 */
const deliver: RawBuilder<unknown> = sql`
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

/** Charges the group, from the job's reservation; what a limited account had not reserved undoes the statement. */
const charge: RawBuilder<unknown> = sql`
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
  ${writeChargesAlone},
  ${writeUsageOfPages},
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

/** New addresses enter the frontier. */
const follow: RawBuilder<unknown> = sql`
  added as (
    insert into frontier (job_id, kind, digest, url, depth, state)
    select job.job_id, found.kind, digest, url, depth, 'queued'
    from found join finished using (ord) cross join job
    where job.queued < ${fewestWaiting} + ${waitingAPage} * job.page_limit
    on conflict (job_id, digest) do nothing
    returning kind
  )`;

/** Addresses that were delivered by a redirect are not read again. */
function passOver(jobId: string, digests: readonly Buffer[]): RawBuilder<unknown> {
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

/** Addresses that turn out to be nearer to the start than was thought. */
function bringNearer(jobId: string, pages: readonly FinishedPage[]): RawBuilder<unknown> {
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

const count: RawBuilder<unknown> = sql`
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

/** Every counter is written as a difference from what `job` read under the lock. */
const advance: RawBuilder<unknown> = sql`
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
      robots_blocked = case when refused.total > 0 and json_array_length(job.robots_blocked) < ${mostRobotsBlocked}
        then (job.robots_blocked::jsonb || refused.urls)::json else job.robots_blocked end,
      warnings = case when payload.warnings = '[]' then job.warnings
        else (job.warnings::jsonb || payload.warnings)::json end
    from job cross join tally cross join moved cross join after cross join refused cross join payload
    where jobs.job_id = job.job_id
  )`;

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
  const written = await sql<GroupRow>`${sql.raw(preparedMark)}
    with payload as materialized (
      select ${bodies}::bytea as pages, ${now.toISOString()}::timestamptz as at,
        ${addMs(now, keepMs).toISOString()}::timestamptz as expires_at, ${startUrl}::text as start_url,
        ${JSON.stringify(pages.flatMap((page) => page.warnings))}::jsonb as warnings,
        ${group.notes === undefined ? null : JSON.stringify(group.notes)}::json as notes
    ),
    entry as (${entryRows(pages)}),
    found as (${foundRows(pages)}),
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
      ${contentRows(pages)}
    ),
    agreed as (
      select case when (select count(*) from stored) < (select delivered from tally)
        then try_again('a page was delivered meanwhile') end as first,
        (select sum(refuse('more was charged than the job had reserved')) from excess) as second
    )
    select after.is_over as has_ended, (select count(*) from finished)::integer as mine, after.queued, after.running,
      after.chores, job.delivered + tally.delivered as delivered, job.charged + tally.credits as charged,
      (select coalesce(json_agg(json_build_object('offset', job.delivered + place, 'status', status,
        'receipt', receipt_id, 'url', url, 'credits', credits) order by place), '[]') from numbered) as pages,
      ${notifyOfJobInline(group.jobId)}, agreed.first, agreed.second
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
    if (row.pages.length > 0) await tellOf(transaction, job, 'job.page', { pages: row.pages }, group.now);
    const data = { status: 'completed' satisfies JobStatus, pages: row.delivered, credits: row.charged };
    if (row.has_ended) await tellOf(transaction, job, 'job.completed', data, group.now);
    return row;
  });
}

/**
 * Writes what came of a group of one job's rows, in ONE statement: results, receipts, long pages, the ledger's row, the
 * reservation, new addresses, counters and, when nothing is left, the job's end. Fenced by worker and attempt: what was
 * taken from this worker meanwhile leaves no trace. The job's row is locked first; whatever this statement's snapshot may
 * have missed while it waited for that either changes nothing or makes it fail as a serialization conflict, to be run
 * again.
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
