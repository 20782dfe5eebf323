import '../../styles/choice-list.css';
import './datasets.css';
import { useState } from 'preact/hooks';
import type { CreateDatasetRequest, ScheduleInput } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { FieldRows, type NamedField, schemaOf } from '../../components/field-rows.tsx';
import { Icon } from '../../components/icon.tsx';
import { Check, ChevronLeft } from '../../components/icons.ts';
import { ScheduleField } from '../../components/schedule-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showSuccess } from '../../components/toasts.tsx';
import { client, messageOf } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate, route } from '../../data/route.ts';

type SourceKind = 'collect' | 'extract';

interface Draft {
  name: string;
  kind: SourceKind;
  url: string;
  urls: string;
  fields: string;
  rows: NamedField[];
  schedule: ScheduleInput | null;
}

const kinds: readonly [SourceKind, string, string][] = [
  ['collect', 'A listing', 'Products, articles or jobs on one or many pages of a list'],
  ['extract', 'Pages', 'One record from each address'],
];

const namesOf = (text: string) =>
  text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

function sourceOf({ kind, url, urls, fields, rows }: Draft): CreateDatasetRequest['source'] {
  if (kind === 'collect') return { kind, url: url.trim(), fields: namesOf(fields) };
  return { kind, urls: namesOf(urls), schema: schemaOf(rows) };
}

function hasFields({ kind, fields, rows }: Draft): boolean {
  return kind === 'collect' ? namesOf(fields).length > 0 : rows.some(({ name }) => name.trim() !== '');
}

function nameFor({ name, kind, url, urls }: Draft): string {
  const address = kind === 'collect' ? url : (namesOf(urls)[0] ?? '');
  return name.trim() || (URL.parse(address.trim())?.hostname ?? 'Dataset');
}

function SourceFields({ draft, change }: { draft: Draft; change(changes: Partial<Draft>): void }) {
  return (
    <>
      <fieldset class="kind-list">
        <legend>Source</legend>
        {kinds.map(([kind, label, text]) => (
          <label key={kind} class="kind-choice">
            <input type="radio" name="kind" checked={draft.kind === kind} onChange={() => change({ kind })} />
            <span>
              <strong>{label}</strong>
              <span class="muted">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.kind === 'collect' ? (
        <TextField
          label="Address of the listing"
          type="url"
          placeholder="https://"
          value={draft.url}
          onChange={(url) => change({ url })}
        />
      ) : (
        <TextField
          label="Addresses of the pages"
          hint="One per line, up to 1,000."
          rows={4}
          value={draft.urls}
          onChange={(urls) => change({ urls })}
        />
      )}
      {draft.kind === 'collect' ? (
        <TextField
          label="Fields"
          hint="Names of the values of each record, separated by commas."
          placeholder="name, price, link"
          value={draft.fields}
          onChange={(fields) => change({ fields })}
        />
      ) : (
        <FieldRows fields={draft.rows} onChange={(rows) => change({ rows })} />
      )}
    </>
  );
}

/** Creates a dataset. The parameter `url` of the place fills in the address. */
export function NewDatasetPage() {
  const [draft, setDraft] = useState<Draft>({
    name: '',
    kind: 'collect',
    url: route.value.params.get('url') ?? '',
    urls: '',
    fields: '',
    rows: [{ name: '', type: 'string' }],
    schedule: { every: '1d' },
  });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setError(null);
  };
  const save = async () => {
    if ((draft.kind === 'collect' ? draft.url : draft.urls).trim() === '')
      return setError('Enter the address of a page.');
    if (!hasFields(draft)) return setError('Name at least one field.');
    setBusy(true);
    setError(null);
    try {
      const request = { name: nameFor(draft), source: sourceOf(draft), schedule: draft.schedule };
      const { did } = await client.value.createDataset(request);
      showSuccess('The first refresh has started.');
      invalidate('dataset');
      navigate(`/datasets/${did}`);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="page page-narrow">
      <header class="page-head">
        <a class="back-link" href="#/datasets">
          <Icon icon={ChevronLeft} /> Datasets
        </a>
        <h1>New dataset</h1>
      </header>
      <form
        class="panel dataset-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <SourceFields draft={draft} change={change} />
        <TextField label="Name" value={draft.name} onChange={(name) => change({ name })} />
        <ScheduleField
          value={draft.schedule}
          noneLabel="Only on request"
          onChange={(schedule) => change({ schedule })}
        />
        {error !== null && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        <div class="form-end">
          <Button kind="primary" type="submit" icon={Check} isBusy={isBusy}>
            Create dataset
          </Button>
        </div>
      </form>
    </div>
  );
}
