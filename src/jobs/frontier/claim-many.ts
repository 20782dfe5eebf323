import { sql } from 'kysely';
import { addMs } from '../../domain/system/clock.ts';
import type { Database } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { renewBelowMs } from '../records/job-credits.ts';
import type { ClaimedPage } from './frontier-claim.ts';
import { maxChores, minLostAlone } from './frontier-claim.ts';

/** Number of rows that a worker wants of one job. */
export interface WantedRows {
  jobId: string;
  want: number;
}

/** Rows claimed of one running job. */
export interface ClaimedRows {
  jobId: string;
  pages: ClaimedPage[];
}

/** Result of a claim for many jobs. */
export interface ManyClaims {
  claimed: ClaimedRows[];
  /** Jobs that `claimPages` has to decide on: it may end them, or reserve credits for them. */
  undecided: string[];
}

interface JobRow {
  job_id: string;
  is_undecided: boolean;
  id: number | null;
}

interface ClaimedRow extends JobRow, ClaimedPage {
  id: number;
}

/**
 * Claims rows of many running jobs in one statement. Jobs that are at their end, need another reservation or have only
 * rows that earlier crashes make suspect are undecided. Jobs whose row is locked at the moment are left out: whoever
 * holds the lock announces a change.
 */
export async function claimManyPages(
  database: Database,
  wanted: readonly WantedRows[],
  workerId: string,
  now: Date,
): Promise<ManyClaims> {
  if (wanted.length === 0) return { claimed: [], undecided: [] };
  const jobIds = wanted.map(({ jobId }) => jobId);
  const at = now.toISOString();
  const { rows } = await sql<JobRow>`${sql.raw(preparedMarker)}
    with lease as materialized (
      select set_config('synchronous_commit', 'off', true) from workers
      where worker_id = ${workerId} and lease_until >= ${at}::timestamptz for share
    ),
    wanted as (select * from unnest(${jobIds}::text[], ${wanted.map(({ want }) => want)}::integer[]) as wanted (job_id, want)),
    job as (
      select jobs.job_id, reservation_id, page_credits, unfunded, queued, running,
        least(want, greatest(0, page_limit - counted - running), queued,
          case when max_running is not null then greatest(0, max_running - running) end) as pages
      from jobs join wanted using (job_id)
      where jobs.job_id = any(${jobIds}::text[]) and status = 'running' and not paused and exists (select from lease)
      order by job_id for no key update of jobs skip locked
    ),
    allowed as (
      select job.* from job left join reservations using (reservation_id)
      where unfunded or page_credits = 0
        or (credits >= (running + pages) * page_credits and expires_at > ${addMs(now, renewBelowMs).toISOString()}::timestamptz)
    ),
    picked as (
      select row.id from allowed cross join lateral (
        select id from frontier
        where frontier.job_id = allowed.job_id and state = 'queued' and kind = 'page' and lost < ${sql.lit(minLostAlone)}
        order by lost, depth, id limit allowed.pages for update skip locked
      ) as row
      union all
      select row.id from allowed cross join lateral (
        select id from frontier
        where frontier.job_id = allowed.job_id and state = 'queued' and kind <> 'page' and lost < ${sql.lit(minLostAlone)}
        order by lost, depth, id limit ${sql.lit(maxChores)} for update skip locked
      ) as row
    ),
    claimed as (
      update frontier set state = 'running', worker_id = ${workerId}, attempt = attempt + 1
      where id in (select id from picked)
      returning job_id, id, kind, url, digest, depth, attempt, suspected, line, name
    ),
    counted as (
      update jobs set queued = jobs.queued - pages, running = jobs.running + pages, served_at = ${at}::timestamptz
      from (
        select job_id, count(*) filter (where kind = 'page')::integer as pages from claimed group by job_id
      ) as taken
      where jobs.job_id = taken.job_id
    )
    select job.job_id, allowed.job_id is null or (running = 0 and claimed.id is null) as is_undecided, claimed.id, kind, url,
      digest, depth, attempt, suspected, line, name,
      case when job.unfunded or kind <> 'page' then 0 else job.page_credits end as credits
    from job left join (select job_id from allowed) as allowed using (job_id) left join claimed using (job_id)
    order by depth, claimed.id
  `.execute(database);
  const claimed = Map.groupBy(
    rows.filter((row): row is ClaimedRow => row.id !== null),
    (row) => row.job_id,
  );
  return {
    claimed: [...claimed].map(([jobId, ofJob]) => ({
      jobId,
      pages: ofJob.map(({ job_id: _, is_undecided: __, ...page }) => page),
    })),
    undecided: rows.filter((row) => row.is_undecided).map((row) => row.job_id),
  };
}
