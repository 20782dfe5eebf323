import { sql } from 'kysely';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { Database } from '../../store/database.ts';
import { prepared } from '../../store/prepared-statements.ts';

/** A periodic task that this process has leased. */
export interface ClaimedTask {
  name: string;
  leaseId: string;
  intervalMs: number;
  dueAt: Date;
}

/** Creates missing rows, due one interval from now, and stores changed intervals. */
export async function ensureTasks(
  database: Database,
  tasks: readonly { name: string; intervalMs: number }[],
  now: Date,
): Promise<void> {
  await database
    .insertInto('periodic_tasks')
    .values(
      tasks.map(({ name, intervalMs }) => ({
        name,
        every_ms: intervalMs,
        next_run_at: addMs(now, intervalMs),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({ every_ms: set.ref('excluded.every_ms') })),
    )
    .execute();
}

/**
 * Moves tasks back that are further ahead than their interval, as after a clock that was ahead for a while. The clock is read
 * after the rows: a turn that another process has scheduled meanwhile is not taken for one of a wrong clock. Returns when the next
 * task is due; null without tasks.
 */
export async function limitDelays(
  database: Database,
  names: readonly string[],
  clock: Clock,
): Promise<Date | null> {
  const rows = await database
    .selectFrom('periodic_tasks')
    .select(['name', 'every_ms', 'next_run_at'])
    .where('name', '=', sql<string>`any(${[...names]}::text[])`)
    .modifyEnd(prepared)
    .execute();
  const now = clock.now();
  let next: Date | null = null;
  for (const { name, every_ms, next_run_at } of rows) {
    const latest = addMs(now, Number(every_ms));
    const isTooFar = next_run_at > latest;
    const runsAt = isTooFar ? latest : next_run_at;
    if (next === null || runsAt < next) next = runsAt;
    if (!isTooFar) continue;
    await database
      .updateTable('periodic_tasks')
      .set({ next_run_at: latest })
      .where('name', '=', name)
      .where('next_run_at', '=', next_run_at)
      .execute();
  }
  return next;
}

/**
 * Leases the task of `names` that has been due for the longest time; null if there is none. Due times follow `now`, leases
 * follow the clock of the database, which all processes share.
 */
export async function claimTask(
  database: Database,
  names: readonly string[],
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<ClaimedTask | null> {
  const { rows } = await sql<{ name: string; lease_id: string; every_ms: string; next_run_at: Date }>`
    update periodic_tasks
    set lease_id = gen_random_uuid(), leased_until = clock_timestamp() + ${leaseMs}::double precision * interval '1 millisecond'
    where name = (
      select name from periodic_tasks
      where name = any(${[...names]}::text[]) and next_run_at <= ${now.toISOString()}::timestamptz
        and (leased_until is null or leased_until < clock_timestamp())
      order by next_run_at
      limit 1
      for update skip locked
    )
    returning name, lease_id, every_ms, next_run_at
  `.execute(database);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    name: row.name,
    leaseId: row.lease_id,
    intervalMs: Number(row.every_ms),
    dueAt: row.next_run_at,
  };
}

/** Extends the lease; false if another process has the task. */
export async function renewTask(
  database: Database,
  { name, leaseId }: ClaimedTask,
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update periodic_tasks
    set leased_until = clock_timestamp() + ${leaseMs}::double precision * interval '1 millisecond'
    where name = ${name} and lease_id = ${leaseId}::uuid
  `.execute(database);
  return numAffectedRows === 1n;
}

/** The first multiple of the interval after `now`, counted from `dueAt`: turns that were missed count as one. */
function nextTurn({ dueAt, intervalMs }: ClaimedTask, now: Date): Date {
  const missed = Math.floor(Math.max(0, now.getTime() - dueAt.getTime()) / intervalMs);
  return addMs(dueAt, (missed + 1) * intervalMs);
}

/**
 * Ends the lease and schedules the next turn; with `isDone` false, the task is due again at once. A task that another process
 * has leased meanwhile is left alone.
 */
export async function releaseTask(
  database: Database,
  task: ClaimedTask,
  { now, isDone }: { now: Date; isDone: boolean },
): Promise<void> {
  await database
    .updateTable('periodic_tasks')
    .set({ next_run_at: isDone ? nextTurn(task, now) : task.dueAt, lease_id: null, leased_until: null })
    .where('name', '=', task.name)
    .where('lease_id', '=', task.leaseId)
    .execute();
}
