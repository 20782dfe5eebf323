import './workflows.css';
import type { RunLogEntry, WorkflowRun } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { ChevronLeft, CircleStop, Download, RotateCcw } from '../../components/icons.ts';
import { RunPicture } from '../../components/run-picture.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { LoadedImage } from '../../components/stored-image.tsx';
import { showError } from '../../components/toasts.tsx';
import { client, downloadFile } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { hasScope } from '../../data/session.ts';
import { shortAddress } from '../../text/address.ts';
import { countOf, errorText, formatBytes, formatDuration, toWords } from '../../text/format.ts';
import { QuestionForm } from './question-form.tsx';

const refreshMs = 1_500;
const maxColumns = 6;

type Row = Record<string, unknown>;

/** Returns the number of a step: `/steps/2/steps/0` is the first step of the third one, `3.1`. */
function stepNumber(pointer: string): string {
  const places = pointer.split('/').filter((part) => /^\d+$/.test(part));
  return places.map((place) => Number(place) + 1).join('.');
}

/** Types of steps whose name is no word. */
const typeWords: Readonly<Record<string, string>> = { goto: 'Go to', evaluate: 'Run a script' };

/** Returns what a step did: its detail starts with its type. */
function stepWords({ type, detail }: RunLogEntry): string {
  const words = typeWords[type] ?? toWords(type);
  if (detail === null) return words;
  return detail.startsWith(type) ? `${words}${detail.slice(type.length)}` : `${words}: ${detail}`;
}

/** Properties of {@link LogEntry}. */
interface LogEntryProps {
  entry: RunLogEntry;
  /** Page of the step before; null for the first one. */
  urlBefore: string | null;
  runId: string;
}

function LogEntry({ entry, urlBefore, runId }: LogEntryProps) {
  const { step, status, ms, url, error, screenshot } = entry;
  return (
    <li class={`log-entry log-${status}`}>
      <p>
        <span class="log-number">{stepNumber(step)}</span> {stepWords(entry)}{' '}
        <span class="muted">{formatDuration(ms)}</span> {status !== 'ok' && <StatusBadge status={status} />}
      </p>
      {url !== null && url !== urlBefore && entry.detail?.includes(url) !== true && (
        <p class="muted url">{shortAddress(url)}</p>
      )}
      {error !== null && <p class="field-error">{errorText(error)}</p>}
      {screenshot !== null && <RunPicture address={screenshot} runId={runId} alt="Page at this step" />}
    </li>
  );
}

function Files({ run }: { run: WorkflowRun }) {
  if (run.files.length === 0) return null;
  const save = (fid: string, name: string) =>
    void client.value
      .getRunFile({ run_id: run.run_id, fid })
      .then((file) => downloadFile(file, name))
      .catch(showError);
  return (
    <section class="panel" aria-label="Files">
      <h2>Files</h2>
      <ul class="file-list">
        {run.files.map(({ fid, name, bytes, media_type: type }) => (
          <li key={fid}>
            <Button icon={Download} onClick={() => save(fid, name)}>
              {name}
            </Button>
            <span class="muted">
              {type}, {formatBytes(bytes)}
            </span>
            {type.startsWith('image/') && (
              <LoadedImage
                alt={name}
                load={(signal) => client.value.getRunFile({ run_id: run.run_id, fid }, { signal })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Records({ run }: { run: WorkflowRun }) {
  const records = (Array.isArray(run.records) ? run.records : []) as Row[];
  if (records.length === 0) return null;
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].slice(0, maxColumns);
  const columns = names.map(
    (name, at): Column<{ record: Row; at: number }> => ({
      id: `field ${name}`,
      label: name,
      isWideOnly: at >= 2,
      cell: ({ record }) => {
        const value = record[name];
        return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
      },
    }),
  );
  const save = () =>
    void client.value
      .exportRun({ run_id: run.run_id, format: 'csv' })
      .then((file) => downloadFile(file, `${run.run_id}.csv`))
      .catch(showError);
  return (
    <section class="panel" aria-label="Records of the run">
      <div class="page-head">
        <h2>{countOf(run.records_total, 'record')}</h2>
        <Button icon={Download} onClick={save}>
          CSV
        </Button>
      </div>
      <DataTable
        label="Records"
        items={records.map((record, at) => ({ record, at }))}
        columns={columns}
        keyOf={({ at }) => String(at)}
        maxHeight="40vh"
      />
    </section>
  );
}

function RunActions({ run }: { run: WorkflowRun }) {
  if (!hasScope('write')) return null;
  const act = (action: 'cancel' | 'retry') =>
    void client.value
      .actOnRun({ run_id: run.run_id, action })
      .then(() => invalidate('run'))
      .catch(showError);
  const isActive = ['queued', 'running', 'needs_input'].includes(run.status);
  return (
    <>
      {isActive && (
        <Button icon={CircleStop} onClick={() => act('cancel')}>
          Cancel
        </Button>
      )}
      {run.status === 'failed' && (
        <Button icon={RotateCcw} onClick={() => act('retry')}>
          Continue from the failed step
        </Button>
      )}
    </>
  );
}

function RunView({ run }: { run: WorkflowRun }) {
  return (
    <div class="page">
      <header class="page-head">
        <a class="back-link" href={`#/workflows/${run.workflow_id}`}>
          <Icon icon={ChevronLeft} /> {run.name}
        </a>
        <h1>Run</h1>
        <StatusBadge status={run.status} />
        <span class="head-space" />
        <RunActions run={run} />
      </header>
      {run.error !== null && (
        <p class="field-error" role="alert">
          {errorText(run.error)}
        </p>
      )}
      {run.question !== null && run.status === 'needs_input' && (
        <QuestionForm key={run.question.step} runId={run.run_id} question={run.question} />
      )}
      <Records run={run} />
      <Files run={run} />
      <section class="panel" aria-label="Log">
        <h2>Log</h2>
        {run.log.length === 0 && <p class="muted">No step has ended so far.</p>}
        <ol class="log">
          {run.log.map((entry, at) => (
            <LogEntry
              key={entry.seq}
              entry={entry}
              urlBefore={run.log[at - 1]?.url ?? null}
              runId={run.run_id}
            />
          ))}
        </ol>
      </section>
      <ApiLink method="GET" path={`/v1/runs/${run.run_id}`} tag="runs" operation="get_run" />
    </div>
  );
}

/** One run of a workflow: its question, records, files and log. */
export function RunPage({ params }: { params: Record<string, string> }) {
  const runId = params.run ?? '';
  const { data, error, refresh } = useQuery(
    `run ${runId}`,
    (signal) => client.value.getRun({ run_id: runId }, { signal }),
    { refreshMs },
  );
  if (data.value !== null) return <RunView key={runId} run={data.value} />;
  return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
}
