import { z } from 'zod';
import type { JsonObject } from '../../operations/json-schema.ts';
import { nameOf } from '../../operations/schema-names.ts';

/** Collects the schemas of a document under their names. */
export interface NamedSchemas {
  /** A reference to the schema where it has a name, else the schema itself; what is named within it is collected. */
  refer(schema: z.ZodType, io: 'input' | 'output'): JsonObject;
  /** A reference to the schema under its own name, else under this one. */
  referAs(name: string, schema: z.ZodType, io: 'input' | 'output'): JsonObject;
  /** What was collected, by name, in alphabetical order. */
  all(): Record<string, JsonObject>;
}

const nameMark = 'x-webdata-name';

/** JSON Schema 2020-12 in which every named part carries its name. */
function markedSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override({ zodSchema, jsonSchema }) {
      const name = nameOf(zodSchema);
      if (name !== undefined) (jsonSchema as JsonObject)[nameMark] = name;
    },
  });
  return rest;
}

/**
 * Makes an empty collection, to stand in its document under `place` (a JSON pointer as a fragment, with a slash at its
 * end). Two shapes under one name are a fault of ours: it throws.
 */
export function createNamedSchemas(place = '#/components/schemas/'): NamedSchemas {
  const collected = new Map<string, JsonObject>();

  function collect(name: string, schema: JsonObject): JsonObject {
    const known = collected.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two schemas have the name ${name}`);
    collected.set(name, schema);
    return { $ref: `${place}${name}` };
  }

  function extract(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(extract);
    if (typeof value !== 'object' || value === null) return value;
    const { [nameMark]: name, ...fields } = value as JsonObject;
    const schema = Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, extract(part)]));
    return typeof name === 'string' ? collect(name, schema) : schema;
  }

  const refer: NamedSchemas['refer'] = (schema, io) => extract(markedSchema(schema, io)) as JsonObject;
  return {
    refer,
    referAs(name, schema, io) {
      const referred = refer(schema, io);
      return '$ref' in referred ? referred : collect(name, referred);
    },
    all: () => Object.fromEntries([...collected].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
