import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { jobChangeNotification } from '../records/job-signals.ts';
import { type ClaimedJobRow, type ClaimedPage, minLostAlone } from './frontier-claim.ts';

/** A task that this worker has claimed. */
export interface ClaimedTaskRow {
  /** The job as stored: its command may be one that this version cannot read. */
  job: ClaimedJobRow;
  page: ClaimedPage;
}

type Row = ClaimedJobRow & Omit<ClaimedPage, 'credits'>;

/**
 * Starts tasks that nobody has worked on, and claims their rows, in one statement. Leaves out those that `claimPages` has to
 * decide on: with a webhook, which is notified of the start, or with a row that earlier crashes make suspect. Tasks whose row is
 * locked at the moment are left out as well.
 */
export async function claimNewTasks(
  database: Database,
  jobIds: readonly string[],
  workerId: string,
  now: Date,
): Promise<ClaimedTaskRow[]> {
  if (jobIds.length === 0) return [];
  const at = now.toISOString();
  // A claim that is lost in a crash has had no visible effect, so the commit is not flushed.
  const { rows } = await sql<Row>`${sql.raw(preparedMarker)}
    with lease as materialized (
      select set_config('synchronous_commit', 'off', true) from workers
      where worker_id = ${workerId} and lease_until >= ${at}::timestamptz for share
    ),
    job as (
      select job_id, account_id, request_id, type, command, start_url, webhook, notes from jobs
      where job_id = any(${[...jobIds]}::text[]) and status = 'queued' and not paused and webhook is null
        and page_limit = 1 and page_credits = 0 and queued = 1 and running = 0 and chores = 0 and counted = 0
        and exists (select from lease)
      order by job_id for no key update skip locked
    ),
    picked as (
      select row.id from job cross join lateral (
        select id from frontier
        where frontier.job_id = job.job_id and state = 'queued' and kind = 'page' and lost < ${sql.lit(minLostAlone)}
        limit 1 for update skip locked
      ) as row
    ),
    claimed as (
      update frontier set state = 'running', worker_id = ${workerId}, attempt = attempt + 1
      where id in (select id from picked)
      returning job_id, id, kind, url, digest, depth, attempt, suspected, line, name
    ),
    started as (
      update jobs set status = 'running', started_at = coalesce(started_at, ${at}::timestamptz), served_at = ${at}::timestamptz,
        queued = 0, running = 1
      from claimed where jobs.job_id = claimed.job_id
    )
    select job.account_id, request_id, type, command, start_url, webhook, notes, claimed.*,
      ${jobChangeNotification(sql`job.job_id`, workerId)}
    from job join claimed using (job_id)
  `.execute(database);
  return rows.map(
    ({
      account_id,
      request_id,
      type,
      command,
      start_url,
      webhook,
      notes,
      job_id,
      ...row
    }: Row): ClaimedTaskRow => {
      const { id, kind, url, digest, depth, attempt, suspected, line, name } = row;
      return {
        job: { account_id, request_id, type, command, start_url, webhook, notes, job_id },
        page: {
          id,
          kind,
          url,
          digest,
          depth,
          attempt,
          suspected,
          line: line ?? null,
          name: name ?? null,
          credits: 0,
        },
      };
    },
  );
}
