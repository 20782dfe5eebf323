import './workflows.css';
import { useState } from 'preact/hooks';
import type { RunSummary, Workflow } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { ChevronLeft, Play, Save, Trash2 } from '../../components/icons.ts';
import { NextRuns } from '../../components/next-runs.tsx';
import { ScheduleField } from '../../components/schedule-field.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { AnyStep } from '../../components/step-kinds.ts';
import { StepList } from '../../components/step-list.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Time } from '../../components/time.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { inputsOf, stepsOf, toRequest } from './workflow-steps.ts';

const refreshMs = 4_000;
const runRefreshMs = 2_000;

const runColumns: readonly Column<RunSummary>[] = [
  {
    id: 'status',
    label: 'Status',
    width: '150px',
    cell: ({ run_id: id, status }) => (
      <a href={`#/runs/${id}`}>
        <StatusBadge status={status} />
      </a>
    ),
  },
  {
    id: 'error',
    label: 'Result',
    width: 'minmax(0, 1fr)',
    cell: ({ error, records_total: total }) => (error === null ? `${total} records` : error.message),
  },
  {
    id: 'created',
    label: 'Started',
    width: '130px',
    align: 'end',
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

function Runs({ id }: { id: string }) {
  const { data, error, refresh } = useQuery(
    `workflow ${id} runs`,
    (signal) => client.value.listWorkflowRuns({ id, limit: 100 }, { signal }),
    { refreshMs: runRefreshMs },
  );
  if (data.value === null)
    return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
  if (data.value.runs.length === 0) return <p class="muted">The workflow has not run so far.</p>;
  return (
    <DataTable
      label="Runs"
      items={data.value.runs}
      columns={runColumns}
      keyOf={({ run_id: run }) => run}
      hrefOf={({ run_id: run }) => `/runs/${run}`}
      maxHeight="40vh"
    />
  );
}

function StartForm({ workflow }: { workflow: Workflow }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const inputs = inputsOf(workflow);
  const start = async () => {
    setBusy(true);
    try {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      const { run_id: run } = await client.value.runWorkflow({ id: workflow.id, inputs: given });
      navigate(`/runs/${run}`);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="start-form"
      aria-label="Start a run"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {inputs.map(({ name, hint, isRequired }) => (
        <TextField
          key={name}
          label={isRequired ? `${name} (required)` : name}
          hint={hint}
          value={values[name] ?? ''}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <Button kind="primary" type="submit" icon={Play} isBusy={isBusy}>
        Run now
      </Button>
    </form>
  );
}

function Settings({ workflow, save }: { workflow: Workflow; save(changed: Workflow): Promise<void> }) {
  return (
    <section class="panel workflow-side" aria-label="Runs and schedule">
      {hasScope('write') && <StartForm workflow={workflow} />}
      <div>
        {hasScope('write') && (
          <ScheduleField
            value={workflow.schedule}
            noneLabel="Only on request"
            onChange={(schedule) => void save({ ...workflow, schedule: schedule as Workflow['schedule'] })}
          />
        )}
        <NextRuns schedule={workflow.schedule} nextRuns={workflow.next_runs} />
      </div>
      <div>
        <h2>Runs</h2>
        <Runs id={workflow.id} />
      </div>
    </section>
  );
}

function WorkflowView({ workflow }: { workflow: Workflow }) {
  const [changed, setChanged] = useState<readonly AnyStep[] | null>(null);
  const { id } = workflow;
  const save = async (wanted: Workflow, steps: readonly AnyStep[]) => {
    try {
      await client.value.replaceWorkflow({ id, ...toRequest(wanted, steps) });
      showSuccess('The workflow was saved.');
      setChanged(null);
      invalidate('workflow');
    } catch (error) {
      showError(error);
    }
  };
  const remove = async () => {
    const text = `“${workflow.name}” and its schedule are deleted. Its runs remain until they expire.`;
    if (!(await confirmAction({ title: 'Delete this workflow?', text, action: 'Delete workflow' }))) return;
    try {
      await client.value.deleteWorkflow({ id });
      navigate('/workflows');
      invalidate('workflow');
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div class="page">
      <header class="page-head">
        <a class="back-link" href="#/workflows">
          <Icon icon={ChevronLeft} /> Workflows
        </a>
        <h1>{workflow.name}</h1>
        <span class="head-space" />
        {changed !== null && (
          <>
            <Button onClick={() => setChanged(null)}>Discard changes</Button>
            <Button kind="primary" icon={Save} onClick={() => void save(workflow, changed)}>
              Save steps
            </Button>
          </>
        )}
        {hasScope('write') && (
          <Button kind="danger" icon={Trash2} onClick={() => void remove()}>
            Delete
          </Button>
        )}
      </header>
      <div class="workflow">
        <section class="panel" aria-label="Steps of the workflow">
          <h2>Steps</h2>
          <StepList steps={changed ?? stepsOf(workflow)} canEdit={hasScope('write')} onChange={setChanged} />
        </section>
        <Settings workflow={workflow} save={(wanted) => save(wanted, changed ?? stepsOf(workflow))} />
      </div>
      <ApiLink method="GET" path={`/v1/workflows/${id}`} tag="workflows" operation="get_workflow" />
    </div>
  );
}

/** One workflow: its steps, schedule and runs. */
export function WorkflowPage({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const { data, error, refresh } = useQuery(
    `workflow ${id}`,
    (signal) => client.value.getWorkflow({ id }, { signal }),
    { refreshMs },
  );
  if (data.value !== null) return <WorkflowView key={id} workflow={data.value} />;
  return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
}
