import { z } from 'zod';
import { type FieldRule, getFieldRules, withRuleKeywords } from '../../operations/declaration/field-rules.ts';
import type { JsonObject } from '../../operations/json-schema.ts';
import { getDescription, getSchemaName } from '../../operations/schema-names.ts';

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
const descriptionProperty = 'x-webdata-description';
const discriminatorProperty = 'x-webdata-discriminator';

/** What a marked schema refers to by its index. */
interface Marks {
  rules: (readonly FieldRule[])[];
  /** Schemas that describe others. */
  descriptions: z.ZodType[];
}

/** The field that decides which member of a union applies, and its value for each one in their order. */
interface Discriminator {
  propertyName: string;
  values: unknown[];
}

/** Returns the discriminator of a union, or null for other schemas. */
function discriminatorOf(schema: z.core.$ZodType): Discriminator | null {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return null;
  const propertyName = schema.def.discriminator;
  const values = schema.options.map(({ _zod }) => [...(_zod.propValues?.[propertyName] ?? [])]);
  return values.every(({ length }) => length === 1) ? { propertyName, values: values.flat() } : null;
}

/**
 * Returns JSON Schema 2020-12 in which each named part contains its name, and each part with rules or a description their index
 * in `marks`, to which they are added.
 */
function createMarkedSchema(schema: z.ZodType, io: 'input' | 'output', marks: Marks): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override({ zodSchema, jsonSchema }) {
      const marked = jsonSchema as JsonObject;
      const rules = getFieldRules(zodSchema);
      if (rules.length > 0) marked[rulesProperty] = marks.rules.push(rules) - 1;
      const name = getSchemaName(zodSchema);
      if (name !== undefined) marked[nameProperty] = name;
      const described = getDescription(zodSchema);
      if (described !== undefined) marked[descriptionProperty] = marks.descriptions.push(described) - 1;
      const discriminator = discriminatorOf(zodSchema);
      if (discriminator !== null) marked[discriminatorProperty] = discriminator;
    },
  });
  return rest;
}

/** Adds the discriminator to a union; OpenAPI allows it only if all members are references. */
function withDiscriminator(union: JsonObject, { propertyName, values }: Discriminator): JsonObject {
  const members = (union.oneOf ?? []) as JsonObject[];
  const references = members.flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  if (references.length !== values.length) return union;
  const mapping = Object.fromEntries(values.map((value, at) => [String(value), references[at]]));
  return { ...union, discriminator: { propertyName, mapping } };
}

/**
 * Creates an empty collection for the location `place` of a document (a JSON Pointer as a fragment with a trailing
 * slash). Throws an Error if two different schemas have the same name.
 */
export function createNamedSchemas(location = '#/components/schemas/'): NamedSchemas {
  const collected = new Map<string, JsonObject>();
  const marks: Marks = { rules: [], descriptions: [] };

  function collect(name: string, schema: JsonObject): JsonObject {
    const existing = collected.get(name);
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`two schemas have the name ${name}`);
    collected.set(name, schema);
    return { $ref: `${location}${name}` };
  }

  /** Returns the schema that describes another one; a named one is referred to, and collected where it stands. */
  function describe(description: z.ZodType): JsonObject {
    const name = getSchemaName(description);
    if (name !== undefined) return { $ref: `${location}${name}` };
    return extract(createMarkedSchema(description, 'input', marks)) as JsonObject;
  }

  function extract(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(extract);
    if (typeof value !== 'object' || value === null) return value;
    const {
      [nameProperty]: name,
      [rulesProperty]: rules,
      [descriptionProperty]: description,
      [discriminatorProperty]: discriminator,
      ...fields
    } = value as JsonObject;
    const described = typeof description === 'number' ? marks.descriptions[description] : undefined;
    const { description: about } = fields;
    const shape =
      described === undefined
        ? Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, extract(part)]))
        : { ...(about !== undefined && { description: about }), ...describe(described) };
    const whole =
      discriminator === undefined ? shape : withDiscriminator(shape, discriminator as Discriminator);
    const schema = typeof rules === 'number' ? withRuleKeywords(marks.rules[rules] ?? [], whole) : whole;
    return typeof name === 'string' ? collect(name, schema) : schema;
  }

  const refer: NamedSchemas['refer'] = (schema, io) =>
    extract(createMarkedSchema(schema, io, marks)) as JsonObject;
  return {
    refer,
    referAs(name, schema, io) {
      const referred = refer(schema, io);
      return '$ref' in referred ? referred : collect(name, referred);
    },
    all: () => Object.fromEntries([...collected].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
