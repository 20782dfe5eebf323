import './monitors.css';
import { Icon } from '../../components/icon.tsx';
import { ChevronLeft } from '../../components/icons.ts';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { client } from '../../data/client.ts';
import { monitorStartOf } from '../../data/monitor-start.ts';
import { useQuery } from '../../data/query.ts';
import { route } from '../../data/route.ts';
import { draftOf, emptyDraft } from './monitor-draft.ts';
import { nameOf } from './monitor-facts.ts';
import { MonitorForm } from './monitor-form.tsx';

/** Creates a monitor. The parameter `url` of the place fills in the address. */
export function NewMonitorPage() {
  const url = route.value.params.get('url') ?? '';
  return (
    <div class="page">
      <header class="page-head">
        <a class="back-link" href="#/monitors">
          <Icon icon={ChevronLeft} /> Monitors
        </a>
        <h1>New monitor</h1>
      </header>
      <MonitorForm stored={null} draft={emptyDraft(url, monitorStartOf(url))} />
    </div>
  );
}

/** Changes the settings of a monitor. */
export function EditMonitorPage({ params }: { params: Record<string, string> }) {
  const mid = params.mid ?? '';
  const { data, error, refresh } = useQuery(`monitor ${mid}`, (signal) =>
    client.value.getMonitor({ mid }, { signal }),
  );
  const monitor = data.value;
  if (monitor === null)
    return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
  return (
    <div class="page">
      <header class="page-head">
        <a class="back-link" href={`#/monitors/${mid}`}>
          <Icon icon={ChevronLeft} /> {nameOf(monitor)}
        </a>
        <h1>Edit monitor</h1>
      </header>
      <MonitorForm key={mid} stored={monitor} draft={draftOf(monitor)} />
    </div>
  );
}
