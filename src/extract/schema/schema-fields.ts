import type { Json, JsonSchema } from '../../domain/pages/extraction.ts';
import { decodePercent } from '../../domain/values/decode-percent.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerToken, pointerTokens } from '../../domain/values/json-pointer.ts';
import { wordsOf } from '../words/words.ts';
import type { Field, FieldType } from './field.ts';
import { kindOf } from './field-kind.ts';

/** Maximum number of fields of a schema; fields of list entries count once. */
export const maxFields = 300;
/** Maximum nesting depth of objects and arrays. */
export const maxSchemaDepth = 12;
const maxSteps = 20 * maxFields;

/** A part of the schema with references, unions with null and `allOf` resolved. */
interface ResolvedSchema {
  types: string[];
  isNullable: boolean;
  properties: [string, JsonSchema][];
  required: ReadonlySet<string>;
  items: JsonSchema | null;
  schema: JsonSchema;
}

interface FieldPosition {
  pointer: string;
  name: string;
  context: readonly (readonly string[])[];
  isRequired: boolean;
  depth: number;
}

interface SchemaWalk {
  root: JsonSchema;
  /** Remaining number of fields. */
  left: number;
  /** Remaining number of visited parts; recursive references multiply them. */
  steps: number;
}

/** Returns the fields of one entry of an array of objects, with the pointers of that entry at every depth. */
export function fieldsOfEntry(array: Field, index: number): Field[] {
  const [from, to] = [`${array.pointer}/*`, `${array.pointer}/${index}`];
  const move = (field: Field): Field => ({
    ...field,
    pointer: field.pointer.startsWith(from) ? to + field.pointer.slice(from.length) : field.pointer,
    fields: field.fields.map(move),
  });
  return array.fields.map(move);
}

/** Returns the target of a local `$ref`, or null. */
export function resolveRef(root: JsonSchema, reference: string): JsonSchema | null {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return findDefinition(root, reference);
  let at: unknown = root;
  for (const token of pointerTokens(decodePercent(reference.slice(1)))) {
    if (!isObject(at) && !Array.isArray(at)) return null;
    at = Object.hasOwn(at, token) ? (at as Record<string, unknown>)[token] : undefined;
  }
  return isObject(at) ? at : null;
}

/** Finds a definition by its `$anchor` or its `$id` (JSON Schema 2020-12, 8.2). */
function findDefinition(root: JsonSchema, reference: string): JsonSchema | null {
  for (const key of ['$defs', 'definitions']) {
    const definitions = root[key];
    if (!isObject(definitions)) continue;
    for (const definition of Object.values(definitions)) {
      if (!isObject(definition)) continue;
      if (definition.$id === reference || `#${String(definition.$anchor)}` === reference) return definition;
    }
  }
  return null;
}

function mergeSchemas(parts: readonly JsonSchema[]): JsonSchema {
  const whole: JsonSchema = {};
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      const before = whole[key];
      if (key === 'properties' && isObject(before) && isObject(value)) whole[key] = { ...before, ...value };
      else if (key === 'required' && Array.isArray(before) && Array.isArray(value))
        whole[key] = [...before, ...value];
      else if (key !== 'description' || before === undefined) whole[key] = value;
    }
  }
  return whole;
}

/** Resolves a schema: follows `$ref`, merges `allOf` and takes the branch of a union that is not null. */
function resolveSchema(
  walk: SchemaWalk,
  schema: JsonSchema,
  depth = 0,
): { schema: JsonSchema; isNullable: boolean } {
  if (depth > 20) return { schema: {}, isNullable: true };
  let isNullable = schema.nullable === true;
  let parts = [schema];
  if (typeof schema.$ref === 'string') {
    const target = resolveRef(walk.root, schema.$ref);
    const { $ref: _, ...rest } = schema;
    if (target !== null) {
      const inner = resolveSchema(walk, target, depth + 1);
      isNullable ||= inner.isNullable;
      parts = [rest, inner.schema];
    }
  }
  let whole = mergeSchemas(parts);
  if (Array.isArray(whole.allOf)) {
    const { allOf, ...rest } = whole;
    const inner = allOf.filter(isObject).map((part) => resolveSchema(walk, part, depth + 1));
    whole = mergeSchemas([rest, ...inner.map((part) => part.schema)]);
  }
  for (const key of ['anyOf', 'oneOf']) {
    const union = whole[key];
    if (!Array.isArray(union)) continue;
    const branches = union.filter(isObject).map((part) => resolveSchema(walk, part, depth + 1));
    const nonNull = branches.filter((branch) => branch.schema.type !== 'null');
    isNullable ||= nonNull.length < branches.length || nonNull.some((branch) => branch.isNullable);
    const { [key]: _, ...rest } = whole;
    whole = mergeSchemas([rest, mergeUnion(nonNull.map((branch) => branch.schema))]);
  }
  return { schema: whole, isNullable };
}

/**
 * Merges scalar branches into one scalar with several types; otherwise takes the first branch with properties
 * or items.
 */
function mergeUnion(branches: readonly JsonSchema[]): JsonSchema {
  const structured = branches.find((branch) => isObject(branch.properties) || branch.items !== undefined);
  if (structured !== undefined) return structured;
  const first = branches[0] ?? {};
  const choices = branches.map((branch) => branch.const).filter((value) => value !== undefined);
  if (choices.length > 0 && choices.length === branches.length) return { enum: choices };
  const types = [...new Set(branches.flatMap((branch) => branch.type ?? []))];
  return branches.length > 1 ? { ...first, type: types } : first;
}

function resolvePart(walk: SchemaWalk, from: JsonSchema): ResolvedSchema {
  const { schema, isNullable } = resolveSchema(walk, from);
  const declared = [schema.type].flat().filter((type) => typeof type === 'string');
  const types = declared.filter((type) => type !== 'null');
  const properties = isObject(schema.properties)
    ? Object.entries(schema.properties).map(([name, inner]): [string, JsonSchema] => [
        name,
        isObject(inner) ? inner : {},
      ])
    : [];
  const items = [schema.items, ...[schema.prefixItems ?? []].flat()].flat().find(isObject) ?? null;
  return {
    types: types.length > 0 ? types : inferredTypes(schema, properties, items),
    isNullable: isNullable || declared.includes('null'),
    properties,
    required: new Set(Array.isArray(schema.required) ? schema.required.map(String) : []),
    items,
    schema,
  };
}

function inferredTypes(
  schema: JsonSchema,
  properties: readonly unknown[],
  items: JsonSchema | null,
): string[] {
  if (properties.length > 0) return ['object'];
  if (items !== null) return ['array'];
  const choices = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const];
  const types = [...new Set(choices.map((choice) => typeof choice))].filter((type) => type !== 'object');
  return types.length > 0 ? types : ['string'];
}

const maxExamples = 10;
const maxExampleLength = 200;

/** Returns the scalar examples of a schema as texts: `examples`, or `example` of OpenAPI 3.0. */
function examplesOf(schema: JsonSchema): string[] {
  const stated = Array.isArray(schema.examples) ? (schema.examples as unknown[]) : [schema.example];
  return stated
    .flat()
    .filter((example) => typeof example === 'string' || typeof example === 'number')
    .slice(0, maxExamples)
    .map((example) => String(example).trim().slice(0, maxExampleLength))
    .filter((example) => example !== '');
}

const scalarTypes: readonly string[] = ['string', 'number', 'integer', 'boolean'];

function createField(
  position: FieldPosition,
  resolved: ResolvedSchema,
  structure: Field['structure'],
  fields: readonly Field[],
): Field {
  const { schema } = resolved;
  const types = resolved.types.filter((type): type is FieldType => scalarTypes.includes(type));
  const words = wordsOf(position.name);
  const description = [schema.title, schema.description]
    .filter((text) => typeof text === 'string')
    .join('. ');
  const choices = Array.isArray(schema.enum)
    ? (schema.enum.filter((choice) => choice !== null) as Json[])
    : schema.const === undefined
      ? null
      : [schema.const as Json];
  const format = typeof schema.format === 'string' ? schema.format : null;
  const examples = examplesOf(schema);
  return {
    pointer: position.pointer,
    name: position.name,
    words,
    context: position.context,
    description: description.slice(0, 1000),
    structure,
    types,
    examples,
    kind: structure === 'records' ? 'text' : kindOf({ words, description, types, format, choices, examples }),
    format,
    choices,
    pattern: typeof schema.pattern === 'string' ? schema.pattern : null,
    isRequired: position.isRequired,
    isNullable: resolved.isNullable,
    maxItems: typeof schema.maxItems === 'number' ? schema.maxItems : null,
    fields,
  };
}

function collectFields(walk: SchemaWalk, from: JsonSchema, position: FieldPosition): Field[] {
  if (walk.left <= 0 || walk.steps-- <= 0 || position.depth > maxSchemaDepth) return [];
  const resolved = resolvePart(walk, from);
  if (resolved.types.includes('object') || resolved.properties.length > 0)
    return collectObjectFields(walk, resolved, position);
  if (resolved.types.includes('array')) return createListField(walk, resolved, position);
  walk.left--;
  return [createField(position, resolved, 'scalar', [])];
}

function collectObjectFields(walk: SchemaWalk, resolved: ResolvedSchema, position: FieldPosition): Field[] {
  const context = position.name === '' ? position.context : [...position.context, wordsOf(position.name)];
  return resolved.properties.flatMap(([name, inner]) =>
    collectFields(walk, inner, {
      pointer: `${position.pointer}/${pointerToken(name)}`,
      name,
      context,
      isRequired: position.isRequired && resolved.required.has(name),
      depth: position.depth + 1,
    }),
  );
}

function createListField(walk: SchemaWalk, resolved: ResolvedSchema, position: FieldPosition): Field[] {
  const inner = resolved.items ?? { type: 'string' };
  const entry = resolvePart(walk, inner);
  const outer: FieldPosition = {
    ...position,
    depth: position.depth + 1,
    pointer: `${position.pointer}/*`,
    isRequired: true,
  };
  walk.left--;
  if (entry.types.includes('array')) return [];
  if (entry.types.includes('object') || entry.properties.length > 0) {
    const fields = collectObjectFields(walk, entry, outer);
    return fields.length === 0 ? [] : [createField(position, { ...resolved, types: [] }, 'records', fields)];
  }
  const { title: _, ...entrySchema } = entry.schema;
  const list: ResolvedSchema = {
    ...entry,
    schema: { ...entrySchema, ...pick(resolved.schema, ['title', 'description', 'maxItems', 'examples']) },
    isNullable: resolved.isNullable,
  };
  return [createField(position, list, 'list', [])];
}

function pick(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(keys.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]));
}

/**
 * Returns the flattened fields of a JSON Schema (2020-12 or draft-07) in its order. Supports the output of zod
 * 3, zod 4 and pydantic: local `$ref`, `allOf`, unions with null, `const`, and roots that are arrays or
 * scalars. Fields deeper than {@link maxSchemaDepth} or beyond {@link maxFields} are left out;
 * request validation rejects such schemas.
 */
export function fieldsOf(schema: JsonSchema): Field[] {
  const walk: SchemaWalk = { root: schema, left: maxFields + 1, steps: maxSteps };
  return collectFields(walk, schema, { pointer: '', name: '', context: [], isRequired: true, depth: 0 });
}
