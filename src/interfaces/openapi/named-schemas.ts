import { z } from 'zod';
import { type FieldRule, getFieldRules, withRuleKeywords } from '../../operations/declaration/field-rules.ts';
import type { JsonObject } from '../../operations/json-schema.ts';
import { getSchemaName } from '../../operations/schema-names.ts';

/** Collects the named schemas of a document. */
export interface NamedSchemas {
  /** Returns a reference to a named schema, otherwise the schema itself. Named schemas within it are collected. */
  refer(schema: z.ZodType, io: 'input' | 'output'): JsonObject;
  /** Returns a reference to the schema by its own name, otherwise by the given name. */
  referAs(name: string, schema: z.ZodType, io: 'input' | 'output'): JsonObject;
  /** Returns the collected schemas by name, in alphabetical order. */
  all(): Record<string, JsonObject>;
}

const nameProperty = 'x-webdata-name';
const rulesProperty = 'x-webdata-rules';

/**
 * Returns JSON Schema 2020-12 in which each named part contains its name, and each part with rules their index in `rulesOf`, to
 * which they are added.
 */
function createMarkedSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  rulesOf: (readonly FieldRule[])[],
): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override({ zodSchema, jsonSchema }) {
      const rules = getFieldRules(zodSchema);
      if (rules.length > 0) (jsonSchema as JsonObject)[rulesProperty] = rulesOf.push(rules) - 1;
      const name = getSchemaName(zodSchema);
      if (name !== undefined) (jsonSchema as JsonObject)[nameProperty] = name;
    },
  });
  return rest;
}

/**
 * Creates an empty collection for the location `place` of a document (a JSON Pointer as a fragment with a trailing
 * slash). Throws an Error if two different schemas have the same name.
 */
export function createNamedSchemas(location = '#/components/schemas/'): NamedSchemas {
  const collected = new Map<string, JsonObject>();
  const rulesOf: (readonly FieldRule[])[] = [];

  function collect(name: string, schema: JsonObject): JsonObject {
    const existing = collected.get(name);
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`two schemas have the name ${name}`);
    collected.set(name, schema);
    return { $ref: `${location}${name}` };
  }

  function extract(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(extract);
    if (typeof value !== 'object' || value === null) return value;
    const { [nameProperty]: name, [rulesProperty]: rules, ...fields } = value as JsonObject;
    const shape = Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, extract(part)]));
    const schema = typeof rules === 'number' ? withRuleKeywords(rulesOf[rules] ?? [], shape) : shape;
    return typeof name === 'string' ? collect(name, schema) : schema;
  }

  const refer: NamedSchemas['refer'] = (schema, io) =>
    extract(createMarkedSchema(schema, io, rulesOf)) as JsonObject;
  return {
    refer,
    referAs(name, schema, io) {
      const referred = refer(schema, io);
      return '$ref' in referred ? referred : collect(name, referred);
    },
    all: () => Object.fromEntries([...collected].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
