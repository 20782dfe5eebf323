import './monitors.css';
import { useState } from 'preact/hooks';
import type { Monitor } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FilterSelect, Filters, FilterText } from '../../components/filters.tsx';
import { Eye, Plus } from '../../components/icons.ts';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { navigate, route, setParams } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { shortAddress } from '../../text/address.ts';
import { scheduleText } from '../../text/schedule.ts';
import { nameOf, recipientsOf, watchText } from './monitor-facts.ts';

const pageSize = 100;
const refreshMs = 5_000;
const statuses = ['active', 'paused', 'needs_attention'] as const;

type Filter = NonNullable<Parameters<typeof client.value.listMonitors>[0]>;

const columns: readonly Column<Monitor>[] = [
  {
    id: 'name',
    label: 'Monitor',
    width: 'minmax(0, 3fr)',
    sortBy: nameOf,
    cell: (monitor) => (
      <a class="cell-main" href={`#/monitors/${monitor.mid}`}>
        <strong>{shortAddress(nameOf(monitor))}</strong> <span class="muted">{watchText(monitor)}</span>
      </a>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '150px',
    narrowWidth: '104px',
    sortBy: ({ status }) => status,
    cell: (monitor) => (
      <StatusBadge
        status={
          monitor.consecutive_failures > 0 && monitor.status === 'active'
            ? 'failing'
            : recipientsOf(monitor).isMuted && monitor.status === 'active'
              ? 'muted'
              : monitor.status
        }
      />
    ),
  },
  {
    id: 'schedule',
    label: 'Schedule',
    width: 'minmax(0, 1fr)',
    isWideOnly: true,
    cell: ({ schedule }) => scheduleText(schedule as never),
  },
  {
    id: 'check',
    label: 'Last check',
    width: '190px',
    isWideOnly: true,
    sortBy: ({ latest_check: latest }) => latest?.at ?? '',
    cell: ({ latest_check: latest }) =>
      latest === null ? (
        <span class="muted">–</span>
      ) : (
        <span title={latest.summary}>
          <StatusBadge status={latest.state} /> <Time at={latest.at} />
        </span>
      ),
  },
  {
    id: 'change',
    label: 'Last change',
    width: '120px',
    narrowWidth: '104px',
    align: 'end',
    sortBy: ({ last_change: at }) => at ?? '',
    cell: ({ last_change: at }) => <Time at={at} />,
  },
  {
    id: 'next',
    label: 'Next check',
    width: '120px',
    align: 'end',
    isWideOnly: true,
    sortBy: ({ next_run_at: at }) => at ?? '',
    cell: ({ next_run_at: at, checking }) =>
      checking === null ? <Time at={at} /> : <StatusBadge status="running" />,
  },
];

function NoMonitors({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState icon={Eye} title="No monitor matches" text="No monitor has this status and text.">
        <Button onClick={() => setParams({ status: null, q: null })}>Show all monitors</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Eye}
      title="No monitors yet"
      text="A monitor checks a page on a schedule and tells you when it really changed. Choose the part to watch by pointing at it."
    >
      {hasScope('write') && (
        <Button kind="primary" icon={Plus} onClick={() => navigate('/monitors/new')}>
          Watch a page
        </Button>
      )}
    </EmptyState>
  );
}

function MonitorList({ filter }: { filter: Filter }) {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, refresh } = useQuery(
    `monitors ${JSON.stringify(filter)} ${limit}`,
    (signal) => client.value.listMonitors({ ...filter, limit }, { signal }),
    { refreshMs },
  );
  const answer = data.value;
  if (error.value !== null && answer === null) return <ErrorState message={error.value} onRetry={refresh} />;
  if (answer === null) return <LoadingState />;
  if (answer.monitors.length === 0) return <NoMonitors isFiltered={Object.keys(filter).length > 0} />;
  return (
    <>
      <DataTable
        label="Monitors"
        items={answer.monitors}
        columns={columns}
        keyOf={({ mid }) => mid}
        hrefOf={({ mid }) => `/monitors/${mid}`}
      />
      {answer.monitors.length === limit && limit < 1_000 && (
        <Button onClick={() => setLimit((size) => Math.min(1_000, size * 2))}>Show more</Button>
      )}
    </>
  );
}

/** The monitors of the account. */
export function MonitorsPage() {
  const { params } = route.value;
  const status = params.get('status');
  const q = params.get('q');
  const filter = { ...(status && { status }), ...(q && { q }) } as Filter;
  const query = new URLSearchParams(filter as Record<string, string>);
  return (
    <div class="page">
      <header class="page-head">
        <h1>Monitors</h1>
        <Filters label="Filters of the monitors" names={['status', 'q']}>
          <FilterSelect label="Status" name="status" options={statuses} />
          <FilterText label="Search" name="q" placeholder="Name or URL" />
        </Filters>
        <span class="head-space" />
        {hasScope('write') && (
          <Button kind="primary" icon={Plus} onClick={() => navigate('/monitors/new')}>
            New monitor
          </Button>
        )}
      </header>
      <MonitorList filter={filter} />
      <ApiLink
        method="GET"
        path={`/v1/monitors${query.size > 0 ? `?${query}` : ''}`}
        tag="monitors"
        operation="list_monitors"
      />
    </div>
  );
}
