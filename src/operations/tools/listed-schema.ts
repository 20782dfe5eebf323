import { isObject } from '../../domain/values/is-object.ts';
import type { JsonObject } from '../json-schema.ts';

/** Returns the alternatives of a schema, which can be nested, without null. */
export function alternativesOf(schema: JsonObject): JsonObject[] {
  const nested = [schema.anyOf ?? schema.oneOf ?? []].flat().filter(isObject);
  if (nested.length > 0) return nested.flatMap(alternativesOf);
  return schema.type === 'null' ? [] : [schema];
}

/** Returns the schema of an enumeration. */
function enumSchema(values: readonly unknown[]): JsonObject {
  const types = [...new Set(values.map((value) => typeof value))];
  return { type: types.length === 1 ? types[0] : types, enum: values };
}

/** Returns the type of one alternative: objects without their properties. */
function listedType({ type, enum: values, const: value, items }: JsonObject): JsonObject {
  if (Array.isArray(values)) return enumSchema(values);
  if (value !== undefined) return enumSchema([value]);
  if (type === 'array') return { type, items: isObject(items) ? listedSchema(items) : {} };
  return type === undefined ? {} : { type };
}

/**
 * Returns the schema of a field for the tool list: type and allowed values, without null, limits, patterns, defaults and the
 * properties of nested objects. The validation of the operation checks all of them, and its errors name them.
 */
export function listedSchema(schema: JsonObject): JsonObject {
  const types = alternativesOf(schema).map(listedType);
  return mergeListed(types);
}

/** Returns the schema of a field that several operations of a tool have. */
export function mergeListed(schemas: readonly JsonObject[]): JsonObject {
  const distinct = [...new Set(schemas.map((schema) => JSON.stringify(schema)))].map(
    (text) => JSON.parse(text) as JsonObject,
  );
  const [first = {}] = distinct;
  if (distinct.length <= 1) return first;
  const values = distinct.map(({ enum: allowed }) => allowed);
  if (values.every(Array.isArray)) return enumSchema([...new Set(values.flat())]);
  const types = [...new Set(distinct.flatMap(({ type }) => type ?? []))];
  return types.length === 1 ? { type: types[0] } : { type: types };
}
