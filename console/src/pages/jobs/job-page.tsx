import './jobs.css';
import type { Job } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { ChevronLeft } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { PageView, type ShownResult } from '../../components/page-view.tsx';
import { ErrorState, LoadingState, SkeletonState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { shortAddress } from '../../text/address.ts';
import { jobName, startUrlOf } from '../../text/job-title.ts';
import { JobActions } from './job-actions.tsx';
import { hasEnded, hasPages } from './job-facts.ts';
import { JobProgress } from './job-progress.tsx';
import { LimitNotice } from './limit-notice.tsx';
import { PageList } from './page-list.tsx';
import { useJobPages } from './use-job-pages.ts';

const refreshMs = 1_500;

/** The response of a job that runs one operation. */
function SingleResult({ job }: { job: Job }) {
  const { data, error, refresh } = useQuery(`job ${job.jid} results ${job.status}`, (signal) =>
    client.value.getJobResults({ jid: job.jid, limit: 1 }, { signal }),
  );
  if (!hasEnded(job)) return <LoadingState label="The job is running" />;
  if (error.value !== null) return <ErrorState message={error.value} onRetry={refresh} />;
  const result = data.value?.results[0] as ShownResult | undefined;
  return (
    <section class="panel" aria-label="Result">
      {result === undefined ? <p class="muted">The job has no result.</p> : <PageView result={result} />}
    </section>
  );
}

/** Where the job began: a link if it is an address. */
function StartAddress({ job }: { job: Job }) {
  const start = startUrlOf(job);
  if (start === null) return null;
  return (
    <WebLink class="url" href={start}>
      {shortAddress(start)}
    </WebLink>
  );
}

function JobView({ job }: { job: Job }) {
  // The notice says the same, with a button.
  const warnings = job.warnings.filter(({ code }) => code !== 'limit_reached');
  const { pages, rate } = useJobPages(job.jid, !hasEnded(job));
  return (
    <div class="page">
      <header class="page-head">
        <a class="back-link" href="#/jobs">
          <Icon icon={ChevronLeft} /> Jobs
        </a>
        <h1>{jobName(job.type)}</h1>
        <StatusBadge status={job.paused ? 'paused' : job.status} />
        <span class="head-space" />
        <JobActions job={job} />
      </header>
      <p class="muted job-line">
        <StartAddress job={job} />
        <span>
          started <Time at={job.created_at} />
        </span>
      </p>
      <Warnings error={job.error ?? undefined} warnings={warnings} />
      {job.waiting !== null && (
        <p class="warning">
          <strong>Waiting</strong> {job.waiting.message}
        </p>
      )}
      <LimitNotice job={job} />
      {hasPages(job) ? (
        <>
          <JobProgress job={job} pages={pages} rate={rate} />
          <PageList job={job} pages={pages} />
        </>
      ) : (
        <SingleResult job={job} />
      )}
      <details class="panel">
        <summary>Request of the job</summary>
        <JsonView value={job.params} />
      </details>
      <ApiLink method="GET" path={`/v1/jobs/${job.jid}/results`} tag="jobs" operation="get_job_results" />
    </div>
  );
}

/** One job: live progress, results, actions. */
export function JobPage({ params }: { params: Record<string, string> }) {
  const jid = params.jid ?? '';
  const { data, error, refresh } = useQuery(
    `job ${jid}`,
    (signal) => client.value.getJob({ jid }, { signal }),
    {
      refreshMs,
    },
  );
  if (data.value !== null) return <JobView key={jid} job={data.value} />;
  return error.value === null ? <SkeletonState /> : <ErrorState message={error.value} onRetry={refresh} />;
}
