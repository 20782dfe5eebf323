import { useState } from 'preact/hooks';
import { inputNameOf } from '../text/step.ts';
import { Button } from './button.tsx';
import { CheckField } from './check-field.tsx';
import { JsonEditor } from './json-editor.tsx';
import { SelectField } from './select-field.tsx';
import {
  type AnyStep,
  type InputSchema,
  type Inputs,
  kindOfStep,
  type NewInput,
  type StepKind,
  stepKinds,
  stepOfTexts,
  textsOfStep,
} from './step-kinds.ts';
import { TextField } from './text-field.tsx';

/** Properties of {@link StepEditor}. */
export interface StepEditorProps {
  step: AnyStep;
  /** Inputs that steps can ask for; without them, values stay in the steps. */
  inputs?: Inputs;
  onSave(step: AnyStep, input: NewInput | null): void;
  onCancel(): void;
}

type Source = 'fixed' | 'asked' | 'secret';

const sources: readonly (readonly [Source, string])[] = [
  ['fixed', 'The same in every run'],
  ['asked', 'Asked for by each run'],
  ['secret', 'Asked for by each run, and kept secret'],
];

function sourceOf(schema: InputSchema | undefined): Source {
  return schema?.writeOnly === true ? 'secret' : 'asked';
}

/** Returns the schema of the input of a value. The value of a secret is not kept. */
function schemaOf(source: Source, value: string, before: InputSchema | undefined): InputSchema {
  if (source === 'secret') return { type: 'string', format: 'password', writeOnly: true };
  const recorded = inputNameOf(value) === null && value !== '' ? value : before?.default;
  return { type: 'string', ...(recorded !== undefined && { default: recorded }) };
}

/** Whether a value is the same in every run, or an input. */
function ValueSource(props: {
  source: Source;
  name: string;
  change(changes: { source?: Source; name?: string }): void;
}) {
  return (
    <>
      <SelectField
        label="This value is"
        value={props.source}
        options={sources}
        onChange={(source) => props.change({ source: source as Source })}
      />
      {props.source !== 'fixed' && (
        <TextField
          label="Name of the input"
          hint="Letters, digits and _"
          value={props.name}
          onChange={(name) => props.change({ name })}
        />
      )}
    </>
  );
}

function useFields({ step, inputs }: StepEditorProps, first: StepKind) {
  const used = first.value === undefined ? null : inputNameOf(step[first.value]);
  const [kind, setKind] = useState(first);
  const [texts, setTexts] = useState(() => textsOfStep(step));
  const [submit, setSubmit] = useState(step.submit === true);
  const [asked, setAsked] = useState({
    source: used === null ? ('fixed' as Source) : sourceOf(inputs?.[used]),
    name: used ?? '',
  });
  return { kind, setKind, texts, setTexts, submit, setSubmit, asked, setAsked };
}

/** Edits a step by its fields. */
function FieldsEditor(props: StepEditorProps & { kind: StepKind }) {
  const { inputs, onSave } = props;
  const { kind, setKind, texts, setTexts, submit, setSubmit, asked, setAsked } = useFields(props, props.kind);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    const { submit: _, ...step } = stepOfTexts(kind, texts, props.step);
    const typed = kind.type === 'type' && submit ? { ...step, submit } : step;
    const field = inputs === undefined ? undefined : kind.value;
    if (field === undefined || asked.source === 'fixed') return onSave(typed as AnyStep, null);
    const name = asked.name.trim();
    if (!/^[A-Za-z]\w{0,99}$/.test(name)) return setError('Name the input with letters, digits and _.');
    const schema = schemaOf(asked.source, texts[field] ?? '', inputs?.[name]);
    onSave({ ...(typed as AnyStep), [field]: `{{${name}}}` }, { name, schema });
  };
  return (
    <>
      <SelectField
        label="Step"
        value={kind.type}
        options={stepKinds.map(({ type, label }) => [type, label])}
        onChange={(type) => setKind(stepKinds.find((one) => one.type === type) ?? kind)}
      />
      {kind.fields
        .filter(([name]) => name !== kind.value || asked.source === 'fixed' || inputs === undefined)
        .map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            value={texts[name] ?? ''}
            {...(name === 'values' && { rows: 2 })}
            onChange={(text) => setTexts((before) => ({ ...before, [name]: text }))}
          />
        ))}
      {kind.value !== undefined && inputs !== undefined && (
        <ValueSource
          {...asked}
          change={(changes) => {
            setError(null);
            setAsked((before) => ({ ...before, ...changes }));
          }}
        />
      )}
      {kind.type === 'type' && (
        <CheckField
          label="Press Enter after the text"
          isChecked={submit}
          onChange={(isChecked) => setSubmit(isChecked)}
        />
      )}
      <EditorEnd error={error} onSave={save} onCancel={props.onCancel} />
    </>
  );
}

function EditorEnd(props: { error: string | null; onSave(): void; onCancel(): void }) {
  return (
    <>
      {props.error !== null && (
        <p class="field-error" role="alert">
          {props.error}
        </p>
      )}
      <div class="step-actions">
        <Button kind="primary" onClick={props.onSave}>
          Apply
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </>
  );
}

/** Edits one step as JSON, which can express every step with its nested steps. */
function TextEditor(props: StepEditorProps) {
  const [text, setText] = useState(() => JSON.stringify(props.step, null, 2));
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    try {
      const step = JSON.parse(text) as AnyStep;
      if (typeof step !== 'object' || step === null || typeof step.type !== 'string')
        throw new Error('A step is an object with a "type".');
      props.onSave(step, null);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <>
      <JsonEditor label="Step as JSON" text={text} onChange={setText} onSubmit={save} />
      <EditorEnd error={error} onSave={save} onCancel={props.onCancel} />
    </>
  );
}

/** Edits one step: by its fields if the form has them, or as JSON. */
export function StepEditor(props: StepEditorProps) {
  const kind = kindOfStep(props.step);
  const [isJson, setJson] = useState(kind === undefined);
  return (
    <div class="step-editor">
      {kind === undefined || isJson ? <TextEditor {...props} /> : <FieldsEditor {...props} kind={kind} />}
      {!isJson && (
        <Button kind="quiet" onClick={() => setJson(true)}>
          Edit as JSON
        </Button>
      )}
    </div>
  );
}
