import './jobs.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Job } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { ChevronLeft, X } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { PageView, type ShownResult } from '../../components/page-view.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { countOf, toWords } from '../../text/format.ts';
import { JobActions } from './job-actions.tsx';
import { hasEnded, hasPages, shortUrl, startUrlOf } from './job-facts.ts';
import { JobProgress } from './job-progress.tsx';
import { type JobPageEvent, useJobPages } from './use-job-pages.ts';

const refreshMs = 1_500;

const listColumns = (job: Job): readonly Column<JobPageEvent>[] => [
  {
    id: 'offset',
    label: '#',
    width: '64px',
    align: 'end',
    sortBy: ({ offset }) => offset,
    cell: ({ offset }) => offset + 1,
  },
  {
    id: 'status',
    label: 'Status',
    width: '130px',
    sortBy: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'url',
    label: 'URL',
    width: 'minmax(0, 1fr)',
    sortBy: ({ url }) => url,
    cell: ({ url }) => (
      <span class="cell-main" title={url}>
        {shortUrl(job, url)}
      </span>
    ),
  },
];

/** Shows one result beside the list. */
function ResultDetail({ jid, offset, onClose }: { jid: string; offset: number; onClose(): void }) {
  const panel = useRef<HTMLElement>(null);
  const { data, error, refresh } = useQuery(`job ${jid} result ${offset}`, async (signal) => {
    const { results } = await client.value.getJobResults({ jid, offset, limit: 1 }, { signal });
    return results[0] as ShownResult;
  });
  // Each opened result takes the focus
  useEffect(() => panel.current?.focus(), [offset]);
  return (
    <aside
      ref={panel}
      class="panel detail"
      aria-label={`Result ${offset + 1}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="detail-head">
        <h2>Result {offset + 1}</h2>
        <Button kind="quiet" icon={X} label="Close" onClick={onClose} />
      </div>
      {data.value !== null && <PageView result={data.value} />}
      {data.value === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {data.value === null && error.value === null && <LoadingState />}
    </aside>
  );
}

function PageList({ job, pages }: { job: Job; pages: readonly JobPageEvent[] }) {
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState<number | null>(null);
  // Only the site of the job matters.
  const columns = useMemo(() => listColumns(job), [job.jid]);
  const words = query.toLowerCase().split(' ').filter(Boolean);
  const key = words.join(' ');
  // `key` stands for the words
  const shown = useMemo(
    () =>
      words.length === 0
        ? pages
        : pages.filter(({ url, status }) => {
            const text = `${url} ${status}`.toLowerCase();
            return words.every((word) => text.includes(word));
          }),
    [pages, key],
  );
  return (
    <div class={opened === null ? 'results' : 'results results-split'}>
      <section class="results-list" aria-label="Results">
        <div class="list-head">
          <input
            type="search"
            aria-label="Search results by URL or status"
            placeholder="Search by URL or status"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          <span class="muted">{countOf(shown.length, 'page')}</span>
        </div>
        {pages.length === 0 ? (
          <p class="muted">
            {hasEnded(job) ? 'The job delivered no pages.' : 'No page was delivered so far.'}
          </p>
        ) : (
          <DataTable
            label="Results"
            items={shown}
            columns={columns}
            keyOf={({ offset }) => String(offset)}
            onOpen={({ offset }) => setOpened(offset)}
            maxHeight="60vh"
          />
        )}
      </section>
      {opened !== null && (
        <ResultDetail key={opened} jid={job.jid} offset={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}

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

function JobView({ job }: { job: Job }) {
  const { pages, rate } = useJobPages(job.jid, !hasEnded(job));
  return (
    <div class="page">
      <header class="page-head">
        <a class="back-link" href="#/jobs">
          <Icon icon={ChevronLeft} /> Jobs
        </a>
        <h1>{toWords(job.type)}</h1>
        <StatusBadge status={job.paused ? 'paused' : job.status} />
        <span class="head-space" />
        <JobActions job={job} />
      </header>
      <p class="muted job-line">
        {startUrlOf(job) !== null && <span class="url">{startUrlOf(job)}</span>}
        <code>{job.jid}</code>
        <span>
          created <Time at={job.created_at} />
        </span>
      </p>
      {job.error !== null && (
        <p class="field-error" role="alert">
          {job.error.code}: {job.error.message}
        </p>
      )}
      {job.waiting !== null && (
        <p class="warning">
          <strong>waiting</strong> {job.waiting.message}
        </p>
      )}
      {job.warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} class="warning">
          <strong>{code}</strong> {message}
        </p>
      ))}
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
  return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
}
