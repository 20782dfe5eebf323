import './logins.css';
import { useMemo, useState } from 'preact/hooks';
import type { Login } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { LogIn, Pencil, Trash2 } from '../../components/icons.ts';
import { SidePanel, SplitView } from '../../components/side-panel.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { countryName } from '../../text/country-name.ts';
import { LoginForm } from './login-form.tsx';

const refreshMs = 15_000;

async function remove({ lid, name, domain }: Login): Promise<void> {
  const text = `Its cookies for ${domain} are deleted. Sessions and monitors that use it are no longer signed in.`;
  if (!(await confirmAction({ title: `Delete the login "${name}"?`, text, action: 'Delete login' }))) return;
  try {
    await client.value.deleteLogin({ lid });
    showSuccess(`The login "${name}" was deleted.`);
    invalidate('logins');
  } catch (error) {
    showError(error);
  }
}

/** How a login is renewed, and how the last renewal went. */
function Renewal({ renewal }: Pick<Login, 'renewal'>) {
  if (renewal === null) return <span class="muted">by hand</span>;
  if (renewal.last === null) return <span class="muted">by a workflow</span>;
  return (
    <span title={renewal.last.error?.message}>
      <StatusBadge status={renewal.last.status} /> <Time at={renewal.last.started_at} />
    </span>
  );
}

function createColumns(onEdit: (login: Login) => void): readonly Column<Login>[] {
  return [
    {
      id: 'name',
      label: 'Login',
      width: 'minmax(0, 1fr)',
      sortBy: ({ name }) => name,
      cell: ({ name, domain }) => (
        <span class="cell-main">
          <strong>{name}</strong> {domain !== name && <span class="muted">{domain}</span>}
        </span>
      ),
    },
    { id: 'status', label: 'Status', width: '120px', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: 'renewal',
      label: 'Renewal',
      width: '220px',
      isWideOnly: true,
      cell: ({ renewal }) => <Renewal renewal={renewal} />,
    },
    {
      id: 'country',
      label: 'Country',
      width: '90px',
      isWideOnly: true,
      cell: ({ country }) => (country === null ? <span class="muted">unknown</span> : countryName(country)),
    },
    {
      id: 'saved',
      label: 'Saved',
      width: '130px',
      isWideOnly: true,
      sortBy: ({ saved_at: at }) => at,
      cell: ({ saved_at: at }) => <Time at={at} />,
    },
    {
      id: 'used',
      label: 'Last used',
      width: '130px',
      isWideOnly: true,
      sortBy: ({ last_used_at: at }) => at ?? '',
      cell: ({ last_used_at: at }) => <Time at={at} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '100px',
      align: 'end',
      cell: (login) =>
        hasScope('admin') && (
          <>
            <Button kind="quiet" icon={Pencil} label={`Change ${login.name}`} onClick={() => onEdit(login)} />
            <Button
              kind="quiet"
              icon={Trash2}
              label={`Delete ${login.name}`}
              onClick={() => void remove(login)}
            />
          </>
        ),
    },
  ];
}

/** The saved logins of sites. */
export function LoginsPage() {
  const [edited, setEdited] = useState<Login | null>(null);
  const columns = useMemo(() => createColumns(setEdited), []);
  // Beside the form there is room for the narrow ones only.
  const shown = edited === null ? columns : columns.filter(({ isWideOnly }) => isWideOnly !== true);
  const { data, error, refresh } = useQuery('logins', (signal) => client.value.listLogins({}, { signal }), {
    refreshMs,
  });
  const logins = data.value?.logins ?? null;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Logins</h1>
      </header>
      {error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {logins === null && error.value === null && <LoadingState />}
      {logins?.length === 0 && (
        <EmptyState
          icon={LogIn}
          title="No saved logins"
          text="Sign in to a site in a browser session and save the login. Sessions, monitors and workflows can then read pages of that site as you. Its cookies are stored encrypted and sent only to that site."
        >
          <Button kind="primary" onClick={() => navigate('/sessions')}>
            Open a browser session
          </Button>
        </EmptyState>
      )}
      {logins !== null && logins.length > 0 && (
        <SplitView
          detail={
            edited === null ? null : (
              <SidePanel title={`Change ${edited.name}`} onClose={() => setEdited(null)}>
                <LoginForm key={edited.lid} login={edited} onClose={() => setEdited(null)} />
              </SidePanel>
            )
          }
        >
          <DataTable label="Logins" items={logins} columns={shown} keyOf={({ lid }) => lid} />
        </SplitView>
      )}
      <ApiLink method="GET" path="/v1/logins" tag="logins" operation="list_logins" />
    </div>
  );
}
