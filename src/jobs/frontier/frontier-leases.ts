import { sql } from 'kysely';
import { addMs } from '../../domain/system/clock.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { prepared } from '../../store/prepared-statements.ts';
import { notifyJobChange } from '../records/job-signals.ts';

const batch = 20;
/** Selects running rows of workers that are not registered. */
const unregisteredRows = sql`
  select worker_id from frontier
  where state = 'running' and not exists (select from workers where workers.worker_id = frontier.worker_id)`;
/** A row that was running when this many workers ended runs without other such rows in the same worker. */
export const isolateAfter = 5;

/** Registers a worker, whose lease ends at `until` unless it is renewed. */
export async function enterWorker(
  database: Database,
  workerId: string,
  now: Date,
  leaseMs: number,
): Promise<void> {
  const lease = { worker_id: workerId, started_at: now, lease_until: addMs(now, leaseMs) };
  await database.insertInto('workers').values(lease).execute();
}

/** The lease of a worker as another worker sees it. */
export interface SeenLease {
  workerId: string;
  until: Date;
}

/** What a worker sees when it renews its lease. */
export interface LeaseView {
  /** Leases of other workers that end after the renewal. */
  others: SeenLease[];
  /** True if rows of workers whose lease has expired can be reclaimed. */
  hasLost: boolean;
  /** True if this worker owns rows. */
  ownsRows: boolean;
  /** True if there are jobs that are not paused. */
  hasJobs: boolean;
}

/**
 * Renews the lease, and looks around in the same statement: it is all that a worker without work does. Returns null if the lease was
 * revoked, so that this worker no longer holds any rows.
 */
export async function renewLease(
  database: Database,
  workerId: string,
  now: Date,
  leaseMs: number,
): Promise<LeaseView | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await sql<
    Omit<LeaseView, 'others'> & { isRenewed: boolean; others: { workerId: string; until: string }[] | null }
  >`${prepared}
    with renewed as (
      update workers set lease_until = ${addMs(now, leaseMs).toISOString()}::timestamptz
      where worker_id = ${workerId}::text and lease_until > '-infinity' returning worker_id
    )
    select exists (select from renewed) as "isRenewed",
      (
        select json_agg(json_build_object('workerId', worker_id, 'until', lease_until)) from workers
        where lease_until >= ${at} and worker_id <> ${workerId}::text
      ) as others,
      exists (select from workers where lease_until < ${at} and worker_id <> ${workerId}::text)
        or exists (${unregisteredRows}) as "hasLost",
      exists (select from frontier where state = 'running' and worker_id = ${workerId}::text) as "ownsRows",
      exists (select from jobs where status in ('queued', 'running') and not paused) as "hasJobs"
  `.execute(database);
  const { isRenewed, others, ...view } = itemAt(rows, 0);
  if (!isRenewed) return null;
  return { ...view, others: (others ?? []).map((other) => ({ ...other, until: new Date(other.until) })) };
}

/** Locks the row of a job until the transaction ends. */
async function lockJob(transaction: DatabaseTransaction, jobId: string): Promise<void> {
  await transaction
    .selectFrom('jobs')
    .select('job_id')
    .where('job_id', '=', jobId)
    .forNoKeyUpdate()
    .execute();
}

/** Locks each job in which the worker has rows, in a transaction of its own, and calls `work`. */
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
      await lockJob(transaction, jobId);
      await work(transaction, jobId);
    });
  }
}

/** Effect of a worker's end on the rows that it ran. */
interface Loss {
  /** True if each of them may have been the cause. */
  isUnexplained: boolean;
  /** Row that caused it, if known. */
  culprit: number | null;
}

const noLoss: Loss = { isUnexplained: false, culprit: null };

/** Returns rows of the worker to the queue; rows of an ended job are skipped. */
async function requeue(
  transaction: DatabaseTransaction,
  jobId: string,
  workerId: string,
  options: { loss: Loss; ids: readonly number[] | null },
): Promise<void> {
  const { loss, ids } = options;
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
        lost = lost + ${loss.isUnexplained ? 1 : 0}::smallint,
        suspected = suspected + case when frontier.id = ${loss.culprit}::bigint then 1 else 0 end
      from mine cross join tally cross join job where frontier.id = mine.id
    ),
    -- What a run reserved is of no use to the next one, which reserves for itself.
    released as (delete from reservations using mine where reservations.frontier_id = mine.id)
    update jobs set queued = queued + tally.pages, running = running - tally.pages
    from tally cross join job where jobs.job_id = job.job_id and job.is_open
  `.execute(transaction);
  await notifyJobChange(transaction, jobId);
}

/** Returns unfinished rows of one job to the queue, as if this worker had never claimed them. */
async function giveBack(
  database: Database,
  workerId: string,
  jobId: string,
  ids: readonly number[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockJob(transaction, jobId);
    await requeue(transaction, jobId, workerId, { loss: noLoss, ids });
  });
}

/**
 * Returns every running row of the worker that is not in `held` to the queue: its work was abandoned, or the database
 * failed during the claim. Nothing may be claimed for the worker meanwhile.
 */
export async function giveBackUnheld(
  database: Database,
  workerId: string,
  held: ReadonlySet<number>,
): Promise<void> {
  const rows = await database
    .selectFrom('frontier')
    .select(['id', 'job_id'])
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .execute();
  const unheld = Map.groupBy(
    rows.filter((row) => !held.has(row.id)),
    (row) => row.job_id,
  );
  for (const [jobId, ofJob] of unheld) {
    await giveBack(
      database,
      workerId,
      jobId,
      ofJob.map((row) => row.id),
    );
  }
}

/** Deregisters a worker in an orderly shutdown and returns its rows to the queue. */
export async function leaveWorker(database: Database, workerId: string): Promise<void> {
  await forEachJob(database, workerId, (transaction, jobId) =>
    requeue(transaction, jobId, workerId, { loss: noLoss, ids: null }),
  );
  await database.deleteFrom('workers').where('worker_id', '=', workerId).execute();
}

/** Returns whether the worker's lease is valid, and keeps it so until the transaction ends. */
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

/** Records which row made a worker's process crash; 0 for none. Claims of other workers are not affected. */
export async function noteCrashedBy(database: Database, workerId: string, rowId: number): Promise<void> {
  await database
    .updateTable('workers')
    .set({ crashed_by: rowId })
    .where('worker_id', '=', workerId)
    .execute();
}

/**
 * Finds the row to which the end of a worker is attributed. If none was recorded, it is the only row that the worker
 * ran, or the only one among those that many workers ran when they ended (`isolateAfter`).
 */
async function explainLoss(database: Database, workerId: string): Promise<Loss> {
  const worker = await database
    .selectFrom('workers')
    .select('crashed_by')
    .where('worker_id', '=', workerId)
    .executeTakeFirst();
  const noted = worker?.crashed_by ?? null;
  if (noted !== null) return { isUnexplained: false, culprit: noted };
  const rows = await database
    .selectFrom('frontier')
    .select(['id', 'lost'])
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .execute();
  const suspects = rows.filter(({ lost }) => lost >= isolateAfter);
  const [only] = rows.length === 1 ? rows : suspects.length === 1 ? suspects : [];
  return { isUnexplained: true, culprit: only?.id ?? null };
}

/** Returns workers whose lease has expired, or that own rows without being registered. */
async function findLost(database: Database, now: Date): Promise<string[]> {
  const found = await sql<{ worker_id: string }>`
    select worker_id from workers where lease_until < ${now.toISOString()}::timestamptz
    union ${unregisteredRows}
    limit ${batch}
  `.execute(database);
  return found.rows.map((row) => row.worker_id);
}

/**
 * Reclaims the rows of workers whose lease has expired, deregisters these workers and returns their number. Writes of
 * a worker that resumes after that are fenced out.
 */
export async function reclaimLost(database: Database, now: Date): Promise<number> {
  const lost = await findLost(database, now);
  for (const workerId of lost) {
    // Revoke the lease first: the worker can then neither renew nor claim, so no rows are added.
    await database
      .updateTable('workers')
      .set({ lease_until: sql<Date>`'-infinity'` })
      .where('worker_id', '=', workerId)
      .where('lease_until', '<', now)
      .execute();
    await reclaimRevoked(database, workerId);
  }
  return lost.length;
}

/** Returns the rows of a worker whose lease is revoked to the queue; does nothing if it renewed its lease meanwhile. */
async function reclaimRevoked(database: Database, workerId: string): Promise<void> {
  const known = await database
    .selectFrom('workers')
    .select('worker_id')
    .where('worker_id', '=', workerId)
    .where('lease_until', '>', sql<Date>`'-infinity'`)
    .executeTakeFirst();
  if (known !== undefined) return;
  const loss = await explainLoss(database, workerId);
  await forEachJob(database, workerId, (transaction, jobId) =>
    requeue(transaction, jobId, workerId, { loss, ids: null }),
  );
  await database.deleteFrom('workers').where('worker_id', '=', workerId).execute();
}

/** Reclaims the rows of a worker whose lease still has the value that was seen. */
export async function reclaimUnrenewed(database: Database, { workerId, until }: SeenLease): Promise<void> {
  await database
    .updateTable('workers')
    .set({ lease_until: sql<Date>`'-infinity'` })
    .where('worker_id', '=', workerId)
    .where('lease_until', '=', until)
    .execute();
  await reclaimRevoked(database, workerId);
}
