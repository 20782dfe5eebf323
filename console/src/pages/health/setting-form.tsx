import { useState } from 'preact/hooks';
import type { Setting } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { useCall } from '../../data/use-call.ts';
import type { LiveField } from './parts.ts';

/** Properties of {@link SettingForm}. */
interface SettingFormProps {
  /** Name of the form. */
  title: string;
  fields: readonly LiveField[];
  /** All settings by variable. */
  settings: ReadonlyMap<string, Setting>;
}

function hintOf({ hint }: LiveField, setting: Setting | undefined): string {
  if (setting?.source === 'environment' || setting?.source === 'file')
    return 'Set by the environment of the service, which prevails over this page.';
  if (setting?.source !== 'database') return hint;
  return setting.is_secret ? 'A value is stored; leave empty to keep it.' : hint;
}

function isFixed(setting: Setting | undefined): boolean {
  return setting?.source === 'environment' || setting?.source === 'file';
}

/** Fields of settings that need no restart. */
export function SettingForm({ title, fields, settings }: SettingFormProps) {
  const stored = (variable: string) => settings.get(variable)?.value ?? '';
  const [draft, setDraft] = useState<Record<string, string>>({});
  const save = useCall<{ settings: Setting[] }>();
  const changes = Object.fromEntries(
    fields.flatMap(({ variable }): Array<[string, string]> => {
      const text = draft[variable]?.trim() ?? '';
      return text === '' || text === stored(variable) ? [] : [[variable, text]];
    }),
  );
  const removable = fields.filter(({ variable }) => settings.get(variable)?.source === 'database');
  const send = (values: Record<string, string | null>) =>
    save.start(async (signal) => {
      const answer = await client.value.changeSettings({ settings: values }, { signal });
      setDraft({});
      invalidate('settings');
      invalidate('health');
      return answer;
    });
  return (
    <form
      class="setting-form"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        send(changes);
      }}
    >
      {fields.map((field) => (
        <TextField
          key={field.variable}
          label={field.label}
          placeholder={field.placeholder}
          hint={hintOf(field, settings.get(field.variable))}
          isDisabled={isFixed(settings.get(field.variable))}
          value={draft[field.variable] ?? stored(field.variable)}
          onChange={(text) => setDraft({ ...draft, [field.variable]: text })}
        />
      ))}
      <div class="setting-actions">
        <Button
          kind="primary"
          type="submit"
          isBusy={save.isRunning}
          isDisabled={Object.keys(changes).length === 0}
        >
          Save
        </Button>
        {removable.length > 0 && (
          <Button onClick={() => send(Object.fromEntries(removable.map(({ variable }) => [variable, null])))}>
            Remove
          </Button>
        )}
      </div>
      <p role="status" class={save.error === null ? 'muted' : 'part-wrong'}>
        {save.error ?? (save.value === null ? '' : 'Saved. It is in use now.')}
      </p>
    </form>
  );
}
