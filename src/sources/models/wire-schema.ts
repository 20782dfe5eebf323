import type { JsonSchema } from '../../domain/extraction.ts';

/** What every server that takes schemas understands, as published for the strict mode of the original API. */
const plainKeywords = ['type', 'description', 'enum'] as const;
/** Deeper than any schema that is accepted from a caller. */
const maxDepth = 40;

/**
 * The schema as servers take it: keywords that some of them refuse (lengths, patterns, formats, bounds, conditions) are
 * left out, `const` becomes `enum`, `oneOf` becomes `anyOf`, and every object is closed with all its members required;
 * a member that need not be there may be null instead. What was left out is checked on the answer.
 */
export function wireSchema(schema: JsonSchema, depth = 0): JsonSchema {
  if (depth > maxDepth) return {};
  const wire: Record<string, unknown> = {};
  for (const keyword of plainKeywords) if (schema[keyword] !== undefined) wire[keyword] = schema[keyword];
  if ('const' in schema) wire.enum = [schema.const];
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) wire.anyOf = choices.map((choice) => wireSchema(asSchema(choice), depth + 1));
  if (schema.items !== undefined) wire.items = wireSchema(asSchema(schema.items), depth + 1);
  if (schema.properties !== undefined || isOfType(schema, 'object')) {
    Object.assign(wire, closedObject(schema, depth));
  }
  return wire;
}

function closedObject(schema: JsonSchema, depth: number): JsonSchema {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(asSchema(schema.properties)).map(([name, member]) => {
    const wire = wireSchema(asSchema(member), depth + 1);
    return [name, required.includes(name) ? wire : orNull(wire)] as const;
  });
  return {
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
}

function orNull(schema: JsonSchema): JsonSchema {
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
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};
}
