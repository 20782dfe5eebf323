import '../styles/schedule.css';
import { Button } from './button.tsx';
import { Plus, X } from './icons.ts';

/** A value to find on a page. */
export interface NamedField {
  name: string;
  type: 'number' | 'string' | 'boolean';
}

const types = [
  ['number', 'Number'],
  ['string', 'Text'],
  ['boolean', 'Yes or no'],
] as const;

/** Returns the JSON Schema that asks for the fields. */
export function schemaOf(fields: readonly NamedField[]): Record<string, unknown> {
  const named = fields.filter(({ name }) => name.trim() !== '');
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, type }) => [name.trim(), { type }])),
  };
}

/** Returns the fields of a JSON Schema; null if it has more than names and types. */
export function fieldsOf(schema: unknown): NamedField[] | null {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> } | null)?.properties;
  if (properties === undefined) return null;
  const known: ReadonlySet<unknown> = new Set(types.map(([type]) => type));
  const fields = Object.entries(properties).map(([name, value]) => ({ name, type: value.type }));
  const isSimple = Object.values(properties).every((value) => Object.keys(value).length === 1);
  if (!isSimple || !fields.every(({ type }) => known.has(type))) return null;
  return fields as NamedField[];
}

/** Edits the names and types of the values to find. */
export function FieldRows(props: { fields: readonly NamedField[]; onChange(fields: NamedField[]): void }) {
  const change = (at: number, changes: Partial<NamedField>) =>
    props.onChange(props.fields.map((field, place) => (place === at ? { ...field, ...changes } : field)));
  return (
    <div class="field-rows">
      {props.fields.map((field, at) => (
        // Rows have no identity of their own
        <div key={at} class="field-row">
          <input
            type="text"
            aria-label={`Name of value ${at + 1}`}
            placeholder="price"
            value={field.name}
            onInput={(event) => change(at, { name: event.currentTarget.value })}
          />
          <select
            aria-label={`Type of value ${at + 1}`}
            value={field.type}
            onChange={(event) => change(at, { type: event.currentTarget.value as NamedField['type'] })}
          >
            {types.map(([type, label]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </select>
          {props.fields.length > 1 && (
            <Button
              kind="quiet"
              icon={X}
              label={`Remove value ${at + 1}`}
              onClick={() => props.onChange(props.fields.filter((_, place) => place !== at))}
            />
          )}
        </div>
      ))}
      <Button icon={Plus} onClick={() => props.onChange([...props.fields, { name: '', type: 'string' }])}>
        Another value
      </Button>
    </div>
  );
}
