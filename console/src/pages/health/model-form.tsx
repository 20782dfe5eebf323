import { useState } from 'preact/hooks';
import type { ModelSettings } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { client } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { useCall } from '../../data/use-call.ts';

interface Draft {
  url: string;
  model: string;
  key: string;
}

function draftOf(settings: ModelSettings): Draft {
  return { url: settings.url ?? '', model: settings.model ?? '', key: '' };
}

/** Returns the fields of a call; a key that was not typed is left out, so that the stored one stays. */
function fieldsOf({ url, model, key }: Draft) {
  return { url: url.trim(), model: model.trim() || null, ...(key.trim() !== '' && { key: key.trim() }) };
}

/** Fields of the model that the database names, with a test before it is saved. */
function EndpointForm({ settings }: { settings: ModelSettings }) {
  const [draft, setDraft] = useState(draftOf(settings));
  const test = useCall<{ works: boolean; detail: string }>();
  const save = useCall<ModelSettings>();
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const isEmpty = draft.url.trim() === '';
  const refresh = (saved: ModelSettings) => {
    setDraft(draftOf(saved));
    invalidate('model');
    invalidate('health');
    return saved;
  };
  return (
    <form
      class="setting-form"
      aria-label="Language model"
      onSubmit={(event) => {
        event.preventDefault();
        save.start(async (signal) => refresh(await client.value.setModel(fieldsOf(draft), { signal })));
      }}
    >
      <TextField
        label="Address of the API"
        type="url"
        value={draft.url}
        placeholder="http://127.0.0.1:11434/v1"
        onChange={(url) => change({ url })}
      />
      <TextField
        label="Model"
        value={draft.model}
        hint="Empty: the first that the API lists"
        onChange={(model) => change({ model })}
      />
      <TextField
        label="Key"
        isSecret
        value={draft.key}
        hint={settings.has_key ? 'A key is stored; leave empty to keep it' : 'Only if the API needs one'}
        onChange={(key) => change({ key })}
      />
      <div class="setting-actions">
        <Button kind="primary" type="submit" isBusy={save.isRunning} isDisabled={isEmpty}>
          Save
        </Button>
        <Button
          isBusy={test.isRunning}
          isDisabled={isEmpty}
          onClick={() => test.start((signal) => client.value.testModel({ ...fieldsOf(draft) }, { signal }))}
        >
          Test
        </Button>
        {settings.source === 'database' && (
          <Button
            onClick={() =>
              save.start(async (signal) => refresh(await client.value.removeModel({}, { signal })))
            }
          >
            Remove
          </Button>
        )}
      </div>
      <p role="status" class={test.value?.works === false || test.error !== null ? 'part-wrong' : 'muted'}>
        {test.error ?? save.error ?? test.value?.detail ?? (save.value === null ? '' : 'Saved')}
      </p>
    </form>
  );
}

/** The language model: where it comes from, and the form that sets it if the settings of the process do not. */
export function ModelForm() {
  const { data, error } = useQuery('model', (signal) => client.value.getModel({}, { signal }));
  const settings = data.value;
  if (settings === null) return error.value === null ? null : <p class="muted">{error.value}</p>;
  if (settings.source === 'environment')
    return <p class="muted">Set by the environment of the service, which prevails over this page.</p>;
  return <EndpointForm key={settings.source} settings={settings} />;
}
