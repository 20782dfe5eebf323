import './jobs.css';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { Job } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FilterSelect, Filters } from '../../components/filters.tsx';
import { ListTodo } from '../../components/icons.ts';
import { EmptyState, ErrorState, SkeletonState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { showError } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { navigate, route, setParams } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { shortAddress } from '../../text/address.ts';
import { formatNumber } from '../../text/format.ts';
import { jobName, startUrlOf } from '../../text/job-title.ts';

const pageSize = 100;
const refreshMs = 3_000;
const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
const types = [
  'crawl',
  'batch_scrape',
  'scrape',
  'extract',
  'collect',
  'parse',
  'compare',
  'archive',
  'dataset_refresh',
  'monitor_check',
  'workflow_run',
] as const;

const columns: readonly Column<Job>[] = [
  {
    id: 'job',
    label: 'Job',
    width: 'minmax(0, 3fr)',
    cell: (job) => (
      <a class="cell-main" href={`#/jobs/${job.jid}`}>
        <strong>{jobName(job.type)}</strong> <span class="muted">{shortAddress(startUrlOf(job) ?? '')}</span>
      </a>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '140px',
    narrowWidth: '126px',
    sortBy: ({ status }) => status,
    cell: ({ status, paused }) => <StatusBadge status={paused ? 'paused' : status} />,
  },
  {
    id: 'pages',
    label: 'Done',
    width: '80px',
    narrowWidth: '60px',
    align: 'end',
    sortBy: ({ progress }) => progress.done,
    cell: ({ progress }) => formatNumber(progress.done),
  },
  {
    id: 'credits',
    label: 'Credits',
    width: '90px',
    align: 'end',
    isWideOnly: true,
    sortBy: ({ credits }) => credits.charged,
    cell: ({ credits }) => formatNumber(credits.charged),
  },
  {
    id: 'created',
    label: 'Created',
    width: '130px',
    align: 'end',
    isWideOnly: true,
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

function NoJobs({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState icon={ListTodo} title="No job matches" text="No job has this type and status.">
        <Button onClick={() => setParams({ type: null, status: null })}>Show all jobs</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ListTodo}
      title="No jobs yet"
      text="A crawl reads the pages of a site in the background. Its progress, results and errors appear here."
    >
      {hasScope('write') && (
        <Button kind="primary" onClick={() => navigate('/home')}>
          Crawl a site
        </Button>
      )}
    </EmptyState>
  );
}

/** Older jobs than those of the live list, read when the user scrolls to the end. */
function useOlderJobs(filter: { type?: string; status?: string }, newest: readonly Job[]) {
  const [older, setOlder] = useState<Job[]>([]);
  const [isReading, setReading] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const last = older.at(-1) ?? newest.at(-1);
  const read = useCallback(async () => {
    if (isReading || isComplete || last === undefined || newest.length < pageSize) return;
    setReading(true);
    try {
      const page = await client.value.listJobs({ ...filter, before: last.jid, limit: pageSize } as Parameters<
        typeof client.value.listJobs
      >[0]);
      setOlder((jobs) => [...jobs, ...page.jobs]);
      setComplete(page.jobs.length < pageSize);
    } catch (error) {
      setComplete(true);
      showError(error);
    } finally {
      setReading(false);
    }
  }, [filter, isComplete, isReading, last, newest.length]);
  return { older, read };
}

function JobList({ type, status }: { type: string | undefined; status: string | undefined }) {
  const filter = useMemo(
    () => ({ ...(type !== undefined && { type }), ...(status !== undefined && { status }) }),
    [type, status],
  );
  const { data, error, refresh } = useQuery(
    `jobs ${type} ${status}`,
    (signal) =>
      client.value.listJobs({ ...filter, limit: pageSize } as Parameters<typeof client.value.listJobs>[0], {
        signal,
      }),
    { refreshMs },
  );
  const newest = data.value?.jobs ?? [];
  const { older, read } = useOlderJobs(filter, newest);
  const jobs = useMemo(() => {
    const known = new Map([...older, ...newest].map((job) => [job.jid, job]));
    return [...known.values()].sort((a, b) => (a.jid < b.jid ? 1 : -1));
  }, [older, newest]);
  if (error.value !== null && data.value === null)
    return <ErrorState message={error.value} onRetry={refresh} />;
  if (data.value === null) return <SkeletonState />;
  if (jobs.length === 0) return <NoJobs isFiltered={Object.keys(filter).length > 0} />;
  return (
    <DataTable
      label="Jobs"
      items={jobs}
      columns={columns}
      keyOf={({ jid }) => jid}
      hrefOf={({ jid }) => `/jobs/${jid}`}
      onEnd={() => void read()}
    />
  );
}

/** The background jobs of the account, newest first. */
export function JobsPage() {
  const { params } = route.value;
  const type = params.get('type') ?? undefined;
  const status = params.get('status') ?? undefined;
  const query = new URLSearchParams({ ...(type && { type }), ...(status && { status }) });
  return (
    <div class="page">
      <header class="page-head">
        <h1>Jobs</h1>
        <Filters label="Filters of the jobs" names={['type', 'status']}>
          <FilterSelect
            label="Type"
            name="type"
            options={types}
            nameOf={(type) => jobName(type as Job['type'])}
          />
          <FilterSelect label="Status" name="status" options={statuses} />
        </Filters>
      </header>
      <JobList key={`${type} ${status}`} type={type} status={status} />
      <ApiLink
        method="GET"
        path={`/v1/jobs${query.size > 0 ? `?${query}` : ''}`}
        tag="jobs"
        operation="list_jobs"
      />
    </div>
  );
}
