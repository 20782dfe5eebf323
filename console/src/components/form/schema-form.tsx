import { useId, useState } from 'preact/hooks';
import type { Schema } from '../../data/openapi.ts';
import { toWords } from '../../text/format.ts';
import { splitSentence } from '../../text/sentence.ts';
import { CodeText } from '../code-text.tsx';
import { FieldInput } from './field-input.tsx';
import { type FieldKind, fieldKindOf, type Resolve, withoutNull } from './field-kind.ts';

/** Value of a form. */
export type FormValue = Record<string, unknown>;

/** Properties of {@link SchemaForm}. */
export interface SchemaFormProps {
  schema: Schema;
  resolve: Resolve;
  value: FormValue;
  onChange(value: FormValue): void;
  /** Names of the fields that are shown first; required fields always are. */
  mainFields: readonly string[];
  /** Errors of the last request by JSON Pointer. */
  errors?: ReadonlyMap<string, string>;
}

/** Deeper groups are edited as JSON. */
const maxDepth = 2;

interface FieldProps {
  name: string;
  pointer: string;
  schema: Schema;
  resolve: Resolve;
  value: unknown;
  isRequired: boolean;
  depth: number;
  errors: ReadonlyMap<string, string>;
  onChange(value: unknown): void;
}

/** Returns the object with a changed field; undefined removes it. */
function withField(value: FormValue, name: string, changed: unknown): FormValue {
  const { [name]: _previous, ...rest } = value;
  return changed === undefined ? rest : { ...value, [name]: changed };
}

function Group({ kind, ...props }: FieldProps & { kind: FieldKind & { kind: 'group' } }) {
  const value = (props.value ?? {}) as FormValue;
  const change = (name: string, changed: unknown) => {
    const next = withField(value, name, changed);
    props.onChange(Object.keys(next).length === 0 && !props.isRequired ? undefined : next);
  };
  return (
    <details class="field-group" open={props.value !== undefined}>
      <summary>
        {toWords(props.name)} <code class="field-name">{props.name}</code>
      </summary>
      <div class="field-group-body">
        {Object.entries(kind.properties).map(([name, schema]) => (
          <Field
            key={name}
            name={name}
            pointer={`${props.pointer}/${name}`}
            schema={schema}
            resolve={props.resolve}
            value={value[name]}
            isRequired={kind.required.includes(name)}
            depth={props.depth + 1}
            errors={props.errors}
            onChange={(changed) => change(name, changed)}
          />
        ))}
      </div>
    </details>
  );
}

/** The first sentence of a description; the others are behind a disclosure. */
function FieldHelp({ id, text }: { id: string; text: string }) {
  const [first, rest] = splitSentence(text);
  return (
    <div class="field-help">
      <p id={id}>
        <CodeText text={first} />
      </p>
      {rest !== '' && (
        <details>
          <summary>More</summary>
          <p>
            <CodeText text={rest} />
          </p>
        </details>
      )}
    </div>
  );
}

function Field(props: FieldProps) {
  const id = useId();
  const shape = withoutNull(props.schema, props.resolve);
  const found = fieldKindOf(props.name, props.schema, props.resolve);
  const kind: FieldKind = found.kind === 'group' && props.depth >= maxDepth ? { kind: 'json' } : found;
  if (kind.kind === 'group') return <Group {...props} kind={kind} />;
  const description = props.schema.description ?? shape.description;
  const error = props.errors.get(props.pointer);
  const isList = kind.kind === 'choices';
  const describedBy = [description && `${id}-text`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class={`field${error === undefined ? '' : ' field-invalid'}`}>
      <div class="field-head">
        <label id={`${id}-label`} for={isList ? undefined : id}>
          {toWords(props.name)}
        </label>
        <code class="field-name">{props.name}</code>
        {props.isRequired && <span class="field-required">required</span>}
      </div>
      <FieldInput
        id={id}
        kind={kind}
        schema={shape}
        value={props.value}
        describedBy={describedBy}
        isInvalid={error !== undefined}
        onChange={props.onChange}
      />
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {description !== undefined && <FieldHelp id={`${id}-text`} text={description} />}
    </div>
  );
}

const noErrors: ReadonlyMap<string, string> = new Map();

/** A form for an object, generated from its JSON Schema. */
export function SchemaForm({
  schema,
  resolve,
  value,
  onChange,
  mainFields,
  errors = noErrors,
}: SchemaFormProps) {
  const [isWhole, setWhole] = useState(false);
  const required = schema.required ?? [];
  const all = Object.entries(schema.properties ?? {});
  const isMain = ([name]: [string, Schema]) =>
    required.includes(name) || mainFields.includes(name) || errors.has(`/${name}`);
  const main = all.filter(isMain);
  const more = all.filter((field) => !isMain(field));
  const render = ([name, fieldSchema]: [string, Schema]) => (
    <Field
      key={name}
      name={name}
      pointer={`/${name}`}
      schema={fieldSchema}
      resolve={resolve}
      value={value[name]}
      isRequired={required.includes(name)}
      depth={0}
      errors={errors}
      onChange={(changed) => onChange(withField(value, name, changed))}
    />
  );
  return (
    <div class="schema-form">
      {all.length === 0 && <p class="muted">This operation has no fields.</p>}
      {main.map(render)}
      {more.length > 0 && (
        <details class="more-fields" open={isWhole} onToggle={(event) => setWhole(event.currentTarget.open)}>
          <summary>
            {more.length} more {more.length === 1 ? 'option' : 'options'}
          </summary>
          {isWhole && more.map(render)}
        </details>
      )}
    </div>
  );
}
