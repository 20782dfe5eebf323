import './datasets.css';
import { useState } from 'preact/hooks';
import type { Dataset } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Plus, Table2 } from '../../components/icons.ts';
import { EmptyState, ErrorState, SkeletonState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { formatNumber } from '../../text/format.ts';
import { scheduleText } from '../../text/schedule.ts';
import { sourceText } from './dataset-facts.ts';

const pageSize = 100;
const maxPageSize = 1_000;
const refreshMs = 5_000;

const columns: readonly Column<Dataset>[] = [
  {
    id: 'name',
    label: 'Dataset',
    width: 'minmax(0, 3fr)',
    sortBy: ({ name }) => name,
    cell: (dataset) => (
      <a class="cell-main" href={`#/datasets/${dataset.did}`}>
        <strong>{dataset.name}</strong> <span class="muted">{sourceText(dataset)}</span>
      </a>
    ),
  },
  {
    id: 'records',
    label: 'Records',
    width: '90px',
    align: 'end',
    sortBy: ({ counts }) => counts.active,
    cell: ({ counts }) => formatNumber(counts.active),
  },
  {
    id: 'status',
    label: 'Last refresh',
    width: '130px',
    sortBy: ({ last_refresh: last }) => last?.status ?? '',
    cell: ({ refreshing, last_refresh: last }) => (
      <StatusBadge status={refreshing === null ? (last?.status ?? 'none') : 'running'} />
    ),
  },
  {
    id: 'schedule',
    label: 'Schedule',
    width: 'minmax(0, 1fr)',
    isWideOnly: true,
    cell: ({ schedule }) => scheduleText(schedule),
  },
  {
    id: 'next',
    label: 'Next refresh',
    width: '120px',
    align: 'end',
    isWideOnly: true,
    sortBy: ({ next_run_at: at }) => at ?? '',
    cell: ({ next_run_at: at }) => <Time at={at} />,
  },
];

/** The datasets of the account. */
export function DatasetsPage() {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, refresh } = useQuery(
    `datasets ${limit}`,
    (signal) => client.value.listDatasets({ limit }, { signal }),
    { refreshMs },
  );
  const datasets = data.value?.datasets ?? null;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Datasets</h1>
        <span class="head-space" />
        {hasScope('write') && (
          <Button kind="primary" icon={Plus} onClick={() => navigate('/datasets/new')}>
            New dataset
          </Button>
        )}
      </header>
      {datasets === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {datasets === null && error.value === null && <SkeletonState />}
      {datasets?.length === 0 && (
        <EmptyState
          icon={Table2}
          title="No datasets yet"
          text="A dataset keeps the records of a listing up to date, and numbers every change of them."
        >
          {hasScope('write') && (
            <Button kind="primary" icon={Plus} onClick={() => navigate('/datasets/new')}>
              Collect a listing
            </Button>
          )}
        </EmptyState>
      )}
      {datasets !== null && datasets.length > 0 && (
        <DataTable
          label="Datasets"
          items={datasets}
          columns={columns}
          keyOf={({ did }) => did}
          hrefOf={({ did }) => `/datasets/${did}`}
        />
      )}
      {datasets?.length === limit && limit < maxPageSize && (
        <Button onClick={() => setLimit(maxPageSize)}>Show more</Button>
      )}
      <ApiLink method="GET" path="/v1/datasets" tag="datasets" operation="list_datasets" />
    </div>
  );
}
