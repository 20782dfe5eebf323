import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { isObject } from '../../domain/values/is-object.ts';

/** Keywords that all servers with schema support accept, as published for the strict mode of the OpenAI API. */
const plainKeywords = ['type', 'description', 'enum'] as const;
/** Deeper than any schema that callers may send. */
const maxDepth = 40;

/**
 * Converts a schema to the subset that servers accept: unsupported keywords (lengths, patterns, formats, bounds,
 * conditions) are removed, `const` becomes `enum`, `oneOf` becomes `anyOf`, and every object is closed with all
 * members required; optional members become nullable. The answer is validated against the removed keywords.
 */
export function createWireSchema(schema: JsonSchema, depth = 0): JsonSchema {
  if (depth > maxDepth) return {};
  const wire: Record<string, unknown> = {};
  for (const keyword of plainKeywords) if (schema[keyword] !== undefined) wire[keyword] = schema[keyword];
  if ('const' in schema) wire.enum = [schema.const];
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices))
    wire.anyOf = choices.map((choice) => createWireSchema(asSchema(choice), depth + 1));
  if (schema.items !== undefined) wire.items = createWireSchema(asSchema(schema.items), depth + 1);
  if (schema.properties !== undefined || isOfType(schema, 'object')) {
    Object.assign(wire, createClosedObject(schema, depth));
  }
  return wire;
}

function createClosedObject(schema: JsonSchema, depth: number): JsonSchema {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(asSchema(schema.properties)).map(([name, member]) => {
    const wire = createWireSchema(asSchema(member), depth + 1);
    return [name, required.includes(name) ? wire : makeNullable(wire)] as const;
  });
  return {
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
}

function makeNullable(schema: JsonSchema): JsonSchema {
  if (isOfType(schema, 'null')) return schema;
  const type = schema.type === undefined ? {} : { type: [schema.type, 'null'].flat() };
  if (Array.isArray(schema.enum)) return { ...schema, ...type, enum: [...schema.enum, null] };
  if (schema.type !== undefined) return { ...schema, ...type };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  return { anyOf: [schema, { type: 'null' }] };
}

function isOfType(schema: JsonSchema, type: string): boolean {
  return [schema.type].flat().includes(type);
}

function asSchema(value: unknown): JsonSchema {
  return isObject(value) ? value : {};
}
