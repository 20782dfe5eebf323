import type { ComponentChildren } from 'preact';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { type Query, useQuery } from '../../data/query.ts';
import { countOf, formatNumber } from '../../text/format.ts';
import { groupSameJobs, jobTitle } from '../../text/job-title.ts';

const count = 6;
const maxJobs = 60;
const refreshMs = 5_000;

interface Entry {
  id: string;
  href: string;
  title: string;
  status: string;
  detail: ComponentChildren;
}

function Recent(props: { title: string; href: string; query: Query<Entry[]>; none: string }) {
  const { data, error, refresh } = props.query;
  return (
    <section class="panel recent" aria-label={props.title}>
      <div class="recent-head">
        <h2>{props.title}</h2>
        <a href={`#${props.href}`}>View all</a>
      </div>
      {data.value === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {data.value === null && error.value === null && <LoadingState />}
      {data.value?.length === 0 && <p class="muted">{props.none}</p>}
      <ul>
        {(data.value ?? []).map(({ id, href, title, status, detail }) => (
          <li key={id}>
            <a href={`#${href}`}>
              <span class="recent-title">{title}</span>
              <span class="recent-line">
                <StatusBadge status={status} />
                <span class="muted">{detail}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useJobs() {
  return useQuery(
    'jobs recent',
    async (signal): Promise<Entry[]> => {
      const { jobs } = await client.value.listJobs({ limit: maxJobs }, { signal });
      // Checks are listed with their monitors.
      const work = groupSameJobs(jobs.filter(({ type }) => type !== 'monitor_check')).slice(0, count);
      return work.map(([job, ...earlier]) => ({
        id: job.jid,
        href: `/jobs/${job.jid}`,
        title: jobTitle(job),
        status: job.paused ? 'paused' : job.status,
        detail: (
          <>
            <Time at={job.created_at} />
            {earlier.length > 0 && ` and ${formatNumber(earlier.length)} before`}
          </>
        ),
      }));
    },
    { refreshMs },
  );
}

function useMonitors() {
  return useQuery(
    'monitors recent',
    async (signal): Promise<Entry[]> => {
      const { monitors } = await client.value.listMonitors({ limit: count }, { signal });
      return monitors.map(({ mid, name, url, status, last_change: at }) => ({
        id: mid,
        href: `/monitors/${mid}`,
        title: name ?? url ?? mid,
        status,
        detail: at === null ? 'no change so far' : <>changed {<Time at={at} />}</>,
      }));
    },
    { refreshMs },
  );
}

function useDatasets() {
  return useQuery(
    'datasets recent',
    async (signal): Promise<Entry[]> => {
      const { datasets } = await client.value.listDatasets({ limit: count }, { signal });
      return datasets.map(({ did, name, counts, refreshing, last_refresh: last }) => ({
        id: did,
        href: `/datasets/${did}`,
        title: name,
        status: refreshing === null ? (last?.status ?? 'none') : 'running',
        detail: countOf(counts.active, 'record'),
      }));
    },
    { refreshMs },
  );
}

/** The newest jobs, monitors and datasets. */
export function RecentWork() {
  return (
    <div class="recent-lists">
      <Recent
        title="Jobs"
        href="/jobs"
        query={useJobs()}
        none="Crawls and other work in the background appear here."
      />
      <Recent
        title="Monitors"
        href="/monitors"
        query={useMonitors()}
        none="Pages that you watch appear here, with their last change."
      />
      <Recent
        title="Datasets"
        href="/datasets"
        query={useDatasets()}
        none="Lists of records that are kept up to date appear here."
      />
    </div>
  );
}
