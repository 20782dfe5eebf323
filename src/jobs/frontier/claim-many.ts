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

interface ClaimedRow extends ClaimedPage {
  job_id: string;
}

/**
 * Claims rows of many jobs in one statement, for jobs that this worker has open. Returns the jobs of which rows were
 * claimed. It leaves out what `claimPages` decides: jobs that have not started or are at their end, need another
 * reservation, or have only rows that earlier crashes make suspect; and jobs whose row is locked at the moment.
 */
export async function claimManyPages(
  database: Database,
  wanted: readonly WantedRows[],
  workerId: string,
  now: Date,
): Promise<ClaimedRows[]> {
  if (wanted.length === 0) return [];
  const jobIds = wanted.map(({ jobId }) => jobId);
  const at = now.toISOString();
  const { rows } = await sql<ClaimedRow>`${sql.raw(preparedMarker)}
    with lease as materialized (
      select set_config('synchronous_commit', 'off', true) from workers
      where worker_id = ${workerId} and lease_until >= ${at}::timestamptz for share
    ),
    wanted as (select * from unnest(${jobIds}::text[], ${wanted.map(({ want }) => want)}::integer[]) as wanted (job_id, want)),
    job as (
      select jobs.job_id, reservation_id, page_credits, unfunded, queued, running,
        least(want, greatest(0, page_limit - counted - running), queued) as pages
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
      returning job_id, id, kind, url, digest, depth, attempt, suspected
    ),
    counted as (
      update jobs set queued = jobs.queued - pages, running = jobs.running + pages, served_at = ${at}::timestamptz
      from (
        select job_id, count(*) filter (where kind = 'page')::integer as pages from claimed group by job_id
      ) as taken
      where jobs.job_id = taken.job_id
    )
    select claimed.*, case when allowed.unfunded or kind <> 'page' then 0 else page_credits end as credits
    from claimed join allowed using (job_id) order by depth, id
  `.execute(database);
  const byJob = Map.groupBy(rows, (row) => row.job_id);
  return [...byJob].map(([jobId, ofJob]) => ({
    jobId,
    pages: ofJob.map(({ job_id: _, ...page }) => page),
  }));
}
