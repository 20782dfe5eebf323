import './workflows.css';
import type { Workflow } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Plus, Workflow as WorkflowIcon } from '../../components/icons.ts';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { scheduleText } from '../../text/schedule.ts';
import { stepsOf } from './workflow-steps.ts';

const refreshMs = 5_000;
const pageSize = 200;

const columns: readonly Column<Workflow>[] = [
  {
    id: 'name',
    label: 'Workflow',
    width: 'minmax(0, 3fr)',
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <a class="cell-main" href={`#/workflows/${id}`}>
        <strong>{name}</strong>
      </a>
    ),
  },
  {
    id: 'steps',
    label: 'Steps',
    width: '80px',
    align: 'end',
    isWideOnly: true,
    cell: (workflow) => stepsOf(workflow).length,
  },
  {
    id: 'last',
    label: 'Last run',
    width: '140px',
    cell: ({ last_run: last }) =>
      last === null ? <span class="muted">none</span> : <StatusBadge status={last.status} />,
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
    label: 'Next run',
    width: '120px',
    align: 'end',
    isWideOnly: true,
    cell: ({ next_run_at: at }) => <Time at={at} />,
  },
];

/** The workflows of the account. */
export function WorkflowsPage() {
  const { data, error, refresh } = useQuery(
    'workflows',
    (signal) => client.value.listWorkflows({ limit: pageSize }, { signal }),
    { refreshMs },
  );
  const workflows = data.value?.workflows ?? null;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Workflows</h1>
        <span class="head-space" />
        {hasScope('write') && (
          <Button kind="primary" icon={Plus} onClick={() => navigate('/workflows/new')}>
            New workflow
          </Button>
        )}
      </header>
      {workflows === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {workflows === null && error.value === null && <LoadingState />}
      {workflows?.length === 0 && (
        <EmptyState
          icon={WorkflowIcon}
          title="No workflows yet"
          text="A workflow repeats browser steps on request or on a schedule. Record one by using a page in a browser session."
        >
          {hasScope('write') && (
            <Button kind="primary" onClick={() => navigate('/sessions')}>
              Record a workflow
            </Button>
          )}
        </EmptyState>
      )}
      {workflows !== null && workflows.length > 0 && (
        <DataTable
          label="Workflows"
          items={workflows}
          columns={columns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/workflows/${id}`}
        />
      )}
      <ApiLink method="GET" path="/v1/workflows" tag="workflows" operation="list_workflows" />
    </div>
  );
}
