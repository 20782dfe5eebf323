import './datasets.css';
import { useState } from 'preact/hooks';
import type { Dataset, Job } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { ChevronLeft } from '../../components/icons.ts';
import { NextRuns } from '../../components/next-runs.tsx';
import { ErrorState, SkeletonState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { countOf, formatNumber, toWords } from '../../text/format.ts';
import { scheduleText } from '../../text/schedule.ts';
import { ChangeFeed } from './change-feed.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { refreshText, sourceText } from './dataset-facts.ts';
import { FieldChart } from './field-chart.tsx';
import { RecordTable } from './record-table.tsx';

const refreshMs = 3_000;
const progressMs = 1_000;

function RefreshProgress({ jid }: { jid: string }) {
  const { data } = useQuery(`job ${jid}`, (signal) => client.value.getJob({ jid }, { signal }), {
    refreshMs: progressMs,
  });
  const job: Job | null = data.value;
  return (
    <p class="refresh-line" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>
        {job === null
          ? 'The refresh has started.'
          : `The refresh has read ${countOf(job.progress.done, 'page')}.`}
      </span>
      <a href={`#/jobs/${jid}`}>Open the job</a>
    </p>
  );
}

function Source({ dataset }: { dataset: Dataset }) {
  const { source } = dataset;
  const text = sourceText(dataset);
  if (source.kind === 'recipe') return <a href="#/recipes">{text}</a>;
  if (source.kind !== 'collect') return <>{text}</>;
  return (
    <WebLink class="url" href={source.url} title={source.url}>
      {text}
    </WebLink>
  );
}

/** What is known about a dataset, in one line; the rest is folded. */
function Facts({ dataset }: { dataset: Dataset }) {
  const { counts, last_refresh: last, next_run_at: next } = dataset;
  const isPaused = dataset.schedule !== null && 'paused' in dataset.schedule;
  return (
    <div class="dataset-line">
      <span>{countOf(counts.active, 'record')}</span>
      <span>
        <Source dataset={dataset} />
      </span>
      <span>
        {isPaused ? 'refreshes are paused' : `refreshed ${scheduleText(dataset.schedule)}`}
        {next !== null && (
          <>
            , next <Time at={next} />
          </>
        )}
      </span>
      {last !== null && (
        <span>
          last refresh <Time at={last.at} />: {refreshText(dataset)}
        </span>
      )}
      <details>
        <summary>Details</summary>
        <dl class="dataset-facts panel">
          <div>
            <dt>Records</dt>
            <dd>
              {formatNumber(counts.active)} active, {formatNumber(counts.missing)} missing,{' '}
              {formatNumber(counts.removed)} removed
            </dd>
          </div>
          <div>
            <dt>Identified by</dt>
            <dd>{dataset.key === null ? 'not known yet' : dataset.key.join(', ') || 'all values'}</dd>
          </div>
          <div>
            <dt>Schedule</dt>
            <dd>
              <NextRuns schedule={dataset.schedule} nextRuns={dataset.next_runs} />
            </dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>
              <Time at={dataset.created_at} />
            </dd>
          </div>
        </dl>
      </details>
    </div>
  );
}

const tabs = [
  { name: 'records', label: 'Records' },
  { name: 'changes', label: 'Changes' },
  { name: 'chart', label: 'Chart' },
];

function DatasetView({ dataset }: { dataset: Dataset }) {
  const [tab, setTab] = useState('records');
  const { did, refreshing, last_refresh: last } = dataset;
  return (
    <div class="page">
      <header class="page-head">
        <a class="back-link" href="#/datasets">
          <Icon icon={ChevronLeft} /> Datasets
        </a>
        <h1>{dataset.name}</h1>
        <StatusBadge status={refreshing === null ? (last?.status ?? 'none') : 'running'} />
        <span class="head-space" />
        <DatasetActions dataset={dataset} />
      </header>
      {refreshing !== null && <RefreshProgress key={refreshing} jid={refreshing} />}
      {last?.error != null && (
        <p class="warning" role="alert">
          <strong>{toWords(last.error.code)}</strong> {last.error.message}
        </p>
      )}
      <Facts dataset={dataset} />
      <Tabs label="Views of the dataset" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'records' && <RecordTable dataset={dataset} />}
        {tab === 'changes' && <ChangeFeed key={did} dataset={dataset} />}
        {tab === 'chart' && <FieldChart dataset={dataset} />}
      </Tabs>
      <ApiLink
        method="GET"
        path={
          tab === 'records' ? `/v1/datasets/${did}/records?limit=1000` : `/v1/datasets/${did}/changes?since=0`
        }
        tag="datasets"
        operation={tab === 'records' ? 'get_dataset_records' : 'get_dataset_changes'}
      />
    </div>
  );
}

/** One dataset: its records, changes, values over time and schedule. */
export function DatasetPage({ params }: { params: Record<string, string> }) {
  const did = params.did ?? '';
  const { data, error, refresh } = useQuery(
    `dataset ${did}`,
    (signal) => client.value.getDataset({ did }, { signal }),
    { refreshMs },
  );
  if (data.value !== null) return <DatasetView key={did} dataset={data.value} />;
  return error.value === null ? <SkeletonState /> : <ErrorState message={error.value} onRetry={refresh} />;
}
