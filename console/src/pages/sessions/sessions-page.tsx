import './sessions.css';
import { useState } from 'preact/hooks';
import type { BrowserSession } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { AppWindow, Plus } from '../../components/icons.ts';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Time } from '../../components/time.tsx';
import { client, messageOf } from '../../data/client.ts';
import { openSession } from '../../data/open-session.ts';
import { useQuery } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';

const refreshMs = 5_000;

const columns: readonly Column<BrowserSession>[] = [
  {
    id: 'page',
    label: 'Page',
    width: 'minmax(0, 3fr)',
    sortBy: ({ title }) => title,
    cell: ({ sid, title, url }) => (
      <a class="cell-main" href={`#/sessions/${sid}`}>
        <strong>{title || 'Empty page'}</strong> <span class="muted">{url}</span>
      </a>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '110px',
    sortBy: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'steps',
    label: 'Steps',
    width: '80px',
    align: 'end',
    isWideOnly: true,
    sortBy: ({ steps }) => steps,
    cell: ({ steps }) => steps,
  },
  {
    id: 'opened',
    label: 'Opened',
    width: '120px',
    narrowWidth: '104px',
    align: 'end',
    sortBy: ({ opened_at: at }) => at,
    cell: ({ opened_at: at }) => <Time at={at} />,
  },
];

function OpenForm() {
  const [url, setUrl] = useState('');
  const [record, setRecord] = useState(true);
  const [login, setLogin] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { data } = useQuery('logins for a session', (signal) => client.value.listLogins({}, { signal }));
  const logins = data.value?.logins ?? [];
  const open = async () => {
    setBusy(true);
    setError(null);
    try {
      const sid = await openSession({ url: url.trim(), login, record });
      navigate(`/sessions/${sid}`);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="panel open-form"
      aria-label="Open a session"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <TextField label="First page" type="url" placeholder="https://" value={url} onChange={setUrl} />
      {logins.length > 0 && (
        <label class="filter">
          Login
          <select value={login} onChange={(event) => setLogin(event.currentTarget.value)}>
            <option value="">None</option>
            {logins.map(({ lid, name, domain }) => (
              <option key={lid} value={lid}>
                {`${name} (${domain})`}
              </option>
            ))}
          </select>
        </label>
      )}
      <CheckField
        label="Record the steps, so that they can be tested and saved"
        isChecked={record}
        onChange={(isChecked) => setRecord(isChecked)}
      />
      {error !== null && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <div>
        <Button kind="primary" type="submit" icon={Plus} isBusy={isBusy}>
          Open session
        </Button>
      </div>
    </form>
  );
}

/** The browser sessions of the account, and a form that opens one. */
export function SessionsPage() {
  const { data, error, refresh } = useQuery(
    'sessions',
    (signal) => client.value.listBrowsers({}, { signal }),
    { refreshMs },
  );
  const sessions = data.value?.sessions ?? null;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Browser sessions</h1>
      </header>
      {hasScope('write') && <OpenForm />}
      {sessions === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {sessions === null && error.value === null && <LoadingState />}
      {sessions?.length === 0 && (
        <EmptyState
          icon={AppWindow}
          title="No sessions yet"
          text="A session is a live browser: see the page, click and type, save a login, and keep the steps as a workflow."
        />
      )}
      {sessions !== null && sessions.length > 0 && (
        <DataTable
          label="Sessions"
          items={sessions}
          columns={columns}
          keyOf={({ sid }) => sid}
          hrefOf={({ sid }) => `/sessions/${sid}`}
        />
      )}
      <ApiLink method="GET" path="/v1/browser" tag="browser" operation="list_browsers" />
    </div>
  );
}
