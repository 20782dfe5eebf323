import './monitors.css';
import { useState } from 'preact/hooks';
import type { GetMonitorAnswer } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { ChevronLeft } from '../../components/icons.ts';
import { LineChart } from '../../components/line-chart.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { toWords } from '../../text/format.ts';
import { ChangeTimeline } from './change-timeline.tsx';
import { CheckHistory } from './check-history.tsx';
import { CurrentVersion } from './current-version.tsx';
import { MonitorActions } from './monitor-actions.tsx';
import { nameOf, seriesOf } from './monitor-facts.ts';
import { MonitorStatus } from './monitor-status.tsx';
import { VersionCompare } from './version-compare.tsx';

const refreshMs = 2_500;

function Charts({ monitor }: { monitor: GetMonitorAnswer }) {
  const series = seriesOf(monitor.checks, monitor.baseline);
  if (series.length === 0) return null;
  return (
    <section class="panel" aria-label="Values over time">
      <h2>Values over time</h2>
      <div class="charts">
        {series.map(({ pointer, points }) => (
          <LineChart
            key={pointer}
            label={toWords(pointer.replace(/^\//, '').replaceAll('/', ' › ')) || 'Value'}
            points={points}
          />
        ))}
      </div>
    </section>
  );
}

const tabs = [
  { name: 'change', label: 'Changes' },
  { name: 'history', label: 'All checks' },
  { name: 'compare', label: 'Compare versions' },
  { name: 'current', label: 'Current version' },
];

function MonitorView({ monitor }: { monitor: GetMonitorAnswer }) {
  const [tab, setTab] = useState('change');
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <div class="page">
      <header class="page-head">
        <a class="back-link" href="#/monitors">
          <Icon icon={ChevronLeft} /> Monitors
        </a>
        <h1>{nameOf(monitor)}</h1>
        <StatusBadge status={monitor.checking === null ? monitor.status : 'running'} />
        <span class="head-space" />
        <MonitorActions monitor={monitor} />
      </header>
      <MonitorStatus monitor={monitor} />
      <Tabs label="Views of the monitor" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'change' && <ChangeTimeline monitor={monitor} shown={opened} onShow={setOpened} />}
        {tab === 'history' && (
          <CheckHistory
            monitor={monitor}
            onOpen={(number) => {
              setOpened(number);
              setTab('change');
            }}
          />
        )}
        {tab === 'compare' && <VersionCompare monitor={monitor} />}
        {tab === 'current' && <CurrentVersion version={monitor.baseline} />}
      </Tabs>
      <Charts monitor={monitor} />
      <ApiLink method="GET" path={`/v1/monitors/${monitor.mid}`} tag="monitors" operation="get_monitor" />
    </div>
  );
}

/** One monitor: the result of its last check, its changes, values over time and all checks. */
export function MonitorPage({ params }: { params: Record<string, string> }) {
  const mid = params.mid ?? '';
  const { data, error, refresh } = useQuery(
    `monitor ${mid}`,
    (signal) => client.value.getMonitor({ mid }, { signal }),
    { refreshMs },
  );
  if (data.value !== null) return <MonitorView key={mid} monitor={data.value} />;
  return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
}
