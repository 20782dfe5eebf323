import type { Json, JsonSchema } from '../domain/extraction.ts';
import type { Field, FieldType } from './field.ts';
import { kindOf } from './field-kind.ts';
import { wordsOf } from './words.ts';

/** Most fields that one schema may ask for, entries of lists counted once. */
export const maxFields = 300;
/** Deepest nesting of objects and arrays. */
export const maxSchemaDepth = 12;
const maxSteps = 20 * maxFields;

/** A place in the schema, with references, unions with null and `allOf` taken apart. */
interface Shape {
  types: string[];
  isNullable: boolean;
  properties: [string, JsonSchema][];
  required: ReadonlySet<string>;
  items: JsonSchema | null;
  schema: JsonSchema;
}

interface Place {
  pointer: string;
  name: string;
  context: readonly (readonly string[])[];
  isRequired: boolean;
  depth: number;
}

interface Walk {
  root: JsonSchema;
  /** Fields that may still be made. */
  left: number;
  /** Places that may still be looked at: references that hold themselves multiply. */
  steps: number;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One token of a JSON pointer (RFC 6901 section 3). */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Tokens of a JSON pointer. */
export function pointerTokens(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a local `$ref` names, or null. */
export function resolveRef(root: JsonSchema, reference: string): JsonSchema | null {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return named(root, reference);
  let at: unknown = root;
  for (const token of pointerTokens(decodeURIComponent(reference.slice(1)))) {
    if (!isObject(at) && !Array.isArray(at)) return null;
    at = Object.hasOwn(at, token) ? (at as Record<string, unknown>)[token] : undefined;
  }
  return isObject(at) ? at : null;
}

/** A definition by its `$anchor` or its `$id` (JSON Schema 2020-12, 8.2). */
function named(root: JsonSchema, reference: string): JsonSchema | null {
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

function merged(parts: readonly JsonSchema[]): JsonSchema {
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

/** The schema with `$ref` followed, `allOf` merged and the branch of a union taken that is not null. */
function plain(walk: Walk, schema: JsonSchema, depth = 0): { schema: JsonSchema; isNullable: boolean } {
  if (depth > 20) return { schema: {}, isNullable: true };
  let isNullable = schema.nullable === true;
  let parts = [schema];
  if (typeof schema.$ref === 'string') {
    const target = resolveRef(walk.root, schema.$ref);
    const { $ref: _, ...rest } = schema;
    if (target !== null) {
      const inner = plain(walk, target, depth + 1);
      isNullable ||= inner.isNullable;
      parts = [rest, inner.schema];
    }
  }
  let whole = merged(parts);
  if (Array.isArray(whole.allOf)) {
    const { allOf, ...rest } = whole;
    const inner = allOf.filter(isObject).map((part) => plain(walk, part, depth + 1));
    whole = merged([rest, ...inner.map((part) => part.schema)]);
  }
  for (const key of ['anyOf', 'oneOf']) {
    const union = whole[key];
    if (!Array.isArray(union)) continue;
    const branches = union.filter(isObject).map((part) => plain(walk, part, depth + 1));
    const solid = branches.filter((branch) => branch.schema.type !== 'null');
    isNullable ||= solid.length < branches.length || solid.some((branch) => branch.isNullable);
    const { [key]: _, ...rest } = whole;
    whole = merged([rest, unionOf(solid.map((branch) => branch.schema))]);
  }
  return { schema: whole, isNullable };
}

/** Branches of scalars are one scalar of several types; otherwise the first that has structure counts. */
function unionOf(branches: readonly JsonSchema[]): JsonSchema {
  const structured = branches.find((branch) => isObject(branch.properties) || branch.items !== undefined);
  if (structured !== undefined) return structured;
  const first = branches[0] ?? {};
  const choices = branches.map((branch) => branch.const).filter((value) => value !== undefined);
  if (choices.length > 0 && choices.length === branches.length) return { enum: choices };
  const types = [...new Set(branches.flatMap((branch) => branch.type ?? []))];
  return branches.length > 1 ? { ...first, type: types } : first;
}

function shapeOf(walk: Walk, from: JsonSchema): Shape {
  const { schema, isNullable } = plain(walk, from);
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

const scalarTypes: readonly string[] = ['string', 'number', 'integer', 'boolean'];

function fieldOf(place: Place, shape: Shape, structure: Field['structure'], fields: readonly Field[]): Field {
  const { schema } = shape;
  const types = shape.types.filter((type): type is FieldType => scalarTypes.includes(type));
  const words = wordsOf(place.name);
  const description = [schema.title, schema.description]
    .filter((text) => typeof text === 'string')
    .join('. ');
  const choices = Array.isArray(schema.enum)
    ? (schema.enum.filter((choice) => choice !== null) as Json[])
    : schema.const === undefined
      ? null
      : [schema.const as Json];
  const format = typeof schema.format === 'string' ? schema.format : null;
  return {
    pointer: place.pointer,
    name: place.name,
    words,
    context: place.context,
    description: description.slice(0, 1000),
    structure,
    types,
    kind: structure === 'records' ? 'text' : kindOf({ words, description, types, format, choices }),
    format,
    choices,
    pattern: typeof schema.pattern === 'string' ? schema.pattern : null,
    isRequired: place.isRequired,
    isNullable: shape.isNullable,
    maxItems: typeof schema.maxItems === 'number' ? schema.maxItems : null,
    fields,
  };
}

function leavesOf(walk: Walk, from: JsonSchema, place: Place): Field[] {
  if (walk.left <= 0 || walk.steps-- <= 0 || place.depth > maxSchemaDepth) return [];
  const shape = shapeOf(walk, from);
  if (shape.types.includes('object') || shape.properties.length > 0) return objectLeaves(walk, shape, place);
  if (shape.types.includes('array')) return listOf(walk, shape, place);
  walk.left--;
  return [fieldOf(place, shape, 'scalar', [])];
}

function objectLeaves(walk: Walk, shape: Shape, place: Place): Field[] {
  const context = place.name === '' ? place.context : [...place.context, wordsOf(place.name)];
  return shape.properties.flatMap(([name, inner]) =>
    leavesOf(walk, inner, {
      pointer: `${place.pointer}/${pointerToken(name)}`,
      name,
      context,
      isRequired: place.isRequired && shape.required.has(name),
      depth: place.depth + 1,
    }),
  );
}

function listOf(walk: Walk, shape: Shape, place: Place): Field[] {
  const inner = shape.items ?? { type: 'string' };
  const entry = shapeOf(walk, inner);
  const outer: Place = { ...place, depth: place.depth + 1, pointer: `${place.pointer}/*`, isRequired: true };
  walk.left--;
  if (entry.types.includes('array')) return [];
  if (entry.types.includes('object') || entry.properties.length > 0) {
    const fields = objectLeaves(walk, entry, outer);
    return fields.length === 0 ? [] : [fieldOf(place, { ...shape, types: [] }, 'records', fields)];
  }
  const { title: _, ...entrySchema } = entry.schema;
  const list: Shape = {
    ...entry,
    schema: { ...entrySchema, ...pick(shape.schema, ['title', 'description', 'maxItems']) },
    isNullable: shape.isNullable,
  };
  return [fieldOf(place, list, 'list', [])];
}

function pick(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(keys.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]));
}

/**
 * The fields that a JSON Schema (2020-12 or draft-07) asks for, flattened, in its order. Takes what zod 3, zod 4 and pydantic
 * write: local `$ref`, `allOf`, unions with null, `const`, roots that are arrays or scalars. What lies deeper than
 * {@link maxSchemaDepth}, or past {@link maxFields}, is left out; `schemaFaults` refuses such schemas at the edge.
 */
export function fieldsOf(schema: JsonSchema): Field[] {
  const walk: Walk = { root: schema, left: maxFields + 1, steps: maxSteps };
  return leavesOf(walk, schema, { pointer: '', name: '', context: [], isRequired: true, depth: 0 });
}
