import type { Schema } from '../../data/openapi.ts';

/** How a form edits a value. */
export type FieldKind =
  | { kind: 'text' | 'long_text' | 'number' | 'integer' | 'boolean' | 'json' }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'choices'; choices: string[] }
  | { kind: 'lines' }
  | { kind: 'group'; properties: Record<string, Schema>; required: string[] };

/** Resolves a reference to a named schema. */
export type Resolve = (schema: Schema) => Schema;

const longTextLength = 500;

/** Returns the schema without the alternative null. */
export function withoutNull(schema: Schema, resolve: Resolve): Schema {
  const whole = resolve(schema);
  if (Array.isArray(whole.type)) {
    const [only, ...others] = whole.type.filter((type) => type !== 'null');
    return only === undefined || others.length > 0 ? whole : { ...whole, type: only };
  }
  // Beside properties, they are rules about the fields.
  const choices = whole.properties === undefined ? (whole.anyOf ?? whole.oneOf) : undefined;
  const options = choices?.filter(({ type }) => type !== 'null');
  if (options?.length !== 1 || options[0] === undefined) return whole;
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = whole;
  return { ...resolve(options[0]), ...rest };
}

function listKind(items: Schema, resolve: Resolve): FieldKind {
  const item = withoutNull(items, resolve);
  if (item.enum !== undefined) return { kind: 'choices', choices: item.enum.map(String) };
  return item.type === 'string' ? { kind: 'lines' } : { kind: 'json' };
}

/** Chooses the input for a schema; values that no simple input can edit are edited as JSON. */
export function fieldKindOf(name: string, schema: Schema, resolve: Resolve): FieldKind {
  const shape = withoutNull(schema, resolve);
  if (shape.enum?.every((value) => typeof value === 'string')) {
    return { kind: 'choice', choices: shape.enum.map(String) };
  }
  switch (shape.type) {
    case 'string':
      return {
        kind: (shape.maxLength ?? 0) > longTextLength && !name.endsWith('url') ? 'long_text' : 'text',
      };
    case 'number':
    case 'integer':
    case 'boolean':
      return { kind: shape.type };
    case 'array':
      return listKind(shape.items ?? {}, resolve);
    case 'object':
      return shape.properties === undefined || Object.keys(shape.properties).length === 0
        ? { kind: 'json' }
        : { kind: 'group', properties: shape.properties, required: shape.required ?? [] };
    default:
      return { kind: 'json' };
  }
}
