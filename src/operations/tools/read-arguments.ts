import { isObject } from '../../domain/values/is-object.ts';
import type { Operation } from '../declaration/operation.ts';
import { inputSchema, type JsonObject } from '../json-schema.ts';
import { alternativesOf } from './listed-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Removes arguments that are null. Functions with `strict: true` have no optional arguments, so that a model sends null for
 * those that it does not need; no argument of a tool has another meaning for null.
 */
export function omitNulls(args: Fields): Fields {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** Returns the object or list that a text is the JSON of; null for any other text. */
function parseJsonText(text: string): object | null {
  if (!/^\s{0,100}[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    // Any other text, which the validation of the operation judges.
    return null;
  }
}

/** A reference stands for a recursive object. */
function isKind(schema: JsonObject, kind: 'object' | 'array'): boolean {
  return schema.type === kind || (kind === 'object' && schema.$ref !== undefined);
}

function readValue(value: unknown, schema: JsonObject): unknown {
  const alternatives = alternativesOf(schema);
  if (typeof value === 'string') {
    const parsed = parseJsonText(value);
    if (parsed === null) return value;
    const kind = Array.isArray(parsed) ? 'array' : 'object';
    return alternatives.some((one) => isKind(one, kind)) ? readValue(parsed, schema) : value;
  }
  if (!Array.isArray(value)) return value;
  const items = alternatives.find((one) => isKind(one, 'array'))?.items;
  return isObject(items) ? value.map((item) => readValue(item, items)) : value;
}

/**
 * Returns the number or truth value that a text states, if the schema takes one and no text, and the text of a number if it
 * takes only text; undefined for any other value.
 */
function readScalarText(value: unknown, schema: JsonObject): number | boolean | string | undefined {
  const types = alternativesOf(schema).map(({ type }) => type);
  if (Number.isSafeInteger(value))
    return types.every((type) => type === 'string') ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  if (types.includes('string') || types.includes(undefined)) return undefined;
  const text = value.trim();
  if (types.includes('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  const isNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text);
  return isNumber && (types.includes('integer') || types.includes('number')) ? Number(text) : undefined;
}

/** Fields, and the names of those that were a text in place of a number or a truth value. */
export interface ReadScalars {
  fields: Fields;
  texts: readonly string[];
}

/** Returns fields with numbers and truth values in place of their text, where these properties have no text. */
export function readScalarTexts(
  properties: Readonly<Record<string, JsonObject>>,
  fields: Fields,
): ReadScalars {
  const texts: string[] = [];
  const entries = Object.entries(fields).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const read = schema === undefined ? undefined : readScalarText(value, schema);
    if (read !== undefined && typeof value === 'string') texts.push(name);
    return [name, read ?? value] as const;
  });
  return { fields: Object.fromEntries(entries), texts };
}

/** Returns the schemas of the fields of an operation. */
export function fieldSchemas(operation: Operation): Readonly<Record<string, JsonObject>> {
  return inputSchema(operation).properties as Record<string, JsonObject>;
}

function mayHoldJson(value: unknown): boolean {
  return typeof value === 'string' ? parseJsonText(value) !== null : Array.isArray(value);
}

/**
 * Returns the fields of an operation with lists and objects in place of their JSON text, where the schema has a list or an
 * object. Functions with `strict: true` cannot have objects with free names, so that they take them as text.
 */
export function readJsonTexts(operation: Operation, fields: Fields): Fields {
  if (!Object.values(fields).some(mayHoldJson)) return fields;
  const properties = fieldSchemas(operation);
  const entries = Object.entries(fields).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, schema === undefined ? value : readValue(value, schema)] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the argument `options`, which can be the JSON text of an object. */
export function readOptions(options: unknown): unknown {
  return typeof options === 'string' ? (parseJsonText(options) ?? options) : options;
}
