import type { Rule } from './rule.ts';

/** Webhook events: exactly one for each occurrence. */
export const eventRules: readonly Rule[] = [
  {
    name: 'an ended job with a webhook has exactly one event of its end',
    query: `
      select job_id, status, events from jobs
      cross join lateral (
        select count(*) as events from deliveries
        where deliveries.job_id = jobs.job_id and deliveries.type in ('job.completed', 'job.failed', 'job.cancelled')
      ) as found
      where webhook is not null and type in ('crawl', 'batch_scrape', 'extract')
        and status in ('completed', 'failed', 'cancelled') and events <> 1`,
  },
  {
    name: 'no event tells of an end of a job that did not come',
    query: `
      select delivery_id, deliveries.type, job_id, jobs.status from deliveries join jobs using (job_id)
      where deliveries.type in ('job.completed', 'job.failed', 'job.cancelled')
        and deliveries.type <> 'job.' || jobs.status`,
  },
  {
    name: 'the events of a completed job name each of its pages once',
    query: `
      select job_id, delivered, pages from jobs
      cross join lateral (
        select coalesce(sum(case when json_typeof(data->'pages') = 'array' then json_array_length(data->'pages') else 1 end), 0)
          as pages
        from deliveries where deliveries.job_id = jobs.job_id and deliveries.type = 'job.page'
      ) as found
      where webhook is not null and type in ('crawl', 'batch_scrape') and status = 'completed' and pages <> delivered`,
  },
  {
    name: 'a refresh that changed records has exactly one event, and no other has any',
    query: `
      select job_id, changes, events from (
        select job_id,
          (select count(*) from dataset_changes where run_id = jobs.job_id) as changes,
          (select count(*) from deliveries where deliveries.job_id = jobs.job_id and type = 'dataset.changed') as events
        from jobs where type = 'dataset_refresh'
      ) as found where events <> least(changes, 1)`,
  },
  {
    name: 'a check that tells of a change has exactly one event, and no other has any',
    query: `
      select monitor_id, ordinal, notified, events from monitor_checks
      cross join lateral (
        select count(*) as events from deliveries
        where type = 'monitor.changed' and data->>'mid' = monitor_id and (data->>'check')::integer = ordinal
      ) as found
      where events <> (case when notified then 1 else 0 end)`,
  },
  {
    name: 'an ended run has exactly one event of its end, and no other has any',
    query: `
      select run_id, status, events from workflow_runs
      cross join lateral (
        select count(*) as events from deliveries where type = 'workflow.completed' and data->>'run_id' = run_id
      ) as found
      where webhook is not null and events <> (case when status in ('completed', 'failed') then 1 else 0 end)`,
  },
  {
    name: 'a delivered event had an attempt that succeeded',
    query: `
      select delivery_id, status, attempts from deliveries
      where status = 'delivered' and not exists (
        select from delivery_attempts
        where delivery_attempts.delivery_id = deliveries.delivery_id and error is null and status_code between 200 and 299
      )`,
  },
  {
    name: 'no event is given up while its receiver answers',
    query: `select delivery_id, type, status, attempts from deliveries where status in ('failed', 'disabled')`,
  },
];
