import { useState } from 'preact/hooks';
import type { BrowserStepRequest } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { Play } from '../../components/icons.ts';
import { TextField } from '../../components/text-field.tsx';

/** A step that the user performs. */
export type Step = Pick<BrowserStepRequest, 'type' | 'target' | 'text' | 'url' | 'key' | 'submit' | 'secret'>;

interface StepKind {
  type: Step['type'];
  label: string;
  /** Fields that the step needs, with their labels. */
  fields: readonly (readonly ['target' | 'text' | 'url' | 'key', string])[];
}

const kinds: readonly StepKind[] = [
  { type: 'click', label: 'Click', fields: [['target', 'Element: number, text or selector']] },
  {
    type: 'type',
    label: 'Type',
    fields: [
      ['target', 'Field: number, label or selector'],
      ['text', 'Text'],
    ],
  },
  { type: 'press', label: 'Press a key', fields: [['key', 'Key, such as Enter']] },
  {
    type: 'select',
    label: 'Select',
    fields: [
      ['target', 'List: number, label or selector'],
      ['text', 'Option'],
    ],
  },
  { type: 'goto', label: 'Go to', fields: [['url', 'Address']] },
  { type: 'wait_for', label: 'Wait for', fields: [['text', 'Text']] },
  { type: 'scroll', label: 'Scroll down', fields: [] },
];

function targetOf(text: string): string | number {
  return /^\d{1,6}$/.test(text) ? Number(text) : text;
}

/** Performs one step of a session. */
export function StepForm(props: { isBusy: boolean; onStep(step: Step): Promise<boolean> }) {
  const [type, setType] = useState<Step['type']>('click');
  const [values, setValues] = useState<Record<string, string>>({});
  const [submit, setSubmit] = useState(false);
  const [secret, setSecret] = useState(false);
  const kind = kinds.find((one) => one.type === type);
  const run = async () => {
    const fields = (kind?.fields ?? []).map(([name]) => {
      const text = values[name] ?? '';
      return [name, name === 'target' ? targetOf(text) : text] as const;
    });
    const step: Step = {
      type,
      ...Object.fromEntries(fields),
      ...(type === 'type' && { submit, secret }),
    };
    if (await props.onStep(step)) setValues({});
  };
  return (
    <form
      class="step-form"
      aria-label="Next step"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <label class="filter">
        Step
        <select value={type} onChange={(event) => setType(event.currentTarget.value as Step['type'])}>
          {kinds.map(({ type: name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {kind?.fields.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          value={values[name] ?? ''}
          onChange={(text) => setValues((before) => ({ ...before, [name]: text }))}
        />
      ))}
      {type === 'type' && (
        <>
          <label class="check-field">
            <input
              type="checkbox"
              checked={submit}
              onChange={(event) => setSubmit(event.currentTarget.checked)}
            />
            <span>Press Enter after the text</span>
          </label>
          <label class="check-field">
            <input
              type="checkbox"
              checked={secret}
              onChange={(event) => setSecret(event.currentTarget.checked)}
            />
            <span>Hide the text in the recording</span>
          </label>
        </>
      )}
      <div>
        <Button kind="primary" type="submit" icon={Play} isBusy={props.isBusy}>
          Perform
        </Button>
      </div>
    </form>
  );
}
