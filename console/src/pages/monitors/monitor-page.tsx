import './monitors.css';
import { useState } from 'preact/hooks';
import type {
  GetMonitorAnswer,
  Monitor,
  MonitorCheck,
  Schedule,
} from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { ChevronLeft } from '../../components/icons.ts';
import { LineChart } from '../../components/line-chart.tsx';
import { NextRuns } from '../../components/next-runs.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { formatRelative } from '../../text/format.ts';
import { CheckHistory } from './check-history.tsx';
import { CheckView } from './check-view.tsx';
import { CurrentVersion } from './current-version.tsx';
import { MonitorActions } from './monitor-actions.tsx';
import { nameOf, recipientsOf, seriesOf, watchText } from './monitor-facts.ts';
import { VersionCompare } from './version-compare.tsx';

const refreshMs = 2_500;

function LatestCheck({ latest }: { latest: Monitor['latest_check'] }) {
  if (latest === null) return <>none so far</>;
  return (
    <>
      <StatusBadge status={latest.state} /> <Time at={latest.at} />
      <span class="muted">{latest.summary}</span>
    </>
  );
}

function MonitorFacts({ monitor }: { monitor: GetMonitorAnswer }) {
  const { webhook, email, isMuted } = recipientsOf(monitor);
  const recipients = [...webhook, ...email];
  return (
    <dl class="monitor-facts panel">
      <div>
        <dt>Watches</dt>
        <dd>
          {watchText(monitor)}
          {monitor.url !== null && <span class="muted url">{monitor.url}</span>}
        </dd>
      </div>
      <div>
        <dt>Checks</dt>
        <dd>
          <NextRuns schedule={monitor.schedule as unknown as Schedule} nextRuns={monitor.next_runs} />
        </dd>
      </div>
      <div>
        <dt>Notifies</dt>
        <dd>
          {isMuted && <StatusBadge status="muted" />}
          {recipients.length === 0
            ? 'Nobody. Changes appear here and in the feed.'
            : recipients.map((recipient) => (
                <span key={recipient} class="url">
                  {recipient}
                </span>
              ))}
        </dd>
      </div>
      <div>
        <dt>Last check</dt>
        <dd>
          <LatestCheck latest={monitor.latest_check} />
        </dd>
      </div>
      <div>
        <dt>Last change</dt>
        <dd>{monitor.last_change === null ? 'none so far' : formatRelative(monitor.last_change)}</dd>
      </div>
    </dl>
  );
}

function Charts({ monitor }: { monitor: GetMonitorAnswer }) {
  const series = seriesOf(monitor.checks, monitor.baseline);
  if (series.length === 0) return null;
  return (
    <section class="panel" aria-label="Values over time">
      <h2>Values over time</h2>
      <div class="charts">
        {series.map(({ pointer, points }) => (
          <LineChart key={pointer} label={pointer.replace(/^\//, '') || 'value'} points={points} />
        ))}
      </div>
    </section>
  );
}

/** Returns the check that a visitor wants to see first: the last one that changed something. */
function firstShown(checks: readonly MonitorCheck[]): MonitorCheck | null {
  return checks.find(({ state }) => state === 'changed' || state === 'removed') ?? null;
}

const tabs = [
  { name: 'change', label: 'Change' },
  { name: 'history', label: 'History' },
  { name: 'compare', label: 'Compare versions' },
  { name: 'current', label: 'Current version' },
];

function MonitorView({ monitor }: { monitor: GetMonitorAnswer }) {
  const [tab, setTab] = useState('change');
  const [opened, setOpened] = useState<number | null>(null);
  const shown = opened ?? firstShown(monitor.checks)?.check ?? null;
  const latest = monitor.checks[0];
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
      {latest?.error != null && (
        <p class="warning" role="alert">
          <strong>The last check failed.</strong> {latest.error.code}: {latest.error.message}
        </p>
      )}
      <MonitorFacts monitor={monitor} />
      <Charts monitor={monitor} />
      <Tabs label="Views of the monitor" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'change' &&
          (shown === null ? (
            <p class="muted monitor-none">
              {monitor.check_count === 0
                ? 'The first check is running.'
                : 'Nothing has changed so far. The next change appears here.'}
            </p>
          ) : (
            <CheckView
              key={shown}
              mid={monitor.mid}
              number={shown}
              hasConditions={monitor.conditions.length > 0}
            />
          ))}
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
      <ApiLink method="GET" path={`/v1/monitors/${monitor.mid}`} tag="monitors" operation="get_monitor" />
    </div>
  );
}

/** One monitor: its last change, values over time, history and settings. */
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
