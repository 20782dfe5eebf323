import { useEffect, useState } from 'preact/hooks';
import type { Schema } from '../../data/openapi.ts';
import type { FieldKind } from './field-kind.ts';

/** Properties of {@link FieldInput}. */
export interface FieldInputProps {
  id: string;
  kind: Exclude<FieldKind, { kind: 'group' }>;
  schema: Schema;
  value: unknown;
  describedBy: string;
  isInvalid: boolean;
  /** Undefined removes the field, so that its default applies. */
  onChange(value: unknown): void;
}

function defaultText({ default: value }: Schema): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function JsonInput({ id, value, describedBy, isInvalid, onChange }: FieldInputProps) {
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [text, setText] = useState(written);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    // A change from elsewhere, such as the JSON editor, replaces the text; its own changes keep their spacing.
    setText((current) => (sameJson(current, value) ? current : written));
  }, [value, written]);
  const change = (changed: string) => {
    setText(changed);
    const parsed = parseJson(changed);
    setBroken(parsed === null);
    if (parsed !== null) onChange(parsed.value);
  };
  return (
    <textarea
      id={id}
      class="code-input"
      rows={Math.min(12, Math.max(2, text.split('\n').length))}
      value={text}
      spellcheck={false}
      placeholder="JSON"
      aria-describedby={describedBy}
      aria-invalid={isInvalid || isBroken}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Returns the parsed text in an object; null if it is not JSON. An empty text is no value. */
function parseJson(text: string): { value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // The text is still being typed.
    return null;
  }
}

function sameJson(text: string, value: unknown): boolean {
  const parsed = parseJson(text);
  return parsed === null || JSON.stringify(parsed.value) === JSON.stringify(value);
}

function ChoicesInput({
  id,
  kind,
  schema,
  value,
  onChange,
}: FieldInputProps & { kind: { kind: 'choices'; choices: string[] } }) {
  // The default is ticked, so that one sees what an untouched form requests.
  const applied = value ?? schema.default;
  const chosen = Array.isArray(applied) ? applied.map(String) : [];
  const toggle = (choice: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, choice] : chosen.filter((one) => one !== choice);
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset class="choices" aria-labelledby={`${id}-label`}>
      {kind.choices.map((choice) => (
        <label key={choice} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={(event) => toggle(choice, event.currentTarget.checked)}
          />
          <span>{choice}</span>
        </label>
      ))}
    </fieldset>
  );
}

function SelectInput(props: FieldInputProps & { choices: readonly { value: string; label: string }[] }) {
  const selected = props.value === undefined ? '' : String(props.value);
  return (
    <select
      id={props.id}
      value={selected}
      aria-describedby={props.describedBy}
      aria-invalid={props.isInvalid}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const isBoolean = props.kind.kind === 'boolean';
        props.onChange(value === '' ? undefined : isBoolean ? value === 'true' : value);
      }}
    >
      <option value="">{`Default${defaultText(props.schema) && `: ${defaultText(props.schema)}`}`}</option>
      {props.choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function readNumber(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

/** The input for one value. */
export function FieldInput(props: FieldInputProps) {
  const { id, kind, schema, value, describedBy, isInvalid, onChange } = props;
  const shared = { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid };
  switch (kind.kind) {
    case 'json':
      return <JsonInput {...props} />;
    case 'choices':
      return <ChoicesInput {...props} kind={kind} />;
    case 'choice':
      return (
        <SelectInput {...props} choices={kind.choices.map((choice) => ({ value: choice, label: choice }))} />
      );
    case 'boolean':
      return <SelectInput {...props} choices={yesNo} />;
    case 'lines':
      return (
        <textarea
          {...shared}
          rows={3}
          placeholder="One per line"
          value={Array.isArray(value) ? value.join('\n') : ''}
          onInput={(event) => {
            const { value: text } = event.currentTarget;
            onChange(text === '' ? undefined : text.split('\n'));
          }}
        />
      );
    case 'number':
    case 'integer':
      return (
        <input
          {...shared}
          type="number"
          step={kind.kind === 'integer' ? 1 : 'any'}
          min={schema.minimum}
          max={schema.maximum}
          placeholder={defaultText(schema)}
          value={value === undefined ? '' : String(value)}
          onInput={(event) => onChange(readNumber(event.currentTarget.value))}
        />
      );
    default:
      return kind.kind === 'long_text' ? (
        <textarea
          {...shared}
          rows={2}
          placeholder={defaultText(schema)}
          value={value === undefined ? '' : String(value)}
          onInput={(event) => onChange(event.currentTarget.value || undefined)}
        />
      ) : (
        <input
          {...shared}
          type="text"
          placeholder={defaultText(schema)}
          value={value === undefined ? '' : String(value)}
          onInput={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
  }
}
