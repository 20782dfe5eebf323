import '../../styles/choice-list.css';
import { useState } from 'preact/hooks';
import type { Monitor } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { FieldRows } from '../../components/field-rows.tsx';
import { Check, MousePointerClick } from '../../components/icons.ts';
import { LoginField } from '../../components/login-field.tsx';
import { ScheduleField } from '../../components/schedule-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import {
  draftError,
  kindOf,
  type MonitorDraft,
  toRequest,
  type WatchKind,
  watchesPage,
  watchOfKind,
} from './monitor-draft.ts';
import { NotifyFields } from './notify-fields.tsx';
import { SectionPicker } from './section-picker.tsx';

const kinds: readonly [WatchKind, string, string][] = [
  ['section', 'A section', 'Point at the part that matters'],
  ['main', 'Main content', 'The text without menus and footers'],
  ['whole', 'The whole page', 'Everything on the page'],
  ['fields', 'Values', 'A price, a date, a stock level'],
  ['dataset', 'A dataset', 'Changes of its records'],
  ['search', 'A search', 'New and lost results'],
  ['workflow', 'A workflow', 'The records of its runs'],
];

const requestHint =
  'JSON with headers, cookies, steps, wait_for, wait_ms, mobile, or method and body with allow_unsafe, such as {"headers": {"X-Key": "…"}}.';

interface EditProps {
  draft: MonitorDraft;
  change(changes: Partial<MonitorDraft>): void;
}

function KindChoice({ draft, change }: EditProps) {
  return (
    <fieldset class="kind-list">
      <legend>What to watch</legend>
      {kinds.map(([kind, label, text]) => (
        <label key={kind} class="kind-choice">
          <input
            type="radio"
            name="kind"
            checked={kindOf(draft) === kind}
            onChange={() => change({ watch: watchOfKind(kind, draft) })}
          />
          <span>
            <strong>{label}</strong>
            <span class="muted">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function DatasetChoice({ draft, change }: EditProps) {
  const { data } = useQuery('datasets for a monitor', (signal) =>
    client.value.listDatasets({ limit: 200 }, { signal }),
  );
  const { watch } = draft;
  if (watch.kind !== 'dataset') return null;
  const datasets = data.value?.datasets ?? [];
  return (
    <SelectField
      label="Dataset"
      value={watch.did}
      options={[['', 'Choose a dataset'], ...datasets.map(({ did, name }) => [did, name] as const)]}
      onChange={(did) => change({ watch: { kind: 'dataset', did } })}
    />
  );
}

function WorkflowChoice({ draft, change }: EditProps) {
  const { data } = useQuery('workflows for a monitor', (signal) =>
    client.value.listWorkflows({ limit: 200 }, { signal }),
  );
  const { watch } = draft;
  if (watch.kind !== 'workflow') return null;
  const workflows = data.value?.workflows ?? [];
  return (
    <SelectField
      label="Workflow"
      value={watch.id}
      options={[['', 'Choose a workflow'], ...workflows.map(({ id, name }) => [id, name] as const)]}
      onChange={(id) => change({ watch: { kind: 'workflow', id } })}
    />
  );
}

function SearchChoice({ draft, change }: EditProps) {
  const { watch } = draft;
  if (watch.kind !== 'search') return null;
  return (
    <TextField
      label="Search query"
      value={watch.query}
      onChange={(query) => change({ watch: { ...watch, query } })}
    />
  );
}

function SectionChoice({ draft, change }: EditProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const { watch, url } = draft;
  if (watch.kind !== 'section') return null;
  const chosen = watch.focus ?? watch.selector;
  return (
    <div class="section-choice-box">
      {opened !== url && (
        <div class="picker-start">
          <Button
            kind="primary"
            icon={MousePointerClick}
            isDisabled={url.trim() === ''}
            onClick={() => setOpened(url)}
          >
            {chosen === undefined ? 'Show the page and choose' : 'Choose another section'}
          </Button>
          <span class="muted">
            {chosen === undefined ? 'Opens the page in a browser (1 credit).' : <code>{chosen}</code>}
          </span>
        </div>
      )}
      {opened === url && (
        <SectionPicker url={url.trim()} watch={watch} onChange={(next) => change({ watch: next })} />
      )}
      <TextField
        label="Or write a selector"
        hint="CSS, XPath that starts with //, or for an answer in JSON a JSONPath query that starts with $."
        value={watch.selector ?? ''}
        onChange={(selector) =>
          change({ watch: selector === '' ? { kind: 'section' } : { kind: 'section', selector } })
        }
      />
    </div>
  );
}

function Content(props: EditProps) {
  const { draft, change } = props;
  return (
    <section class="panel form-panel" aria-label="Content">
      {watchesPage(draft) && (
        <TextField
          label="Address of the page"
          type="url"
          placeholder="https://"
          value={draft.url}
          onChange={(url) => change({ url })}
        />
      )}
      <KindChoice {...props} />
      <SectionChoice {...props} />
      <DatasetChoice {...props} />
      {draft.watch.kind === 'workflow' && <WorkflowChoice {...props} />}
      <SearchChoice {...props} />
      {draft.watch.kind === 'fields' &&
        (draft.fields === null ? (
          <p class="muted">The values have a JSON Schema that this form cannot show. It stays as it is.</p>
        ) : (
          <FieldRows fields={draft.fields} onChange={(fields) => change({ fields })} />
        ))}
    </section>
  );
}

function Delivery({ draft, change }: EditProps) {
  return (
    <section class="panel form-panel" aria-label="Schedule and notifications">
      <TextField
        label="Name"
        hint="Shown in lists and messages."
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Tags"
        hint="One per line. The monitors of a tag share a feed."
        rows={2}
        value={draft.tags}
        onChange={(tags) => change({ tags })}
      />
      <TextField
        label="Notify only if"
        hint="In words, such as: the price falls or a new size is added. Empty: every change is notified."
        value={draft.goal}
        onChange={(goal) => change({ goal })}
      />
      <ScheduleField value={draft.schedule} noneLabel={null} onChange={(schedule) => change({ schedule })} />
      <NotifyFields
        draft={draft.notify}
        change={(changes) => change({ notify: { ...draft.notify, ...changes } })}
      />
      {watchesPage(draft) && (
        <>
          <label class="check-field">
            <input
              type="checkbox"
              checked={draft.screenshot}
              onChange={(event) => change({ screenshot: event.currentTarget.checked })}
            />
            <span>Keep a picture of each version and mark what differs (needs a browser)</span>
          </label>
          <details class="more-fields">
            <summary>More settings</summary>
            <TextField
              label="Ignore"
              hint="Selectors (CSS, XPath, JSONPath), or regular expressions between slashes. One per line."
              rows={3}
              value={draft.ignore}
              onChange={(ignore) => change({ ignore })}
            />
            <LoginField
              value={draft.login}
              hint="The page is read in a browser as this login sees it."
              onChange={(login) => change({ login })}
            />
            <TextField
              label="Request"
              hint={requestHint}
              rows={4}
              value={draft.request}
              onChange={(request) => change({ request })}
            />
          </details>
        </>
      )}
    </section>
  );
}

/** The settings of a monitor as a form, with the page on which the user points at a section. */
export function MonitorForm({ stored, draft: first }: { stored: Monitor | null; draft: MonitorDraft }) {
  const [draft, setDraft] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (changes: Partial<MonitorDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setError(null);
  };
  const save = async () => {
    const reason = draftError(draft);
    setError(reason);
    if (reason !== null) return;
    setBusy(true);
    try {
      const request = toRequest(draft, stored);
      const { mid } =
        stored === null
          ? await client.value.createMonitor(request)
          : await client.value.changeMonitor({ mid: stored.mid, ...request });
      showSuccess(stored === null ? 'The first check has started.' : 'The settings were saved.');
      invalidate('monitor');
      navigate(`/monitors/${mid}`);
    } catch (failure) {
      showError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="monitor-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Content draft={draft} change={change} />
      <Delivery draft={draft} change={change} />
      <div class="form-end">
        {error !== null && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        <Button kind="primary" type="submit" icon={Check} isBusy={isBusy}>
          {stored === null ? 'Create monitor' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
