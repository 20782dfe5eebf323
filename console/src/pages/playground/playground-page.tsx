import './playground.css';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { CodeText } from '../../components/code-text.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { SchemaForm } from '../../components/form/schema-form.tsx';
import { Icon } from '../../components/icon.tsx';
import { BookOpen, Play } from '../../components/icons.ts';
import { JsonEditor } from '../../components/json-editor.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Fields } from '../../data/client.ts';
import { type ApiReference, loadApiReference, type OperationInfo } from '../../data/openapi.ts';
import { useQuery } from '../../data/query.ts';
import { navigate, route } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { callState, cancelCall, runCall } from './call-state.ts';
import { OperationList } from './operation-list.tsx';
import { type ReplayedRequest, ReplayNotice, toReplayed, useReplayedRequest } from './replay.tsx';
import { ResultPanel } from './result-panel.tsx';
import { createSnippets } from './snippets.ts';

const firstOperation = 'scrape';
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Fields that the user entered, by operation, while the console is open. */
const drafts = new Map<string, Fields>();

/** Returns the first fields of an operation: those of its example that the call cannot do without. */
function firstFields({ example, schema }: OperationInfo): Fields {
  const required = schema.required ?? [];
  const chosen = Object.entries(example).filter(
    ([name]) =>
      required.includes(name) || (required.length === 0 && (name === 'url' || example.url === undefined)),
  );
  return Object.fromEntries(chosen);
}

function Snippets({ operation, fields }: { operation: OperationInfo; fields: Fields }) {
  const snippets = createSnippets(operation, fields);
  const [chosen, setChosen] = useState('curl');
  const shown = snippets.find(({ name }) => name === chosen) ?? snippets[0];
  if (shown === undefined) return null;
  return (
    <section class="panel" aria-label="Code">
      <Tabs label="Ways to call" tabs={snippets} selected={shown.name} onSelect={setChosen}>
        <div class="raw-view">
          <div class="view-actions">
            <CopyButton text={shown.text} label={`Copy as ${shown.label}`} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard */}
          <pre tabIndex={0}>{shown.text}</pre>
        </div>
      </Tabs>
    </section>
  );
}

/** Edits the fields as a form or as JSON. */
function RequestEditor(props: {
  operation: OperationInfo;
  reference: ApiReference;
  fields: Fields;
  onChange(fields: Fields): void;
  onRun(): void;
}) {
  const { operation, reference, fields, onChange, onRun } = props;
  const [view, setView] = useState('form');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const state = callState.value;
  const written = JSON.stringify(fields, null, 2);
  const edit = (changed: string) => {
    setText(changed);
    try {
      const value = JSON.parse(changed) as unknown;
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new Error('It is not an object.');
      setError(null);
      onChange(value as Fields);
    } catch (problem) {
      setError(`The fields must be a JSON object. ${(problem as Error).message}`);
    }
  };
  const select = (name: string) => {
    setText(written);
    setError(null);
    setView(name);
  };
  const tabs = [
    { name: 'form', label: 'Form' },
    { name: 'json', label: 'JSON' },
  ];
  return (
    <Tabs label="Request" tabs={tabs} selected={view} onSelect={select}>
      {view === 'form' ? (
        <SchemaForm
          schema={operation.schema}
          resolve={reference.resolve}
          value={fields}
          onChange={onChange}
          mainFields={Object.keys(operation.example)}
          errors={state.phase === 'failed' ? state.errors : new Map()}
        />
      ) : (
        <>
          <JsonEditor label="Fields as JSON" text={text} onChange={edit} onSubmit={onRun} />
          {error !== null && <p class="field-error">{error}</p>}
        </>
      )}
    </Tabs>
  );
}

/** What an operation does and costs, folded until it is wanted. */
function About({ operation }: { operation: OperationInfo }) {
  const { tag, name, description, price } = operation;
  return (
    <details class="operation-about">
      <summary>About</summary>
      <p>
        <CodeText text={description} />
      </p>
      <p>
        Price: <CodeText text={price} />
      </p>
      <a href={`/docs/api-reference#/${tag}/${name}`} target="_blank" rel="noreferrer">
        <Icon icon={BookOpen} size={14} /> Reference
      </a>
    </details>
  );
}

function OperationPanel(props: {
  operation: OperationInfo;
  reference: ApiReference;
  /** Fields of an earlier request; null to continue with the draft. */
  replayed: ReplayedRequest | null;
}) {
  const { operation, reference, replayed } = props;
  const [fields, setFields] = useState<Fields>(
    () => replayed?.fields ?? drafts.get(operation.name) ?? firstFields(operation),
  );
  const isRunning = callState.value.phase === 'running';
  const change = (changed: Fields) => {
    drafts.set(operation.name, changed);
    setFields(changed);
  };
  const run = async () => {
    const isDelete = operation.method === 'DELETE';
    const question = {
      title: operation.title,
      text: 'This deletes data of your account and cannot be undone.',
      action: 'Delete',
    };
    if (isDelete && !(await confirmAction(question))) return;
    await runCall(operation.name, fields);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(isApple ? event.metaKey : event.ctrlKey)) return;
    event.preventDefault();
    void run();
  };
  return (
    <div class="playground-columns">
      <div class="playground-request">
        <form
          class="panel"
          aria-label={operation.title}
          onKeyDown={press}
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <header class="operation-head">
            <h1>{operation.title}</h1>
            <code class="muted">
              {operation.method} {operation.path}
            </code>
            <About operation={operation} />
          </header>
          {replayed !== null && <ReplayNotice replayed={replayed} />}
          <RequestEditor
            operation={operation}
            reference={reference}
            fields={fields}
            onChange={change}
            onRun={() => void run()}
          />
          <div class="run-bar">
            <Button
              kind="primary"
              type="submit"
              icon={Play}
              isBusy={isRunning}
              shortcut={isApple ? '⌘↵' : 'Ctrl ↵'}
            >
              Run
            </Button>
            <Button kind="quiet" onClick={() => change(firstFields(operation))}>
              Reset
            </Button>
          </div>
        </form>
        <Snippets operation={operation} fields={fields} />
      </div>
      <ResultPanel />
    </div>
  );
}

/** Runs every operation of the API that the key may use. */
export function PlaygroundPage({ params }: { params: Record<string, string> }) {
  const name = params.operation ?? firstOperation;
  const { data, error, refresh } = useQuery('openapi', loadApiReference);
  // Another operation has another result
  useEffect(() => cancelCall, [name]);
  const reference = data.value;
  const replayId = route.value.params.get('replay');
  const replay = useReplayedRequest(replayId);
  if (reference === null) {
    return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
  }
  const usable = reference.operations.filter(({ scope }) => hasScope(scope));
  const operation = usable.find((one) => one.name === name);
  if (replayId !== null && replay.data.value === null) {
    return replay.error.value === null ? (
      <LoadingState />
    ) : (
      <ErrorState message={replay.error.value} onRetry={replay.refresh} />
    );
  }
  return (
    <div class="playground">
      <OperationList
        operations={usable}
        selected={name}
        onSelect={(chosen) => navigate(`/playground/${chosen}`)}
      />
      {operation === undefined ? (
        <ErrorState message={`The key cannot run an operation ${name}.`} />
      ) : (
        <OperationPanel
          key={`${operation.name} ${replayId}`}
          operation={operation}
          reference={reference}
          replayed={replay.data.value === null ? null : toReplayed(operation, replay.data.value)}
        />
      )}
    </div>
  );
}
