import { isObject } from '../../../domain/values/is-object.ts';
import type { JsonObject } from '../../../operations/json-schema.ts';
import type { ToolSchema } from '../../../operations/tools/tool-declaration.ts';

const scalarTypes: readonly string[] = ['string', 'number', 'integer', 'boolean'];

interface StrictValue {
  schema: JsonObject;
  /** What the schema does not say: that a text is JSON. */
  note: string | null;
}

function typesOf({ type }: JsonObject): string[] {
  return [type].flat().filter((one): one is string => typeof one === 'string');
}

/**
 * Returns a value of the tool list without objects, which would need the names of all of their fields: an object, and a list
 * of any items beside other types, is the text of its JSON.
 */
function strictValue(schema: JsonObject): StrictValue {
  const { enum: values, items } = schema;
  if (values !== undefined) return { schema, note: null };
  const types = typesOf(schema);
  if (types.length === 0) return { schema: { type: ['string', 'number', 'boolean'] }, note: 'or JSON text' };
  if (types.length === 1 && types[0] === 'array') {
    const { schema: item, note } = strictValue(isObject(items) ? items : {});
    return { schema: { type: 'array', items: item }, note: note === null ? null : `items: ${note}` };
  }
  const structures = types.filter((type) => !scalarTypes.includes(type));
  if (structures.length === 0) return { schema: { type: schema.type }, note: null };
  const kept = [...new Set([...types.filter((type) => scalarTypes.includes(type)), 'string'])];
  const kind = structures.map((type) => (type === 'array' ? 'a list' : 'an object')).join(' or ');
  return { schema: { type: kept.length === 1 ? kept[0] : kept }, note: `${kind} as JSON text` };
}

function orNull(schema: JsonObject): JsonObject {
  if (schema.items !== undefined) return { anyOf: [schema, { type: 'null' }] };
  return {
    type: [...typesOf(schema), 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

/**
 * Returns the arguments of a tool as strict mode of function calling requires them: every property is required, null stands
 * for a value that is not given, and no object has free names.
 */
export function strictSchema({ properties, required }: ToolSchema): ToolSchema {
  const entries = Object.entries(properties).map(([name, { description, ...listed }]) => {
    const { schema, note } = strictValue(listed);
    const text = [description, note].filter(Boolean).join('; ');
    const value = required.includes(name) ? schema : orNull(schema);
    return [name, { ...value, ...(text !== '' && { description: text }) }] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}
