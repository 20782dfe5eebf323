import type { Rule } from './rule.ts';

/** Jobs: counts, delivered pages and leftovers. */
export const jobRules: readonly Rule[] = [
  {
    name: 'an ended job has nothing waiting or running',
    query: `
      select job_id, type, status, queued, running, chores, reservation_id from jobs
      where status in ('completed', 'failed', 'cancelled')
        and (queued <> 0 or running <> 0 or chores <> 0 or reservation_id is not null)`,
  },
  {
    name: 'a completed job has no row that a worker still holds',
    query: `
      select job_id, frontier.id, frontier.url, worker_id from frontier join jobs using (job_id)
      where frontier.state = 'running' and status = 'completed'`,
  },
  {
    name: 'a job delivers without gaps, as many results as it says',
    query: `
      select job_id, type, delivered, found, last from jobs
      cross join lateral (
        select count(*) as found, coalesce(max(ordinal) + 1, 0) as last from results where results.job_id = jobs.job_id
      ) as sums where delivered <> found or delivered <> last`,
  },
  {
    name: 'a job over pages counts each result under one status',
    query: `
      select job_id, delivered, ok, not_found, blocked, failed, unavailable, budget_exhausted, invalid from jobs
      where type in ('crawl', 'batch_scrape', 'extract')
        and delivered <> ok + not_found + blocked + failed + unavailable + budget_exhausted + invalid`,
  },
  {
    name: 'a job delivers each address once',
    query: `
      select job_id, url, count(*) as results from results where not superseded
      group by job_id, url having count(*) > 1`,
  },
  {
    name: 'every result has a receipt of its own, of the same account',
    query: `
      select results.job_id, results.url, results.receipt_id, count(*) over (partition by results.receipt_id) as uses
      from results join jobs using (job_id) left join receipts using (receipt_id)
      where receipts.receipt_id is null or receipts.account_id <> jobs.account_id
      union all
      select min(job_id), min(url), receipt_id, count(*) from results group by receipt_id having count(*) > 1`,
  },
  {
    name: 'the long text of a result belongs to the account of the job',
    query: `
      select results.job_id, results.ref from results join jobs using (job_id) left join contents using (ref)
      where results.ref is not null and (contents.ref is null or contents.account_id <> jobs.account_id)`,
  },
];

/** Longer than the interval of the periodic tasks. */
const settleMs = 15_000;

/** Datasets, monitors, workflows and sessions. */
export const objectRules: readonly Rule[] = [
  {
    name: 'a dataset counts its records and numbers its changes without gaps',
    query: `
      select dataset_id, active, missing, removed, last_seq, records.*, changes.* from datasets
      cross join lateral (
        select count(*) filter (where status = 'active') as is_active,
          count(*) filter (where status = 'missing') as is_missing,
          count(*) filter (where status = 'removed') as is_removed
        from dataset_records where dataset_records.dataset_id = datasets.dataset_id
      ) as records
      cross join lateral (
        select count(*) as changes, coalesce(max(seq), 0) as highest
        from dataset_changes where dataset_changes.dataset_id = datasets.dataset_id
      ) as changes
      where active <> is_active or missing <> is_missing or removed <> is_removed
        or last_seq <> highest or last_seq <> changes`,
  },
  {
    name: 'a monitor numbers its checks without gaps',
    query: `
      select monitor_id, monitors.checks, found.* from monitors
      cross join lateral (
        select coalesce(max(ordinal), 0) as highest, coalesce(max(ordinal) - min(ordinal) + 1, 0) as span,
          count(*) as kept
        from monitor_checks where monitor_checks.monitor_id = monitors.monitor_id
      ) as found
      where monitors.checks <> highest or (span <= 1000 and kept <> span)`,
  },
  {
    name: 'a check is charged once, as it says',
    query: `
      select monitor_id, ordinal, job_id, credits, charged from monitor_checks
      cross join lateral (
        select coalesce(-sum(credits), 0) as charged from ledger where ledger.job_id = monitor_checks.job_id
      ) as sums where job_id is not null and credits <> charged`,
  },
  {
    name: 'a run that goes on has a job that goes on',
    query: `
      select run_id, workflow_runs.status, job_id, jobs.status as job_status from workflow_runs
      left join jobs using (job_id)
      where workflow_runs.status in ('queued', 'running')
        and (jobs.job_id is null or jobs.status in ('completed', 'failed', 'cancelled'))`,
  },
  {
    name: 'a session that nobody holds is closed by the sweep',
    parameters: ['now'],
    settleMs,
    query: `
      select session_id, process, lease_until from browser_sessions
      where status = 'open' and lease_until < $1::timestamptz - interval '5 minutes'`,
  },
  {
    name: 'a schedule comes round again soon',
    parameters: ['now'],
    settleMs,
    query: `
      select kind, subject_id, schedule, starts_at, failures, $1::timestamptz as now from schedules
      where starts_at > $1::timestamptz + interval '10 minutes'`,
  },
  {
    name: 'housekeeping comes round after its interval',
    parameters: ['now'],
    settleMs,
    query: `
      select name, next_run_at, every_ms, $1::timestamptz as now from periodic_tasks
      where next_run_at > $1::timestamptz + every_ms * interval '1 millisecond' + interval '1 minute'`,
  },
];
