import { isObject } from '../../../domain/values/is-object.ts';
import type { JsonObject } from '../../../operations/json-schema.ts';

function alternativesOf({ anyOf, oneOf, ...rest }: JsonObject): JsonObject[] {
  const alternatives = [anyOf ?? oneOf ?? rest].flat().filter(isObject);
  return alternatives.filter(({ type }) => type !== 'null');
}

/** Returns the type of one alternative: objects without their properties. */
function listedType({ type, enum: values, const: value, items }: JsonObject): JsonObject {
  const allowed = values ?? (value === undefined ? undefined : [value]);
  if (allowed !== undefined) return { type: 'string', enum: allowed };
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
  if (values.every(Array.isArray)) return { type: 'string', enum: [...new Set(values.flat())] };
  const types = [...new Set(distinct.flatMap(({ type }) => type ?? []))];
  return types.length === 1 ? { type: types[0] } : { type: types };
}
