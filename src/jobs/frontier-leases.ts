import { sql } from 'kysely';
import { addMs } from '../domain/clock.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { notifyOfJob } from './job-signals.ts';

const batch = 20;

/** Enters a worker, whose lease ends at `until` unless renewed. */
export async function enterWorker(
  database: Database,
  workerId: string,
  now: Date,
  leaseMs: number,
): Promise<void> {
  const lease = { worker_id: workerId, started_at: now, lease_until: addMs(now, leaseMs) };
  await database.insertInto('workers').values(lease).execute();
}

/** Renews the lease; false when it was taken away, so that nothing this worker holds is its own any more. */
export async function renewLease(
  database: Database,
  workerId: string,
  now: Date,
  leaseMs: number,
): Promise<boolean> {
  const renewed = await database
    .updateTable('workers')
    .set({ lease_until: addMs(now, leaseMs) })
    .where('worker_id', '=', workerId)
    .where('lease_until', '>', sql<Date>`'-infinity'`)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Locks the jobs in which the worker has rows, one transaction each, and calls `work` for them. */
async function forEachJob(
  database: Database,
  workerId: string,
  work: (transaction: DatabaseTransaction, jobId: string) => Promise<void>,
): Promise<void> {
  const jobs = await database
    .selectFrom('frontier')
    .select('job_id')
    .distinct()
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .execute();
  for (const { job_id: jobId } of jobs) {
    await database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('jobs')
        .select('job_id')
        .where('job_id', '=', jobId)
        .forNoKeyUpdate()
        .execute();
      await work(transaction, jobId);
    });
  }
}

/** Puts rows that the worker runs back in line; those of a job that has ended are done with. */
async function requeue(
  transaction: DatabaseTransaction,
  jobId: string,
  workerId: string,
  options: { wasLost: boolean; ids: readonly number[] | null },
): Promise<void> {
  const { wasLost, ids } = options;
  const only = ids === null ? sql`true` : sql`id = any(${[...ids]}::bigint[])`;
  await sql`
    with mine as (
      select id, kind from frontier
      where worker_id = ${workerId} and state = 'running' and job_id = ${jobId} and ${only} for update
    ),
    tally as (
      select count(*) filter (where kind = 'page')::integer as pages, count(*)::integer as total from mine
    ),
    job as (select job_id, status in ('queued', 'running') as is_open from jobs where job_id = ${jobId}),
    moved as (
      update frontier set worker_id = null, state = case when job.is_open then 'queued' else 'skipped' end,
        lost = lost + ${wasLost ? 1 : 0}::smallint,
        suspected = suspected + case when ${wasLost} and tally.total = 1 then 1 else 0 end
      from mine cross join tally cross join job where frontier.id = mine.id
    )
    update jobs set queued = queued + tally.pages, running = running - tally.pages
    from tally cross join job where jobs.job_id = job.job_id and job.is_open
  `.execute(transaction);
  await notifyOfJob(transaction, jobId);
}

/** Gives rows of one job back that this worker has not finished, as if it had never claimed them. */
export async function giveBack(
  database: Database,
  workerId: string,
  jobId: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('jobs')
      .select('job_id')
      .where('job_id', '=', jobId)
      .forNoKeyUpdate()
      .execute();
    await requeue(transaction, jobId, workerId, { wasLost: false, ids });
  });
}

/** Takes its leave in order: whatever the worker still holds goes back. */
export async function leaveWorker(database: Database, workerId: string): Promise<void> {
  await forEachJob(database, workerId, (transaction, jobId) =>
    requeue(transaction, jobId, workerId, { wasLost: false, ids: null }),
  );
  await database.deleteFrom('workers').where('worker_id', '=', workerId).execute();
}

/** Whether the worker's lease is in force, held so until the transaction ends. */
export async function holdsLease(
  transaction: DatabaseTransaction,
  workerId: string,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('workers')
    .select('worker_id')
    .where('worker_id', '=', workerId)
    .where('lease_until', '>=', now)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Workers whose lease is over, or that nobody knows of though rows are theirs. */
async function findLost(database: Database, now: Date): Promise<string[]> {
  const found = await sql<{ worker_id: string }>`
    select worker_id from workers where lease_until < ${now.toISOString()}::timestamptz
    union
    select worker_id from frontier
    where state = 'running' and not exists (select from workers where workers.worker_id = frontier.worker_id)
    limit ${batch}
  `.execute(database);
  return found.rows.map((row) => row.worker_id);
}

/**
 * Takes what workers hold whose lease is over, and strikes them off; returns how many there were. A worker that comes
 * back to life finds itself struck off, and what it writes is fenced out.
 */
export async function reclaimLost(database: Database, now: Date): Promise<number> {
  const lost = await findLost(database, now);
  for (const workerId of lost) {
    // Struck off first: from then on it can neither renew nor claim, so that nothing is added to what is taken.
    await database
      .updateTable('workers')
      .set({ lease_until: sql<Date>`'-infinity'` })
      .where('worker_id', '=', workerId)
      .where('lease_until', '<', now)
      .execute();
    const known = await database
      .selectFrom('workers')
      .select('worker_id')
      .where('worker_id', '=', workerId)
      .where('lease_until', '>', sql<Date>`'-infinity'`)
      .executeTakeFirst();
    // It renewed in the last moment.
    if (known !== undefined) continue;
    await forEachJob(database, workerId, (transaction, jobId) =>
      requeue(transaction, jobId, workerId, { wasLost: true, ids: null }),
    );
    await database.deleteFrom('workers').where('worker_id', '=', workerId).execute();
  }
  return lost.length;
}
