import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';

const pollMs = 50;

interface OpenJob {
  job_id: string;
  type: string;
  status: string;
}

/** Job that does not end. */
export interface StuckJob {
  id: string;
  violation: string;
}

/** Returns the jobs that have not ended. */
export async function openJobs(client: ClientBase): Promise<OpenJob[]> {
  const { rows } = await client.query<OpenJob>(
    `select job_id, type, status from jobs where status in ('queued', 'running') and not paused`,
  );
  return rows;
}

/** Describes a job that does not end, for the report. */
async function describeJob(client: ClientBase, id: string): Promise<string> {
  const { rows } = await client.query(
    `select job_id, type, status, queued, running, chores, unfunded, created_at, served_at, error, reservation_id,
       array(
         select concat_ws(' ', state, 'attempt', attempt, 'lost', lost, 'suspected', suspected, frontier.worker_id,
           'lease', workers.lease_until, url)
         from frontier left join workers on workers.worker_id = frontier.worker_id
         where frontier.job_id = jobs.job_id and state in ('queued', 'running') limit 3
       ) as frontier,
       now() as database_now
     from jobs where job_id = $1`,
    [id],
  );
  return JSON.stringify(rows[0]);
}

/** Waits until these jobs have ended. Returns the waiting time and the jobs that did not end within `withinMs`. */
export async function waitUntilEnded(
  client: ClientBase,
  ids: readonly string[],
  withinMs: number,
): Promise<{ ms: number; stuck: StuckJob[] }> {
  const since = performance.now();
  const wanted = new Set(ids);
  for (;;) {
    const open = (await openJobs(client)).filter(({ job_id }) => wanted.has(job_id));
    const ms = Math.round(performance.now() - since);
    if (open.length === 0) return { ms, stuck: [] };
    if (ms > withinMs) {
      const stuck: StuckJob[] = [];
      for (const { job_id: id } of open) {
        const found = await describeJob(client, id);
        stuck.push({ id, violation: `a job does not end within ${withinMs} ms: ${found}` });
      }
      return { ms, stuck };
    }
    await pause(pollMs);
  }
}
